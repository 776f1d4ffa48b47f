import { type App, AppError, answer, nameAnswers, objectOf, oneOf, requireRole } from "../http/index.ts";
import { IDENTITY_ANSWERS } from "./answers.ts";
import { type Decision, decideReview } from "./decide-review.ts";
import { openReviewPage, showNationalId } from "./review-page.ts";
import { rejectedReviews, reviewQueue, sharedDocuments } from "./review-queue.ts";
import type { Room } from "./room.ts";
import { namedItems } from "./sent-names.ts";
import type { AskedItem } from "./tables.ts";
import { isSigned } from "./webhook-signature.ts";
import { takeEvent } from "./webhooks.ts";

/** Reviews by `compliance`, and the vendors' webhook. */
export function identityRoutes(app: App, room: Room): void {
  nameAnswers(app, IDENTITY_ANSWERS);
  app.get(
    "/api/reviews",
    {
      schema: {
        summary: "Identities to be reviewed, the oldest first (compliance)",
        tags: ["identity"],
        response: { 200: answer("ReviewList") },
      },
    },
    async (request) => {
      requireRole(request, "compliance");
      return {
        reviews: await reviewQueue(room),
        rejected: await rejectedReviews(room),
        sharedDocuments: await sharedDocuments(room),
      };
    },
  );

  app.get<{ Params: { id: string } }>(
    "/api/reviews/:id",
    {
      schema: {
        summary: "One review with documents, checks and papers (compliance)",
        tags: ["identity"],
        params: ID,
        response: { 200: answer("Review") },
      },
    },
    async (request) => {
      const reviewer = requireRole(request, "compliance");
      const page = await openReviewPage(room, request.params.id, reviewer.id);
      if (page === null) throw new AppError("not-found");
      return page;
    },
  );

  app.post<{ Params: { id: string } }>(
    "/api/reviews/:id/national-id",
    {
      schema: {
        summary: "Shows the whole ID number of a review; each look is written down (compliance)",
        tags: ["identity"],
        params: ID,
        response: { 200: answer("CardNumbers") },
      },
    },
    async (request) => {
      const reviewer = requireRole(request, "compliance");
      const numbers = await showNationalId(room, request.params.id, reviewer.id);
      if (numbers === null) throw new AppError("not-found");
      return numbers;
    },
  );

  app.post<{
    Params: { id: string };
    Body: { decision: Decision; reason: string; asked?: readonly AskedItem[] };
  }>(
    "/api/reviews/:id/decision",
    {
      schema: {
        summary: "Approves an identity, or asks to correct it (compliance)",
        tags: ["identity"],
        params: ID,
        body: {
          type: "object",
          properties: {
            decision: { type: "string", enum: ["approve", "reject", "ask-again"] },
            reason: REASON,
            asked: {
              type: "array",
              maxItems: 30,
              items: {
                type: "object",
                properties: { name: { type: "string", maxLength: 60 }, reason: REASON },
                required: ["name", "reason"],
                additionalProperties: false,
              },
            },
          },
          required: ["decision", "reason"],
          additionalProperties: false,
        },
        response: { 200: answer("ReviewDecision") },
      },
    },
    async (request) => {
      const reviewer = requireRole(request, "compliance");
      const { decision, reason } = request.body;
      const asked = await namedItems(room, decision === "ask-again" ? (request.body.asked ?? []) : []);
      const decided = await room.db.transaction().execute((tx) =>
        decideReview(room, tx, {
          reviewId: request.params.id,
          reviewer: reviewer.id,
          decision,
          reason: reason.trim(),
          asked,
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
    scope.post<{ Body: Buffer | undefined }>(
      "/api/webhooks/identity",
      {
        config: { crossOrigin: true },
        bodyLimit: 64 * 1024,
        schema: {
          summary: "Events of identity vendors, signed",
          tags: ["identity"],
          response: { 200: objectOf({ outcome: oneOf("applied", "known", "ignored") }) },
        },
      },
      async (request) => {
        const body = request.body ?? Buffer.alloc(0);
        if (!isSigned(room.webhookSecret(), body, request.headers["x-sha2-signature"]))
          throw new AppError("signature");
        const outcome = await takeEvent(room, body);
        if (outcome === "again") throw new AppError("service-unavailable");
        return { outcome };
      },
    );
  });
}

const REASON = { type: "string", minLength: 1, maxLength: 1_000, pattern: "\\S" } as const;

const ID = {
  type: "object",
  properties: { id: { type: "string", format: "uuid" } },
  required: ["id"],
};
