import {
  type App,
  AppError,
  call,
  deciding,
  inputOf,
  listOf,
  objectOf,
  oneOf,
  type Request,
  signed,
  staff,
  TEXT,
  UUID,
} from "../http/index.ts";
import { decideHit } from "./aml/decide-hit.ts";
import { openHits } from "./aml/hits-shown.ts";
import { CardNumbers, HitOutcome, Review, ReviewDecision, ReviewList } from "./answers.ts";
import { decideReview } from "./decide-review.ts";
import { takeCallback } from "./ndid/ask-bank.ts";
import { openReviewPage, showNationalId } from "./review-page.ts";
import { findReviews, rejectedReviews, reviewQueue, sharedDocuments } from "./review-queue.ts";
import type { Room } from "./room.ts";
import { namedItems } from "./sent-names.ts";
import { isSigned } from "./webhook-signature.ts";
import { takeEvent } from "./webhooks.ts";

const REASON = { ...TEXT, minLength: 1, maxLength: 1_000, pattern: "\\S" };
const ID = inputOf({ id: UUID });

/** Reviews by `compliance`, and the vendors' webhook. */
export function identityRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/reviews",
    {
      summary: "Identities to be reviewed, the oldest first (compliance)",
      tags: ["identity"],
      access: staff("compliance"),
      query: inputOf({ "find?": { ...TEXT, maxLength: 100 } }),
      answers: { 200: ReviewList },
      errors: [],
    },
    async (request) => ({
      reviews: await reviewQueue(room),
      found: await findReviews(room, request.query.find ?? ""),
      rejected: await rejectedReviews(room),
      hits: await openHits(room),
      sharedDocuments: await sharedDocuments(room),
    }),
  );

  call(
    app,
    "GET /api/reviews/:id",
    {
      summary: "One review with documents, checks and papers (compliance)",
      tags: ["identity"],
      access: staff("compliance"),
      params: ID,
      answers: { 200: Review },
      errors: ["not-found"],
    },
    async (request) => {
      const page = await openReviewPage(room, request.params.id, request.person.id);
      if (page === null) throw new AppError("not-found");
      return page;
    },
  );

  call(
    app,
    "POST /api/reviews/:id/national-id",
    {
      summary: "Shows the whole ID number of a review; each look is written down (compliance)",
      tags: ["identity"],
      access: staff("compliance"),
      params: ID,
      answers: { 200: CardNumbers },
      errors: ["not-found"],
    },
    async (request) => {
      const numbers = await showNationalId(room, request.params.id, request.person.id);
      if (numbers === null) throw new AppError("not-found");
      return numbers;
    },
  );

  call(
    app,
    "POST /api/reviews/:id/decision",
    {
      summary: "Approves an identity, or asks to correct it (compliance)",
      tags: ["identity"],
      access: deciding("compliance"),
      params: ID,
      body: inputOf({
        decision: oneOf("approve", "reject", "ask-again"),
        reason: REASON,
        "asked?": {
          ...listOf(inputOf({ name: { ...TEXT, maxLength: 60 }, reason: REASON })),
          maxItems: 30,
        },
      }),
      answers: { 200: ReviewDecision },
      errors: [
        "not-found",
        "already-decided",
        "same-person",
        "not-screened",
        "watch-list-hits",
        "watch-listed",
      ],
    },
    async (request) => {
      const { decision, reason } = request.body;
      const asked = await namedItems(room, decision === "ask-again" ? (request.body.asked ?? []) : []);
      const decided = await room.db.transaction().execute((tx) =>
        decideReview(room, tx, {
          reviewId: request.params.id,
          reviewer: request.person.id,
          decision,
          reason: reason.trim(),
          asked,
        }),
      );
      if (!decided.ok) throw new AppError(decided.error.code);
      return decided.value;
    },
  );

  call(
    app,
    "POST /api/reviews/:id/hits/:hit/decision",
    {
      summary: "Says of a watch-list hit that it is somebody else, or them; two people do (compliance)",
      tags: ["identity"],
      access: deciding("compliance"),
      params: inputOf({ id: UUID, hit: UUID }),
      body: inputOf({ decision: oneOf("dismiss", "confirm"), reason: REASON }),
      answers: { 200: HitOutcome },
      errors: ["not-found", "already-decided", "same-person"],
    },
    async (request) => {
      const decided = await room.db.transaction().execute((tx) =>
        decideHit(room, tx, {
          reviewId: request.params.id,
          hitId: request.params.hit,
          reviewer: request.person.id,
          decision: request.body.decision,
          reason: request.body.reason.trim(),
        }),
      );
      if (!decided.ok) throw new AppError(decided.error.code);
      return decided.value;
    },
  );

  webhookRoute(app, room);
}

/** In a scope of its own: a signature is over the bytes as they came, so this route takes them unread. */
function webhookRoute(app: App, room: Room): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    call(
      scope,
      "POST /api/webhooks/identity",
      {
        summary: "Events of identity vendors, signed",
        tags: ["identity"],
        access: signed((request) =>
          isSigned(room.webhookSecret(), bytesOf(request), request.headers["x-sha2-signature"]),
        ),
        answers: { 200: objectOf({ outcome: oneOf("applied", "known", "ignored") }) },
        errors: ["service-unavailable"],
        bodyLimit: 64 * 1024,
      },
      async (request) => {
        const outcome = await takeEvent(room, bytesOf(request));
        if (outcome === "again") throw new AppError("service-unavailable");
        return { outcome };
      },
    );
    call(
      scope,
      "POST /api/webhooks/ndid",
      {
        summary: "Callbacks of the national digital ID platform, signed",
        tags: ["identity"],
        access: signed((request) =>
          isSigned(room.webhookSecret(), bytesOf(request), request.headers["x-sha2-signature"]),
        ),
        answers: { 200: objectOf({ outcome: oneOf("applied", "known", "ignored") }) },
        errors: ["service-unavailable"],
        bodyLimit: 64 * 1024,
      },
      async (request) => {
        const outcome = await takeCallback(room, bytesOf(request));
        if (outcome === "again") throw new AppError("service-unavailable");
        return { outcome };
      },
    );
  });
}

function bytesOf({ body }: Request): Buffer {
  return body instanceof Buffer ? body : Buffer.alloc(0);
}
