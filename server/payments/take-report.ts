import { sql } from "kysely";
import type { DateTime } from "luxon";
import { billReference } from "../../domain/bill-payment.ts";
import type { Tx } from "../db/index.ts";
import { type Payer, receivePayment } from "./receive-payment.ts";
import type { PaymentsRoom, Room } from "./room.ts";
import "./tables.ts";

/** Money in as a bank reports it, by its own message or in a statement. */
export type BankReport = {
  readonly bank: string;
  readonly reference: string;
  readonly ref1: string | null;
  readonly ref2: string | null;
  /** Baht with two decimals. */
  readonly amount: string;
  readonly at: DateTime<true>;
  readonly payer: Payer;
};

/** What it was found to be, with the payment that stands for it. */
export type ReportTaken = { readonly outcome: "matched" | "held" | "known"; readonly payment: string };

/**
 * Takes in a report: money that is booked already, from the bank's message, an earlier statement or a slip, is known; other money
 * pays the order that ref1 names, or is held. Money from an account of another name is a third party's; of a name
 * that the bank cut off a person decides.
 */
export async function takeReport(
  room: Room & Pick<PaymentsRoom, "deliver" | "likeness">,
  tx: Tx,
  report: BankReport,
  source: "bank" | "statement",
): Promise<ReportTaken> {
  const order = await orderOf(tx, report.ref1);
  const known = await bookedBefore(tx, report, order?.id ?? null, source);
  if (known !== null) return { outcome: "known", payment: known };
  const { name } = report.payer;
  const likeness = order === null || name === null ? null : await room.likeness(tx, order.person_id, name);
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
  });
  const payment = received.ok ? received.value.payment : received.error.payment;
  // Somebody else took it in between.
  if (payment === null)
    return { outcome: "known", payment: (await bookedBefore(tx, report, order?.id ?? null, source)) ?? "" };
  return { outcome: received.ok ? "matched" : "held", payment };
}

/** The order by the reference that banks carry. */
async function orderOf(tx: Tx, ref1: string | null) {
  const parts = /^([A-Z]{2})(\d{6})(\d{6,})$/.exec(billReference(ref1 ?? ""));
  if (parts === null) return null;
  const order = await tx
    .selectFrom("orders")
    .select(["id", "person_id"])
    .where("reference", "=", parts.slice(1).join("-"))
    .executeTakeFirst();
  return order ?? null;
}

/**
 * The payment of this transfer: by the bank's reference, or by the line of an earlier statement; or, of a statement, one that came by a slip or a message under another
 * reference: the same amount in the same minute, for the same order, that no line stands for yet.
 */
async function bookedBefore(
  tx: Tx,
  report: BankReport,
  order: string | null,
  source: "bank" | "statement",
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where bank = ${report.bank} and bank_reference = ${report.reference}
    union all
    (select l.payment_id from bank_statement_lines l join bank_statements s on s.id = l.statement_id
      where s.bank = ${report.bank} and l.reference = ${report.reference} and l.payment_id is not null limit 1)
    union all
    (select p.id from payments p
      where ${source}::text = 'statement' and p.source <> 'statement' and p.amount = ${report.amount}::numeric
        and date_trunc('minute', p.transferred_at) = date_trunc('minute', ${report.at.toJSDate()}::timestamptz)
        and (${order}::uuid is null or p.order_id = ${order}::uuid)
        and not exists (select from bank_statement_lines l where l.payment_id = p.id)
      order by p.received_at limit 1)
    limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
