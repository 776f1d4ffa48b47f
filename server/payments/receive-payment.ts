import { sql } from "kysely";
import type { DateTime } from "luxon";
import type { JsonObject } from "../../engine/values/json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Tx } from "../db/index.ts";
import { dealingNow, instantText, newId } from "../fund/index.ts";
import { writeToInvestor } from "../orders/index.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Money that a bank reports. */
export type Payment = {
  readonly bank: string;
  /** Unique per bank: the same report may come twice. */
  readonly bankReference: string;
  readonly order: string;
  /** Baht with two decimals. */
  readonly amount: string;
  /** When it was sent; it decides the NAV day. */
  readonly at: DateTime<true>;
};

/** Tells waiting instances that money came, in the same transaction. */
export type Deliver = (
  tx: Tx,
  event: {
    readonly event: "payments.received";
    readonly match: JsonObject;
    readonly data: JsonObject;
  },
) => Promise<unknown>;

/** Why money could not be matched; it is kept in its own account until somebody decides. */
export type PaymentHeld = { readonly code: "unknown-order" | "amount-differs" | "order-not-open" };

/**
 * Takes in money: approves its order (NAV day is the later of order and money), books the baht, tells the waiting flow,
 * writes to the investor. Reported again it changes nothing and answers `known`.
 */
export async function receivePayment(
  room: Room & { readonly deliver: Deliver },
  tx: Tx,
  payment: Payment,
): Promise<Result<{ readonly kind: "matched" | "known" }, PaymentHeld>> {
  const now = room.clock.now();
  const { navDate, allotmentDate } = await dealingNow(room, tx, payment.at);
  const { rows } = await sql<{
    outcome: "matched" | "held" | "known";
    reason: PaymentHeld["code"] | null;
  }>`select * from receive_payment(
    ${newId()}::uuid, ${payment.bank}, ${payment.bankReference}, ${payment.order}::uuid, ${payment.amount}::numeric,
    ${payment.at.toJSDate()}::timestamptz, ${now.toJSDate()}::timestamptz, ${room.clock.today()}::date,
    ${navDate}::date, ${allotmentDate}::date)`.execute(tx);
  const answer = rows[0];
  if (answer === undefined) throw new Error("receivePayment: the database answered nothing");
  if (answer.outcome === "known") return ok({ kind: "known" });
  if (answer.outcome === "held") return fail({ code: answer.reason ?? "unknown-order" });
  await room.deliver(tx, {
    event: "payments.received",
    match: { order: payment.order },
    data: { order: payment.order, amount: payment.amount, at: instantText(payment.at) },
  });
  await writeToInvestor(room, tx, { template: "order-paid", order: payment.order });
  return ok({ kind: "matched" });
}
