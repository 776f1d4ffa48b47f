import { sql } from "kysely";
import { addDays, isLocalDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import { record } from "../audit/index.ts";
import type { DisplayRate, RateDesk } from "./answers.ts";
import { newId } from "./new-id.ts";
import {
  type Decision,
  type DecisionFailure,
  decideProposal,
  enteredBy,
  proposalToDecide,
} from "./proposals.ts";
import type { FundRoom } from "./room.ts";
import { emailsOf } from "./strategy-desk.ts";
import "./tables.ts";

/** Maximum age of a rate in days. If the newest rate is older, amounts are shown in baht only. */
const OLDEST_DAYS = 31;
/** Number of decided rates that the page for staff lists. */
const SHOWN = 12;

/** The price of a US dollar in baht, as a person of finance enters it. */
export type RateProposal = {
  readonly baht: string;
  readonly date: string;
  readonly source: { readonly th: string; readonly en: string };
  readonly note: string;
};

export type RateFailure = { readonly code: "rate-not-valid" | "rate-date-not-valid" | "rate-waits-already" };

/**
 * Returns the newest approved rate, with which pages show dollars beside baht. Returns `null` if there is
 * none, or if it is too old. The rate is only for display. Orders and payments never use it. Source:
 * decisions, screens S9.F19.
 */
export async function displayRate(room: Pick<FundRoom, "db" | "clock">): Promise<DisplayRate | null> {
  const today = room.clock.today() as LocalDate;
  const row = await room.db
    .selectFrom("display_rates")
    .selectAll()
    .where("state", "=", "APPROVED")
    .where("on_date", ">=", addDays(today, -OLDEST_DAYS))
    .where("on_date", "<=", today)
    .orderBy("on_date", "desc")
    .orderBy("decision", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : rateOf(row);
}

/** Stores a proposed rate. Another person must decide about it. Only one proposal can be open at a time. */
export async function proposeRate(
  room: FundRoom,
  personId: string,
  given: RateProposal,
): Promise<Result<{ readonly id: string }, RateFailure>> {
  const baht = normaliseDigits(given.baht).trim();
  if (!/^\d{1,6}(\.\d{1,4})?$/.test(baht) || /^[0.]+$/.test(baht)) return fail({ code: "rate-not-valid" });
  const today = room.clock.today() as LocalDate;
  if (!isLocalDate(given.date) || given.date > today || given.date < addDays(today, -OLDEST_DAYS))
    return fail({ code: "rate-date-not-valid" });
  return await room.db.transaction().execute(async (tx) => {
    const id = newId();
    const written = await tx
      .insertInto("display_rates")
      .values({
        id,
        currency: "USD",
        baht,
        on_date: given.date,
        source_th: given.source.th.trim(),
        source_en: given.source.en.trim(),
        ...enteredBy(room, personId, given.note),
        entered_by: personId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (written === undefined) return fail({ code: "rate-waits-already" });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "rate.propose",
      subject: `rate:${id}`,
      to: "PROPOSED",
      detail: { currency: "USD", baht, date: given.date },
    });
    return ok({ id });
  });
}

/** Approves or rejects the proposed rate. The person who proposed it cannot decide. */
export async function decideRate(
  room: FundRoom,
  personId: string,
  of: Decision,
): Promise<Result<{ readonly id: string; readonly state: string }, DecisionFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const about = { table: "display_rates", id: of.id, personId } as const;
    const found = await proposalToDecide(tx, about);
    if (!found.ok) return found;
    await decideProposal(room, tx, { ...of, ...about, about: "rate" });
    return ok({ id: of.id, state: of.decision });
  });
}

/** Returns the rate in use, the rate that waits for approval, and the latest decisions. */
export async function rateDesk(room: FundRoom, personId: string): Promise<RateDesk> {
  const rows = await room.db
    .selectFrom("display_rates")
    .selectAll()
    .orderBy(sql`decision desc nulls first`)
    .limit(SHOWN)
    .execute();
  const names = await emailsOf(room, rows);
  const entries = rows.map((row) => ({
    ...rateOf(row),
    id: row.id,
    state: row.state,
    note: row.note,
    enteredBy: names.get(row.entered_by as string) ?? null,
    enteredAt: row.entered_at.toISOString(),
    own: row.entered_by === personId,
    decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? null),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionNote: row.decision_note,
  }));
  return {
    today: room.clock.today(),
    now: await displayRate(room),
    waiting: entries.find(({ state }) => state === "PROPOSED") ?? null,
    earlier: entries.filter(({ state }) => state !== "PROPOSED"),
  };
}

function rateOf(row: {
  readonly currency: "USD";
  readonly baht: string;
  readonly on_date: string;
  readonly source_th: string;
  readonly source_en: string;
}): DisplayRate {
  return {
    currency: row.currency,
    baht: row.baht,
    date: row.on_date,
    source: { th: row.source_th, en: row.source_en },
  };
}
