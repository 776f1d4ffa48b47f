import {
  type App,
  AppError,
  call,
  deciding,
  inputOf,
  listOf,
  objectOf,
  oneOf,
  person,
  type Request,
  signed,
  staff,
  TEXT,
  UUID,
} from "../http/index.ts";
import { clearHit } from "./aml/clear-hit.ts";
import { decideHit } from "./aml/decide-hit.ts";
import { countHits, openHits } from "./aml/hits-shown.ts";
import {
  BankChangeDecision,
  BankChangeList,
  BankChangeSheet,
  CardNumbers,
  HitOutcome,
  OwnProfile,
  Review,
  ReviewDecision,
  ReviewList,
} from "./answers.ts";
import { countBankChanges, decideBankChange, openBankChange, openBankChanges } from "./bank-changes.ts";
import { decideReview } from "./decide-review.ts";
import { takeCallback } from "./ndid/ask-bank.ts";
import { ownProfile } from "./own-profile.ts";
import { openReviewPage, showNationalId } from "./review-page.ts";
import { countReviews, findReviews, rejectedReviews, reviewQueue, sharedDocuments } from "./review-queue.ts";
import type { Room } from "./room.ts";
import { namedItems } from "./sent-names.ts";
import { isSigned, isSignedAtTime } from "./webhook-signature.ts";
import { takeEvent } from "./webhooks.ts";

const REASON = { ...TEXT, minLength: 1, maxLength: 1_000, pattern: "\\S" };
const ID = inputOf({ id: UUID });

/** Registers the review routes for `compliance`, and the vendors' webhook. */
export function identityRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/my-profile",
    {
      summary: "What the portal knows of whoever asks, numbers masked",
      tags: ["identity"],
      access: person,
      answers: { 200: OwnProfile },
      errors: [],
    },
    async ({ person: { id } }) => await ownProfile(room, id),
  );

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
      reviews: await reviewQueue(room, request.person.id),
      total: await countReviews(room),
      found: await findReviews(room, request.query.find ?? "", request.person.id),
      rejected: await rejectedReviews(room, request.person.id),
      hits: await openHits(room, request.person.id),
      hitsTotal: await countHits(room, request.person.id),
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
      errors: ["not-found", "not-allowed"],
    },
    async (request) => {
      const page = await openReviewPage(room, request.params.id, request.person.id);
      if (!page.ok) throw new AppError(page.error.code);
      return page.value;
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
    "GET /api/bank-changes",
    {
      summary: "Bank accounts that people ask to be paid to, the oldest first (compliance)",
      tags: ["identity"],
      access: staff("compliance"),
      answers: { 200: BankChangeList },
      errors: [],
    },
    async () => ({ changes: await openBankChanges(room), total: await countBankChanges(room) }),
  );

  call(
    app,
    "GET /api/bank-changes/:id",
    {
      summary: "One of them with its whole number; each look is written down (compliance)",
      tags: ["identity"],
      access: staff("compliance"),
      params: ID,
      config: { looksAt: "bankChange" },
      answers: { 200: BankChangeSheet },
      errors: ["not-found"],
    },
    async (request) => {
      const change = await openBankChange(room, request.params.id);
      if (change === null) throw new AppError("not-found");
      return change;
    },
  );

  call(
    app,
    "POST /api/bank-changes/:id/decision",
    {
      summary: "Approves a bank account, to which money goes from a day later on, or refuses it (compliance)",
      tags: ["identity"],
      access: deciding("compliance"),
      params: ID,
      body: inputOf({ decision: oneOf("approve", "reject"), reason: REASON }),
      answers: { 200: BankChangeDecision },
      errors: ["not-found", "already-decided", "same-person", "identity-open", "asked-by-another"],
    },
    async (request) => {
      const { decision, reason } = request.body;
      const decided = await room.db.transaction().execute((tx) =>
        decideBankChange(room, tx, {
          id: request.params.id,
          by: request.person.id,
          decision,
          reason: reason.trim(),
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
      summary:
        "Says of a watch-list hit that it is somebody else, or them, or clears one that was confirmed; two people do (compliance)",
      tags: ["identity"],
      access: deciding("compliance"),
      params: inputOf({ id: UUID, hit: UUID }),
      body: inputOf({ decision: oneOf("dismiss", "confirm", "clear"), reason: REASON }),
      answers: { 200: HitOutcome },
      errors: ["not-found", "already-decided", "same-person"],
    },
    async (request) => {
      const { decision } = request.body;
      const said = {
        reviewId: request.params.id,
        hitId: request.params.hit,
        reviewer: request.person.id,
        reason: request.body.reason.trim(),
      };
      const decided = await room.db
        .transaction()
        .execute(async (tx) =>
          decision === "clear"
            ? await clearHit(room, tx, said)
            : await decideHit(room, tx, { ...said, decision }),
        );
      if (!decided.ok) throw new AppError(decided.error.code);
      return decided.value;
    },
  );

  webhookRoute(app, room);
}

/**
 * Registers the webhook in its own scope, because its signature covers the raw bytes and the body must stay unparsed.
 */
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
        // Each vendor has a different signature scheme.
        access: signed(
          (request) =>
            isSigned(room.webhookSecret(), bytesOf(request), request.headers["x-sha2-signature"]) ||
            isSignedAtTime(
              room.webhookSecret(),
              bytesOf(request),
              request.headers["verifio-signature"],
              room.clock.wall(),
            ),
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
