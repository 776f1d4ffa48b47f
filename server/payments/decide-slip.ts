import { sql } from "kysely";
import type { DateTime } from "luxon";
import { bankCode } from "../../domain/bank-code.ts";
import { satangOf } from "../../domain/money.ts";
import { isSlipReference } from "../../domain/slip-code.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { inTrail, record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { dealingNow } from "../fund/index.ts";
import { writeToInvestor } from "../orders/index.ts";
import { approvalsFor } from "./approvals-for.ts";
import { tellExpired } from "./aside-letters.ts";
import { receivePayment } from "./receive-payment.ts";
import type { PaymentsRoom } from "./room.ts";
import type { HeldReason } from "./tables.ts";
import {
  bookNames,
  lockAlike,
  nameSlip,
  paymentAlike,
  plainReference,
  transferNames,
  unnameSlip,
} from "./transfer-names.ts";
import "./tables.ts";

/** What a person of finance read on a slip. */
export type SlipReading = {
  readonly bank: string;
  readonly reference: string;
  /** Amount in baht with two decimals. */
  readonly amount: string;
  /** Time of the transfer, as the slip shows it. */
  readonly at: DateTime<true>;
};

/** What became of a confirmation. `second-needed` means that another person must confirm too. */
export type SlipConfirmed =
  | { readonly kind: "confirmed" }
  | { readonly kind: "second-needed" }
  | { readonly kind: "held"; readonly reason: HeldReason };

export type SlipDecisionFailure = {
  readonly code:
    | "not-found"
    | "already-decided"
    | "four-eyes"
    | "transfer-ahead"
    | "slip-used"
    | "slip-bank"
    | "slip-reference"
    | "slip-amount"
    | "slip-differs"
    | "slip-code-differs";
  readonly field?: "bank" | "reference" | "amount" | "at";
};

/**
 * Confirms a slip with what a person read on it. The time of the transfer decides the NAV day. In some cases
 * two people must confirm with the same values: if the NAV of that day is known, if the amount differs from
 * the order or is above the limit for one person, or if a booked transfer looks the same. Until the second
 * person confirms, the first can correct the values; this does not count as a second confirmation. If the
 * money does not fit the order, it is held.
 */
export async function confirmSlip(
  room: PaymentsRoom,
  tx: Tx,
  given: { readonly slip: string; readonly by: string; readonly reading: SlipReading },
): Promise<Result<SlipConfirmed, SlipDecisionFailure>> {
  const slip = await openSlip(tx, given.slip);
  if (!slip.ok) return slip;
  const { bank, reference } = given.reading;
  const reading = { ...given.reading, bank: bankCode(bank), reference: plainReference(reference) };
  const fault = faultOf(room, reading);
  if (fault !== null) return fail(fault);
  if (slip.value.code === "read") {
    if (slip.value.bank !== reading.bank) return fail({ code: "slip-code-differs", field: "bank" });
    if (plainReference(slip.value.bank_reference ?? "") !== reading.reference)
      return fail({ code: "slip-code-differs", field: "reference" });
  }
  await lockAlike(tx, { ...reading, at: reading.at.toJSDate() });
  await unnameSlip(tx, given.slip, "references");
  if (!(await nameSlip(tx, given.slip, transferNames(reading))))
    return fail({ code: "slip-used", field: "reference" });
  const readings = await tx
    .selectFrom("slip_confirmations")
    .selectAll()
    .where("slip_id", "=", given.slip)
    .orderBy("reading", "desc")
    .execute();
  const differs = (one: (typeof readings)[number]) =>
    one.bank !== reading.bank ||
    plainReference(one.bank_reference) !== reading.reference ||
    one.amount !== reading.amount ||
    one.transferred_at.getTime() !== reading.at.toMillis();
  const own = readings.find((one) => one.person_id === given.by);
  if (own !== undefined && !differs(own)) return fail({ code: "four-eyes" });
  const first = readings.find((one) => one.person_id !== given.by);
  if (first !== undefined && differs(first)) return fail({ code: "slip-differs" });
  await tx
    .insertInto("slip_confirmations")
    .values({
      slip_id: given.slip,
      person_id: given.by,
      at: room.clock.now().toJSDate(),
      bank: reading.bank,
      bank_reference: reading.reference,
      amount: reading.amount,
      transferred_at: reading.at.toJSDate(),
    })
    .execute();
  // These values need a second person, so they are stored. If the same person enters other values later,
  // these need a second person too.
  if (first === undefined && (own !== undefined || (await needsTwo(room, tx, slip.value, reading)))) {
    await say(room, tx, given, "SECOND_NEEDED");
    return ok({ kind: "second-needed" });
  }
  return await take(room, tx, { ...given, reading }, slip.value.order_id);
}

/** Returns whether a slip with these values needs the confirmation of two people. */
async function needsTwo(
  room: PaymentsRoom,
  tx: Tx,
  slip: {
    readonly order_id: string;
    readonly strategy: string;
    readonly navDate: string;
    readonly amount: string | null;
  },
  reading: SlipReading,
): Promise<boolean> {
  if (reading.amount !== slip.amount || (await approvalsFor(tx, reading.amount)) > 1) return true;
  const { bank, reference, amount, at } = reading;
  const told = { bank, reference, payerBank: bank, payerHash: null, order: slip.order_id, amount };
  if ((await paymentAlike(tx, { ...told, at: at.toJSDate(), source: "slip" })) !== null) return true;
  return await isNavKnown(room, tx, slip, at);
}

/**
 * Rejects a slip. The investor gets the reason by letter. If the time to pay is over, the order also expires.
 */
export async function refuseSlip(
  room: PaymentsRoom,
  tx: Tx,
  given: { readonly slip: string; readonly by: string; readonly reason: string },
): Promise<Result<{ readonly kind: "refused" }, SlipDecisionFailure>> {
  const slip = await openSlip(tx, given.slip);
  if (!slip.ok) return slip;
  const { person_id: about } = slip.value;
  const reason = await room.vault.sealWords(tx, about, slipPlace(given.slip), given.reason);
  await decided(room, tx, given, { state: "REFUSED", reason });
  await unnameSlip(tx, given.slip);
  const order = slip.value.order_id;
  const status = (await expireLate(room, tx, order)) ? "EXPIRED" : slip.value.status;
  await writeToInvestor(room, tx, {
    template: "slip-refused",
    order,
    key: `slip-refused:${given.slip}`,
    says: () => ({
      reason: given.reason,
      now: status === "SUBMITTED" || status === "APPROVED" ? status : "ended",
    }),
  });
  return ok({ kind: "refused" });
}

async function take(
  room: PaymentsRoom,
  tx: Tx,
  given: { readonly slip: string; readonly by: string; readonly reading: SlipReading },
  order: string,
): Promise<Result<SlipConfirmed, SlipDecisionFailure>> {
  const { reading } = given;
  const received = await receivePayment(room, tx, {
    bank: reading.bank,
    bankReference: reading.reference,
    order,
    amount: reading.amount,
    at: reading.at,
    source: "slip",
    payer: { bank: reading.bank, account: null, name: null },
  });
  if (received.ok && received.value.kind === "known") return fail({ code: "slip-used", field: "reference" });
  const payment = received.ok ? received.value.payment : received.error.payment;
  if (payment !== null) await bookNames(tx, given.slip, payment);
  await decided(room, tx, given, {
    state: "CONFIRMED",
    payment_id: payment,
    bank: reading.bank,
    bank_reference: reading.reference,
  });
  if (received.ok) return ok({ kind: "confirmed" });
  await expireLate(room, tx, order);
  return ok({ kind: "held", reason: received.error.code });
}

/**
 * Returns the place to which the vault binds the reason for rejecting a slip. At another place, the reason
 * cannot be opened.
 */
export const slipPlace = (slip: string) => `slips/${slip}`;

/**
 * Locks and returns a slip and its order. The order is locked first, as everywhere, so that no deadlock can
 * occur.
 */
async function openSlip(tx: Tx, id: string) {
  const found = await tx.selectFrom("slips").select("order_id").where("id", "=", id).executeTakeFirst();
  if (found === undefined) return fail({ code: "not-found" } as const);
  const order = await tx
    .selectFrom("orders")
    .select(["strategy", "nav_date", "amount", "status"])
    .where("id", "=", found.order_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const slip = await tx
    .selectFrom("slips")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (slip.state !== "WAITING") return fail({ code: "already-decided" } as const);
  const { strategy, nav_date: navDate, amount, status } = order;
  return ok({ ...slip, strategy, navDate, amount, status });
}

function faultOf(room: PaymentsRoom, reading: SlipReading): SlipDecisionFailure | null {
  if (!/^\d{3}$/.test(reading.bank)) return { code: "slip-bank", field: "bank" };
  if (!isSlipReference(reading.reference)) return { code: "slip-reference", field: "reference" };
  if (satangOf(reading.amount) <= 0n) return { code: "slip-amount", field: "amount" };
  if (reading.at > room.clock.now()) return { code: "transfer-ahead", field: "at" };
  return null;
}

/**
 * Returns whether the NAV of the day that the money would get is already approved. If so, the sender may have
 * known the price.
 */
async function isNavKnown(
  room: PaymentsRoom,
  tx: Tx,
  order: { readonly strategy: string; readonly navDate: string },
  at: DateTime<true>,
): Promise<boolean> {
  const { navDate } = await dealingNow(room, tx, at);
  const date = navDate > order.navDate ? navDate : order.navDate;
  const { rows } = await sql<{ known: boolean }>`select exists (select from navs
    where strategy = ${order.strategy} and date = ${date} and status = 'APPROVED') as known`.execute(tx);
  return rows[0]?.known === true;
}

async function decided(
  room: PaymentsRoom,
  tx: Tx,
  given: { readonly slip: string; readonly by: string },
  to:
    | { readonly state: "REFUSED"; readonly reason: Buffer }
    | {
        readonly state: "CONFIRMED";
        readonly payment_id: string | null;
        readonly bank: string;
        readonly bank_reference: string;
      },
): Promise<void> {
  await tx
    .updateTable("slips")
    .set({ ...to, decided_at: room.clock.now().toJSDate() })
    .where("id", "=", given.slip)
    .execute();
  const words = "reason" in to ? { place: slipPlace(given.slip), sealed: to.reason } : undefined;
  await say(room, tx, given, to.state, words);
}

async function say(
  room: PaymentsRoom,
  tx: Tx,
  given: { readonly slip: string; readonly by: string },
  to: string,
  reason?: Parameters<typeof inTrail>[0],
): Promise<void> {
  await record(tx, room.clock, {
    actor: `person:${given.by}`,
    action: "payments.decideSlip",
    subject: `slip:${given.slip}`,
    from: "WAITING",
    to,
    detail: reason === undefined ? {} : { reason: inTrail(reason) },
  });
}

/**
 * Expires an order whose time to pay is over, and that was open only because its slip was waiting. Returns
 * whether it expired.
 */
async function expireLate(room: PaymentsRoom, tx: Tx, order: string): Promise<boolean> {
  const now = room.clock.now().toJSDate();
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set({ status: "EXPIRED", changed_by: "system:expiry", changed_at: now, change: "{}" })
    .where("id", "=", order)
    .where("status", "=", "SUBMITTED")
    .where("pay_by", "<=", now)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await tellExpired(room, tx, order);
  return true;
}
