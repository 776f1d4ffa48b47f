import { billPaymentCode, billReference, customerNumber } from "../../domain/bill-payment.ts";
import { satangOf } from "../../domain/money.ts";
import { instantText } from "../fund/index.ts";
import type { PayInCode } from "./answers.ts";
import { slipPlace } from "./decide-slip.ts";
import { momentOf } from "./moment-of.ts";
import { moneyAside, refundOfOrder } from "./money-aside.ts";
import type { PaymentsRoom } from "./room.ts";
import "./tables.ts";

/** The columns of an order that are needed for its payment code, and for the state of its slip. */
type Order = {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly person_id: string;
  readonly amount: string | null;
  readonly pay_by: Date | null;
};

/**
 * Returns the QR code with which an order can be paid, if the flag is on. Also returns the state of the
 * order's slip.
 */
export async function payInCodeOf(room: PaymentsRoom, order: Order): Promise<PayInCode> {
  const open =
    order.status === "SUBMITTED" && order.pay_by !== null && order.pay_by > room.clock.now().toJSDate();
  const slip = await room.db
    .selectFrom("slips")
    .select(["id", "state", "sent_at", "reason", "file_id"])
    .where("order_id", "=", order.id)
    .where("state", "<>", "REPLACED")
    .orderBy("sent_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const [reason = null] =
    slip === undefined
      ? []
      : await room.vault.openWords(room.db, [{ place: slipPlace(slip.id), sealed: slip.reason }]);
  return {
    code: open ? await codeOf(room, order) : null,
    maySendSlip: open,
    slip:
      slip === undefined
        ? null
        : {
            id: slip.id,
            state: slip.state as "WAITING" | "CONFIRMED" | "REFUSED",
            sentAt: instantText(momentOf(slip.sent_at)),
            reason,
            file: slip.file_id,
          },
    ifCancelled:
      order.status === "APPROVED"
        ? await refundOfOrder(room.db, { order: order.id, at: room.clock.now().toJSDate() })
        : null,
    aside: (await moneyAside(room.db, { order: order.id })).map(({ order: _, ...aside }) => aside),
  };
}

async function codeOf(room: PaymentsRoom, order: Order): Promise<string | null> {
  if (room.billerId === null || order.amount === null) return null;
  if (!(await room.isOnFor("qr-payment-deposit", order.person_id))) return null;
  const code = billPaymentCode({
    billerId: room.billerId,
    ref1: billReference(order.reference),
    ref2: customerNumber(order.person_id),
    satang: satangOf(order.amount),
  });
  return code.ok ? code.value : null;
}
