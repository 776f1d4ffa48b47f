import { sql } from "kysely";
import type { LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { businessDayAfter, dealingNow } from "../fund/index.ts";
import { writeOfAside } from "./aside-letters.ts";
import { momentOf } from "./moment-of.ts";
import { announcePaid } from "./receive-payment.ts";
import type { PaymentsRoom } from "./room.ts";
import type { CaseState } from "./tables.ts";
import "./tables.ts";

/** Who decides about which case. */
export type CaseAct = { readonly case: string; readonly by: string };

/** Why a decision about money that is held is not taken. */
export type CaseFailure = {
  readonly code:
    | "not-found"
    | "already-decided"
    | "four-eyes"
    | "order-unknown"
    | "order-not-open"
    | "amount-short"
    | "case-refund-only"
    | "refund-account"
    | "refund-not-due"
    | "calendar-not-loaded";
  readonly field?: string;
};

type Decided = Result<{ readonly state: CaseState }, CaseFailure>;

/** Somebody of finance looks after it from now on. */
export async function claimCase(room: PaymentsRoom, tx: Tx, act: CaseAct): Promise<Decided> {
  const found = await openCase(tx, act.case);
  if (!found.ok) return found;
  return await change(room, tx, act, { state: found.value.state, set: { owner: act.by } });
}

/** Keeps the money where it is, with the reason: until the payer has proved who they are, say. */
export async function holdCase(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct & { readonly note: string },
): Promise<Decided> {
  const found = await openCase(tx, act.case, ["OPEN", "HELD"]);
  if (!found.ok) return found;
  return await change(room, tx, act, { state: "HELD", set: { owner: act.by, note: act.note } });
}

/** Says that it is the money of an open order; what is over stays in a case of its own. */
export async function matchCase(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct & { readonly reference: string },
): Promise<Decided> {
  const found = await openCase(tx, act.case, ["OPEN", "HELD"]);
  if (!found.ok) return found;
  const order = await tx
    .selectFrom("orders")
    .select(["id", "amount"])
    .where("reference", "=", act.reference.trim().toUpperCase())
    .executeTakeFirst();
  if (order === undefined || order.amount === null)
    return fail({ code: "order-unknown", field: "reference" });
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
  await announcePaid(room, tx, { order: order.id, amount: order.amount, at });
  await say(room, tx, act, found.value.state, "MATCHED");
  return ok({ state: "MATCHED" });
}

/**
 * Asks that it goes back to the account that it came from, on the next business day. Where the bank did not say which that is,
 * whoever asks does.
 */
export async function askRefund(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct & { readonly bank?: string; readonly account?: string; readonly name?: string },
): Promise<Decided> {
  const found = await openCase(tx, act.case, ["OPEN", "HELD"]);
  if (!found.ok) return found;
  const from = await tx
    .selectFrom("payments")
    .select(["payer_bank", "payer_account", "payer_name"])
    .where("id", "=", found.value.payment_id)
    .executeTakeFirstOrThrow();
  const account = from.payer_account ?? act.account?.replace(/[\s-]/g, "") ?? "";
  const bank = from.payer_bank ?? act.bank ?? "";
  if (!/^\d{10,16}$/.test(account)) return fail({ code: "refund-account", field: "account" });
  if (!/^\d{3}$/.test(bank)) return fail({ code: "refund-account", field: "bank" });
  const due = businessDayAfter(await room.calendar(tx), room.clock.today() as LocalDate, 1);
  if (!due.ok) return fail({ code: "calendar-not-loaded" });
  return await change(room, tx, act, {
    state: "REFUND_ASKED",
    set: {
      owner: act.by,
      asked_by: act.by,
      refund_bank: bank,
      refund_account: account,
      refund_name: from.payer_name ?? act.name ?? null,
      refund_on: due.value,
    },
  });
}

/** Another person approves it: the money is set aside. */
export async function approveRefund(room: PaymentsRoom, tx: Tx, act: CaseAct): Promise<Decided> {
  const found = await openCase(tx, act.case, ["REFUND_ASKED"]);
  if (!found.ok) return found;
  if (found.value.asked_by === act.by) return fail({ code: "four-eyes" });
  const changed = await change(room, tx, act, { state: "REFUND_APPROVED", set: { approved_by: act.by } });
  await book(room, tx, act, "approved");
  await writeOfAside(room, tx, { template: "refund-approved", of: { case: act.case } });
  return changed;
}

/** Another person says no to it: the case is open again. */
export async function denyRefund(room: PaymentsRoom, tx: Tx, act: CaseAct): Promise<Decided> {
  const found = await openCase(tx, act.case, ["REFUND_ASKED"]);
  if (!found.ok) return found;
  return await change(room, tx, act, {
    state: "OPEN",
    set: { asked_by: null, refund_bank: null, refund_account: null, refund_name: null, refund_on: null },
  });
}

/** It has left the bank, under this reference; never before its day. */
export async function sendRefund(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct & { readonly reference: string },
): Promise<Decided> {
  const found = await openCase(tx, act.case, ["REFUND_APPROVED"]);
  if (!found.ok) return found;
  if ((found.value.refund_on ?? "") > room.clock.today()) return fail({ code: "refund-not-due" });
  await book(room, tx, act, "sent");
  const changed = await change(room, tx, act, {
    state: "REFUNDED",
    set: { refund_reference: act.reference },
  });
  await writeOfAside(room, tx, { template: "refund-sent", of: { case: act.case } });
  return changed;
}

async function openCase(
  tx: Tx,
  id: string,
  states: readonly CaseState[] = ["OPEN", "HELD", "REFUND_ASKED", "REFUND_APPROVED"],
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

async function book(room: PaymentsRoom, tx: Tx, act: CaseAct, step: "approved" | "sent"): Promise<void> {
  await sql`select book_refund(${act.case}::uuid, ${step}, ${room.clock.today()}::date,
    ${room.clock.now().toJSDate()}::timestamptz)`.execute(tx);
}

async function change(
  room: PaymentsRoom,
  tx: Tx,
  act: CaseAct,
  to: {
    readonly state: CaseState;
    readonly set: {
      readonly [Column in
        | "owner"
        | "note"
        | "asked_by"
        | "approved_by"
        | "refund_bank"
        | "refund_account"
        | "refund_name"
        | "refund_on"
        | "refund_reference"]?: string | null;
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
  await say(room, tx, act, before.state, to.state);
  return ok({ state: to.state });
}

async function say(room: PaymentsRoom, tx: Tx, act: CaseAct, from: CaseState, to: CaseState): Promise<void> {
  await record(tx, room.clock, {
    actor: `person:${act.by}`,
    action: "payments.decideCase",
    subject: `payment-case:${act.case}`,
    from,
    to,
  });
}
