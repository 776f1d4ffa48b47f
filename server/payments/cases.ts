import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { inTrail, record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { dealingNow } from "../fund/index.ts";
import { approvalsFor } from "./approvals-for.ts";
import { momentOf } from "./moment-of.ts";
import { givePayer } from "./payers.ts";
import { announcePaid } from "./receive-payment.ts";
import type { PaymentsRoom } from "./room.ts";
import type { CaseState } from "./tables.ts";
import "./tables.ts";

/** Identifies a case (held money), and the person who decides about it. */
export type CaseAct = { readonly case: string; readonly by: string };

/** The reason why a decision about a case cannot be accepted. */
export type CaseFailure = {
  readonly code:
    | "not-found"
    | "already-decided"
    | "order-unknown"
    | "order-not-open"
    | "amount-short"
    | "case-refund-only"
    | "case-not-alike"
    | "four-eyes"
    | "calendar-not-loaded";
  readonly field?: string;
};

/** The state of the case after a decision. `second` is set if another person must confirm. */
export type CaseNow = { readonly state: CaseState; readonly second?: true };

type Decided = Result<CaseNow, CaseFailure>;

/** Records that a person of finance looks after a case. */
export async function claimCase(room: PaymentsRoom, tx: Tx, act: CaseAct): Promise<Decided> {
  const found = await openCase(tx, act.case);
  if (!found.ok) return found;
  return await change(room, tx, act, { state: found.value.state, set: { owner: act.by } });
}

/** Keeps the money held, with a reason: for example, the payer must first prove their identity. */
export async function holdCase(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct & { readonly note: string },
): Promise<Decided> {
  const found = await openCase(tx, act.case);
  if (!found.ok) return found;
  const { rows } = await sql<{ out: boolean }>`select withdraw_refund(${act.case}::uuid) as out`.execute(tx);
  if (rows[0]?.out !== true) return fail({ code: "already-decided" });
  const { rows: whose } = await sql<{
    payee: string | null;
  }>`select payee_of(${act.case}::uuid) as payee`.execute(tx);
  const note = await room.vault.sealWords(tx, whose[0]?.payee ?? null, casePlace(act.case), act.note);
  const set = { owner: act.by, note, refund_on: null };
  return await change(room, tx, act, { state: "HELD", set });
}

/**
 * Matches the money of a case with an open order. A surplus becomes another case and is refunded. Two people
 * must confirm if the amount is above the limit for one person, or if the money resembles a booked transfer.
 */
export async function matchCase(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct & { readonly reference: string },
): Promise<Decided> {
  const found = await openCase(tx, act.case);
  if (!found.ok) return found;
  const order = await tx
    .selectFrom("orders")
    .select(["id", "amount", "person_id"])
    .where("reference", "=", act.reference.trim().toUpperCase())
    .executeTakeFirst();
  if (order === undefined || order.amount === null)
    return fail({ code: "order-unknown", field: "reference" });
  const { state } = found.value;
  const said = await saidByTwo(room, tx, found.value, { ...act, act: "match", order: order.id });
  if (!said.ok) return said;
  if (said.value === "second-needed") return ok({ state, second: true });
  const payment = await tx
    .selectFrom("payments")
    .select("transferred_at")
    .where("id", "=", found.value.payment_id)
    .executeTakeFirstOrThrow();
  const at = momentOf(payment.transferred_at);
  const { navDate, allotmentDate } = await dealingNow(room, tx, at);
  const { rows } = await sql<{
    outcome: "matched" | CaseFailure["code"];
  }>`select match_case(${act.case}::uuid,
    ${order.id}::uuid, ${act.by}::uuid, ${navDate}::date, ${allotmentDate}::date, ${room.clock.today()}::date,
    ${room.clock.now().toJSDate()}::timestamptz) as outcome`.execute(tx);
  const outcome = rows[0]?.outcome ?? "not-found";
  if (outcome !== "matched") return fail({ code: outcome, field: "reference" });
  await givePayer(room, tx, { payment: found.value.payment_id, personId: order.person_id });
  await announcePaid(room, tx, { order: order.id, amount: order.amount, at });
  await say(room, tx, act, { from: state, to: "MATCHED" });
  return ok({ state: "MATCHED" });
}

/**
 * Closes a case because its money is the same as the booked transfer that it resembles. Two people must
 * confirm; then the second booking is reversed.
 */
export async function sameCase(room: PaymentsRoom, tx: Tx, act: CaseAct): Promise<Decided> {
  const found = await openCase(tx, act.case, ["OPEN", "HELD"]);
  if (!found.ok) return found;
  const { state, reason } = found.value;
  if (reason !== "alike") return fail({ code: "case-not-alike" });
  const said = await saidByTwo(room, tx, found.value, { ...act, act: "same", order: null });
  if (!said.ok) return said;
  if (said.value === "second-needed") return ok({ state, second: true });
  await sql`select case_is_known(${act.case}::uuid, ${act.by}::uuid, ${room.clock.today()}::date,
    ${room.clock.now().toJSDate()}::timestamptz)`.execute(tx);
  await say(room, tx, act, { from: state, to: "KNOWN" });
  return ok({ state: "KNOWN" });
}

/**
 * Returns whether enough people have confirmed the same decision about a case. Two must confirm if the money
 * resembles a booked transfer, or if the amount of a match is above the limit for one person. The newest
 * confirmation must be followed by that of another person. A second confirmation by the same person is
 * rejected.
 */
async function saidByTwo(
  room: PaymentsRoom,
  tx: Tx,
  of: { readonly id: string; readonly reason: string; readonly amount: string },
  saying: {
    readonly by: string;
    readonly act: "match" | "refund" | "same";
    readonly order: string | null;
  },
): Promise<Result<"enough" | "second-needed", CaseFailure>> {
  const isAlike = of.reason === "alike";
  if (!isAlike && (saying.act === "refund" || (await approvalsFor(tx, of.amount)) < 2)) return ok("enough");
  const before = await tx
    .selectFrom("payment_case_confirmations")
    .selectAll()
    .where("case_id", "=", of.id)
    .orderBy("saying", "desc")
    .limit(1)
    .executeTakeFirst();
  const isSame = before !== undefined && before.act === saying.act && before.order_id === saying.order;
  if (isSame && before.person_id === saying.by) return fail({ code: "four-eyes" });
  await tx
    .insertInto("payment_case_confirmations")
    .values({
      case_id: of.id,
      person_id: saying.by,
      at: room.clock.now().toJSDate(),
      act: saying.act,
      order_id: saying.order,
    })
    .execute();
  if (isSame) return ok("enough");
  await record(tx, room.clock, {
    actor: `person:${saying.by}`,
    action: "payments.confirmCase",
    subject: `payment-case:${of.id}`,
    to: "SECOND_NEEDED",
    detail: { act: saying.act },
  });
  return ok("second-needed");
}

/**
 * Approves the refund of a case. The money goes to the account from which it came, or to the investor's own
 * account. Nobody types an account number. If it is unknown for which order the money came, `reference` is an
 * order of its owner. The refund is sent with a payment file, like all payouts.
 */
export async function refundCase(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct & { readonly reference?: string },
): Promise<Decided> {
  const found = await openCase(tx, act.case, ["OPEN", "HELD", "ACCOUNT_WANTED"]);
  if (!found.ok) return found;
  const reference = act.reference?.trim().toUpperCase() ?? "";
  const order =
    reference === ""
      ? undefined
      : await tx
          .selectFrom("orders")
          .select(["id", "person_id"])
          .where("reference", "=", reference)
          .executeTakeFirst();
  if (reference !== "" && order === undefined) return fail({ code: "order-unknown", field: "reference" });
  const said = await saidByTwo(room, tx, found.value, { ...act, act: "refund", order: order?.id ?? null });
  if (!said.ok) return said;
  if (said.value === "second-needed") return ok({ state: found.value.state, second: true });
  await tx
    .updateTable("payment_cases")
    .set({ owner: act.by, ...(order === undefined ? {} : { payee: order.person_id }) })
    .where("id", "=", act.case)
    .execute();
  if (order !== undefined)
    await givePayer(room, tx, { payment: found.value.payment_id, personId: order.person_id });
  return ok({ state: await beginRefund(room, tx, act.case, `person:${act.by}`) });
}

/** Tries again to find an account for each refund that has none yet. */
export async function refundWhereKnown(room: PaymentsRoom): Promise<void> {
  const waiting = await room.db
    .selectFrom("payment_cases")
    .select("id")
    .where("state", "=", "ACCOUNT_WANTED")
    .execute();
  for (const { id } of waiting)
    await room.db.transaction().execute((tx) => beginRefund(room, tx, id, "system:money-in"));
}

async function beginRefund(room: PaymentsRoom, tx: Tx, id: string, by: string): Promise<CaseState> {
  const { rows } = await sql<{ state: CaseState }>`select begin_refund(${id}::uuid, ${by},
    ${room.clock.now().toJSDate()}::timestamptz) as state`.execute(tx);
  if (rows[0] === undefined) throw new Error("beginRefund: the database answered nothing");
  return rows[0].state;
}

/**
 * Returns the place to which the vault binds the note of a case. At another place, the note cannot be opened.
 */
export const casePlace = (id: string) => `payment_cases/${id}`;

async function openCase(
  tx: Tx,
  id: string,
  states: readonly CaseState[] = ["OPEN", "HELD", "ACCOUNT_WANTED", "REFUND_DUE"],
) {
  const found = await tx
    .selectFrom("payment_cases")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return fail({ code: "not-found" } as const);
  return states.includes(found.state) ? ok(found) : fail({ code: "already-decided" } as const);
}

async function change(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct,
  to: {
    readonly state: CaseState;
    readonly set: {
      readonly owner?: string | null;
      readonly note?: Buffer | null;
      readonly refund_on?: string | null;
    };
  },
): Promise<Decided> {
  const before = await tx
    .selectFrom("payment_cases")
    .select("state")
    .where("id", "=", act.case)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("payment_cases")
    .set({ ...to.set, state: to.state })
    .where("id", "=", act.case)
    .execute();
  await say(room, tx, act, { from: before.state, to: to.state, note: to.set.note });
  return ok({ state: to.state });
}

async function say(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct,
  change: { readonly from: CaseState; readonly to: CaseState; readonly note?: Buffer | null | undefined },
): Promise<void> {
  const { from, to, note = null } = change;
  await record(tx, room.clock, {
    actor: `person:${act.by}`,
    action: "payments.decideCase",
    subject: `payment-case:${act.case}`,
    from,
    to,
    detail: note === null ? {} : { reason: inTrail({ place: casePlace(act.case), sealed: note }) },
  });
}
