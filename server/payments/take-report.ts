import { sql } from "kysely";
import type { DateTime } from "luxon";
import { bankCode } from "../../domain/bank-code.ts";
import { billReference } from "../../domain/bill-payment.ts";
import type { Tx } from "../db/index.ts";
import { accountHash } from "./payers.ts";
import { type Payer, receivePayment } from "./receive-payment.ts";
import type { PaymentsRoom } from "./room.ts";
import { alsoNamed, lockAlike, paymentAlike, paymentNamed, transferNames } from "./transfer-names.ts";
import "./tables.ts";

/** Incoming money that a bank reports in a message or a statement. */
export type BankReport = {
  readonly bank: string;
  readonly reference: string;
  readonly ref1: string | null;
  readonly ref2: string | null;
  /** Amount in baht with two decimals. */
  readonly amount: string;
  readonly at: DateTime<true>;
  readonly payer: Payer;
};

/** What became of reported money, with the payment that was booked for it. */
export type ReportTaken = { readonly outcome: "matched" | "held" | "known"; readonly payment: string };

/**
 * Processes a report about incoming money. If the money was already booked, because of a message, an earlier
 * statement or a slip, the outcome is `known`. Other money pays the order that `ref1` names, unless there is
 * a reason to hold it. It is held with the reason `third-party` if the payer has another name than the
 * investor. If the bank reported only a part of the name, a person decides. If the money looks like a
 * transfer that is booked under another name, two people decide.
 */
export async function takeReport(
  room: PaymentsRoom,
  tx: Tx,
  told: BankReport,
  source: "bank" | "statement",
): Promise<ReportTaken> {
  const payer = { ...told.payer, bank: told.payer.bank === null ? null : bankCode(told.payer.bank) };
  const report = { ...told, bank: bankCode(told.bank), payer };
  const order = await orderOf(tx, report.ref1);
  const at = report.at.toJSDate();
  await lockAlike(tx, { ...report, at });
  const names = transferNames({ ...report, payerBank: report.payer.bank });
  const known =
    (await paymentNamed(tx, names)) ?? (await linedUp(room, tx, report, order?.id ?? null, source));
  if (known !== null) return await isKnown(tx, known, names);
  const { name } = report.payer;
  const likeness = order === null || name === null ? null : await room.likeness(tx, order.person_id, name);
  const alike = await paymentAlike(tx, {
    ...report,
    at,
    source,
    payerBank: report.payer.bank,
    payerHash: accountHash(room, report.payer.account),
    order: order?.id ?? null,
  });
  const received = await receivePayment(room, tx, {
    bank: report.bank,
    bankReference: report.reference,
    order: order?.id ?? null,
    amount: report.amount,
    at: report.at,
    source,
    ref1: report.ref1,
    ref2: report.ref2,
    payer: report.payer,
    thirdParty: likeness === null || likeness === "PARTIAL" ? null : likeness === "OTHER",
    isPartial: likeness === "PARTIAL",
    alike,
  });
  const payment = received.ok ? received.value.payment : received.error.payment;
  if (payment !== null) return { outcome: received.ok ? "matched" : "held", payment };
  // Another transaction booked the same money in the meantime.
  const other = await paymentNamed(tx, names);
  if (other === null) throw new Error("takeReport: money is known, and no payment has its name");
  return await isKnown(tx, other, names);
}

async function isKnown(tx: Tx, payment: string, names: readonly string[]): Promise<ReportTaken> {
  await alsoNamed(tx, payment, names);
  return { outcome: "known", payment };
}

/**
 * Finds the order by the reference that its payment carries, and locks it before all other rows, so that no
 * deadlock can occur.
 */
async function orderOf(tx: Tx, ref1: string | null) {
  const parts = /^([A-Z]{2})(\d{6})(\d{6,})$/.exec(billReference(ref1 ?? ""));
  if (parts === null) return null;
  const order = await tx
    .selectFrom("orders")
    .select(["id", "person_id"])
    .where("reference", "=", parts.slice(1).join("-"))
    .forUpdate()
    .executeTakeFirst();
  return order ?? null;
}

/**
 * Finds the payment that was booked for a slip or message and to which a line of a statement belongs. It
 * cannot be found by its reference, because statements use other ones. Amount, minute and named order must be
 * the same. If neither names an order, the sending account must be the same. Each payment belongs to one line
 * at most.
 */
async function linedUp(
  room: PaymentsRoom,
  tx: Tx,
  report: BankReport,
  order: string | null,
  source: "bank" | "statement",
): Promise<string | null> {
  if (source !== "statement") return null;
  const { rows } = await sql<{ id: string }>`
    select p.id from payments p
      where p.source <> 'statement' and p.amount = ${report.amount}::numeric
        and date_trunc('minute', p.transferred_at) = date_trunc('minute', ${report.at.toJSDate()}::timestamptz)
        and p.order_id is not distinct from ${order}::uuid
        and (p.order_id is not null or p.payer_hash is not distinct from ${accountHash(room, report.payer.account)}::bytea)
        and not exists (select from bank_statement_lines l where l.payment_id = p.id)
        and not exists (select from payment_cases c where c.payment_id = p.id and c.state = 'KNOWN')
      order by p.received_at limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
