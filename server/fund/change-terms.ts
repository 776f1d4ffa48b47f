import { BAHT_SCALE, formatBaht, satangOf } from "../../domain/money.ts";
import { addDays, isLocalDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { parseTypedDecimal } from "../../engine/values/typed-decimal.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { isBusinessDay } from "./calendar.ts";
import { newId } from "./new-id.ts";
import {
  type Decision,
  type DecisionFailure,
  decideProposal,
  enteredBy,
  proposalToDecide,
} from "./proposals.ts";
import type { FundRoom } from "./room.ts";
import { columnsOf, sameTerms, type TermsValues, valuesOf } from "./term-values.ts";
import { termsDay, termsOf } from "./terms.ts";
import "./tables.ts";

/** New terms of a strategy, as a person of finance enters them. */
export type TermsProposal = {
  readonly strategy: string;
  /** The first NAV day for which the terms apply. Orders at earlier NAVs keep the old terms. */
  readonly from: string;
  readonly terms: TermsValues;
  readonly note: string;
};

export type TermsFailure = {
  readonly code:
    | "strategy-unknown"
    | "terms-date-not-valid"
    | "terms-amount-not-valid"
    | "terms-maximum-not-valid"
    | "terms-dates-not-valid"
    | "terms-same"
    | "terms-wait-already";
  readonly pointer?: string;
  /** The day after which the terms may begin. Present only if the proposed day is too early. */
  readonly after?: string;
};

/** Maximum number of days from today until new terms begin. If it were longer, people would forget them. */
const FURTHEST_DAYS = 366;
const LEAST_MAXIMUM = 100_000_000n;
const AMOUNTS = ["minFirst", "minNext", "minReduction", "minRemainder", "maxOrder"] as const;

/**
 * Stores proposed terms of a strategy. Another person must decide about them. They must begin on a business
 * day for which there are no orders yet, so that an order always gets the terms that its investor saw. Only
 * one proposal per strategy can be open at a time.
 */
export async function proposeTerms(
  room: FundRoom,
  personId: string,
  given: TermsProposal,
): Promise<Result<{ readonly id: string }, TermsFailure>> {
  const checked = checkedTerms(given.terms);
  if (!checked.ok) return checked;
  const terms = checked.value;
  return await room.db.transaction().execute(async (tx) => {
    const fault = await dateFault(room, tx, given.from);
    if (fault !== null) return fail(fault);
    const before = await termsOf(tx, given.strategy, given.from);
    if (before === undefined) return fail({ code: "strategy-unknown", pointer: "/strategy" });
    if (sameTerms(valuesOf(before), terms)) return fail({ code: "terms-same", pointer: "/terms" });
    const id = newId();
    const written = await tx
      .insertInto("strategy_terms")
      .values({
        id,
        strategy: given.strategy,
        from_date: given.from,
        ...columnsOf(terms),
        ...enteredBy(room, personId, given.note),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (written === undefined) return fail({ code: "terms-wait-already" });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "terms.propose",
      subject: `terms:${id}`,
      to: "PROPOSED",
      detail: { strategy: given.strategy, from: given.from },
    });
    return ok({ id });
  });
}

/**
 * Approves or rejects proposed terms. The person who proposed them cannot decide. If there is already an
 * order for their first NAV day, the terms cannot be approved.
 */
export async function decideTerms(
  room: FundRoom,
  personId: string,
  of: Decision,
): Promise<Result<{ readonly id: string; readonly state: string }, DecisionFailure | TermsFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const about = { table: "strategy_terms", id: of.id, personId } as const;
    const found = await proposalToDecide<{ state: "PROPOSED"; entered_by: string; from_date: string }>(
      tx,
      about,
    );
    if (!found.ok) return found;
    const fault = of.decision === "APPROVED" ? await dateFault(room, tx, found.value.from_date) : null;
    if (fault !== null) return fail(fault);
    await decideProposal(room, tx, { ...of, ...about, about: "terms" });
    return ok({ id: of.id, state: of.decision });
  });
}

async function dateFault(room: FundRoom, db: Db | Tx, from: string): Promise<TermsFailure | null> {
  const dealt = await termsDay(room, db);
  const fault = { code: "terms-date-not-valid", pointer: "/from", after: dealt } as const;
  if (!isLocalDate(from) || from <= dealt || from > addDays(dealt as LocalDate, FURTHEST_DAYS)) return fault;
  const business = isBusinessDay(await room.calendar(db), from);
  return business.ok && business.value ? null : fault;
}

/**
 * Returns the terms with amounts in canonical form. Fails at the first value that is not valid, and names it.
 */
function checkedTerms(given: TermsValues): Result<TermsValues, TermsFailure> {
  const amounts: Record<string, string> = {};
  for (const name of AMOUNTS) {
    const parsed = parseTypedDecimal(given[name], BAHT_SCALE);
    if (!parsed.ok || parsed.value < 0n)
      return fail({ code: "terms-amount-not-valid", pointer: `/terms/${name}` });
    amounts[name] = formatBaht(parsed.value);
  }
  const terms = { ...given, ...amounts };
  const most = satangOf(terms.maxOrder);
  const least = [satangOf(terms.minFirst), satangOf(terms.minNext), LEAST_MAXIMUM];
  if (least.some((amount) => amount > most))
    return fail({ code: "terms-maximum-not-valid", pointer: "/terms/maxOrder" });
  const { registeredOn, managedFrom } = terms;
  for (const name of ["registeredOn", "managedFrom"] as const)
    if (!isLocalDate(terms[name])) return fail({ code: "terms-dates-not-valid", pointer: `/terms/${name}` });
  if (managedFrom < registeredOn)
    return fail({ code: "terms-dates-not-valid", pointer: "/terms/managedFrom" });
  return ok(terms);
}
