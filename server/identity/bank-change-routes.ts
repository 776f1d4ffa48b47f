import { type App, AppError, call, deciding, inputOf, oneOf, staff, UUID } from "../http/index.ts";
import { BankChangeDecision, BankChangeList, BankChangeSheet } from "./answers.ts";
import { countBankChanges, decideBankChange, openBankChange, openBankChanges } from "./bank-changes.ts";
import { REASON } from "./review-reason.ts";
import type { Room } from "./room.ts";

const ID = inputOf({ id: UUID });

/** Registers the desk where `compliance` decides on the bank accounts to which people ask to be paid. */
export function bankChangeRoutes(app: App, room: Room): void {
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
}
