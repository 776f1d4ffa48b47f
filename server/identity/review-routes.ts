import {
  type App,
  AppError,
  call,
  deciding,
  inputOf,
  listOf,
  oneOf,
  staff,
  TEXT,
  UUID,
} from "../http/index.ts";
import { clearHit } from "./aml/clear-hit.ts";
import { decideHit } from "./aml/decide-hit.ts";
import { countHits, openHits } from "./aml/hits-shown.ts";
import { CardNumbers, HitOutcome, Review, ReviewDecision, ReviewList } from "./answers.ts";
import { decideReview } from "./decide-review.ts";
import { openReviewPage, showNationalId } from "./review-page.ts";
import { countReviews, findReviews, rejectedReviews, reviewQueue, sharedDocuments } from "./review-queue.ts";
import { REASON } from "./review-reason.ts";
import type { Room } from "./room.ts";
import { namedItems } from "./sent-names.ts";

const ID = inputOf({ id: UUID });

/** Registers the desk of `compliance` for identities: the list of reviews, and the decisions. */
export function reviewRoutes(app: App, room: Room): void {
  openReviewRoutes(app, room);
  reviewDecisionRoute(app, room);
  hitDecisionRoute(app, room);
}

function openReviewRoutes(app: App, room: Room): void {
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
}

function reviewDecisionRoute(app: App, room: Room): void {
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
}

function hitDecisionRoute(app: App, room: Room): void {
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
}
