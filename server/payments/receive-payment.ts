import { sql } from "kysely";
import type { DateTime } from "luxon";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Tx } from "../db/index.ts";
import { dealingNow, instantText, newId } from "../fund/index.ts";
import { writeToInvestor } from "../orders/index.ts";
import { writeOfAside } from "./aside-letters.ts";
import { sealPayer } from "./payers.ts";
import type { PaymentsRoom } from "./room.ts";
import type { HeldReason } from "./tables.ts";
import { transferNames } from "./transfer-names.ts";
import "./tables.ts";

/** Incoming money, as the bank, a statement or a slip reports it. */
export type Payment = {
  readonly bank: string;
  /** Reference of the transfer, unique within a bank. The same transfer can be reported twice. */
  readonly bankReference: string;
  /**
   * The order for which the money came, according to its reference; `null` if the reference names no order.
   */
  readonly order: string | null;
  /** Amount in baht with two decimals. */
  readonly amount: string;
  /** Time at which the money was sent. This time decides the NAV day. */
  readonly at: DateTime<true>;
  /** Where the report comes from. */
  readonly source?: "bank" | "statement" | "slip";
  readonly ref1?: string | null;
  readonly ref2?: string | null;
  readonly payer?: Payer | null;
  /** Whether another person than the investor paid; `null` if this is unknown. */
  readonly thirdParty?: boolean | null;
  /**
   * A booked payment with another reference that looks like this money. If there is one, the money is held
   * until two people have decided whether it is the same.
   */
  readonly alike?: string | null;
  /**
   * Whether the bank reported only a part of the payer's name. If so, a person must decide whether it is the
   * investor.
   */
  readonly isPartial?: boolean;
};

/** The account from which the money came, as far as the bank reports it. */
export type Payer = {
  readonly bank: string | null;
  readonly account: string | null;
  readonly name: string | null;
};

/**
 * The reason why money was held instead of paying an order. Until a person decides, the money is booked on a
 * separate account.
 */
export type PaymentHeld = { readonly code: HeldReason };

/** What became of incoming money. `known` means that the same money was reported before. */
export type Received = { readonly kind: "matched" | "known"; readonly payment: string | null };

/**
 * Books incoming money. It approves the order, and notifies the waiting flow and the investor. The NAV day
 * depends on the time of the order or of the money, whichever is later. If the same money is reported again,
 * nothing changes and the result is `known`.
 */
export async function receivePayment(
  room: PaymentsRoom,
  tx: Tx,
  payment: Payment,
): Promise<Result<Received, PaymentHeld & { readonly payment: string | null }>> {
  const now = room.clock.now();
  const { navDate, allotmentDate } = await dealingNow(room, tx, payment.at);
  const {
    source = "bank",
    ref1 = null,
    ref2 = null,
    payer = null,
    thirdParty = null,
    alike = null,
    isPartial = false,
  } = payment;
  const names = transferNames({
    ...payment,
    reference: payment.bankReference,
    payerBank: payer?.bank ?? null,
  });
  const id = newId();
  const said = await sealPayer(
    room,
    tx,
    { payment: id, personId: await ownerOf(tx, payment.order) },
    { account: payer?.account ?? null, name: payer?.name ?? null, ref1, ref2 },
  );
  const { rows } = await sql<{
    outcome: "matched" | "held" | "known";
    reason: HeldReason | null;
    payment: string | null;
  }>`select * from receive_payment(
    ${id}::uuid, ${payment.bank}, ${payment.bankReference}, ${payment.order}::uuid, ${payment.amount}::numeric,
    ${payment.at.toJSDate()}::timestamptz, ${now.toJSDate()}::timestamptz, ${room.clock.today()}::date,
    ${navDate}::date, ${allotmentDate}::date, ${source}, ${payer?.bank ?? null},
    ${said.hash}::bytea, ${said.ends}, ${said.sealed}::bytea, ${thirdParty}::boolean, ${names}::text[], ${alike}::uuid, ${isPartial})`.execute(
    tx,
  );
  const answer = rows[0];
  if (answer === undefined) throw new Error("receivePayment: the database answered nothing");
  if (answer.outcome === "known") return ok({ kind: "known", payment: null });
  if (answer.outcome === "held") {
    // Money that looks like a booked transfer (`alike`) may not exist at all. So no letter is written about
    // it yet.
    if (answer.payment !== null && answer.reason !== "alike")
      await writeOfAside(room, tx, { template: "money-held", of: { payment: answer.payment } });
    return fail({ code: answer.reason ?? "unknown-order", payment: answer.payment });
  }
  if (payment.order === null) throw new Error("receivePayment: money was matched with no order");
  await announcePaid(room, tx, { order: payment.order, amount: payment.amount, at: payment.at });
  return ok({ kind: "matched", payment: answer.payment });
}

/** Returns the owner of the order for which the money came; `null` if its reference names no order. */
async function ownerOf(tx: Tx, order: string | null): Promise<string | null> {
  if (order === null) return null;
  const row = await tx.selectFrom("orders").select("person_id").where("id", "=", order).executeTakeFirst();
  return row?.person_id ?? null;
}

/** Tells the waiting flow and the investor that an order was paid. */
export async function announcePaid(
  room: PaymentsRoom,
  tx: Tx,
  paid: { readonly order: string; readonly amount: string; readonly at: DateTime<true> },
): Promise<void> {
  await room.deliver(tx, {
    event: "payments.received",
    match: { order: paid.order },
    data: { order: paid.order, amount: paid.amount, at: instantText(paid.at) },
  });
  await writeToInvestor(room, tx, { template: "order-paid", order: paid.order });
}
