import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Tx } from "../db/index.ts";
import { tellInvestor } from "./order-letters.ts";
import type { OrdersRoom } from "./room.ts";

/** The reason why an order cannot be cancelled. */
export type CancelFailure = { readonly code: "not-found" | "order-cancel-late" | "order-finished" };

/**
 * Cancels an order for its investor; of a switch, both legs. An order can be cancelled until 14:00 of its NAV
 * day. An unpaid order can be cancelled until its time to pay ends. Reserved units become available again.
 * Money that was paid is refunded; finance sees the refund on the page "Money in". A second call changes
 * nothing. Source: decisions, "Fund".
 */
export async function cancelOrder(
  room: OrdersRoom,
  tx: Tx,
  { personId, order }: { readonly personId: string; readonly order: string },
): Promise<Result<{ readonly kind: "cancelled" | "known" }, CancelFailure>> {
  const { rows } = await sql<{
    outcome: "cancelled" | "known" | CancelFailure["code"];
    was_paid: boolean;
  }>`select * from cancel_order(${personId}::uuid, ${order}::uuid, ${room.clock.now().toJSDate()}::timestamptz)`.execute(
    tx,
  );
  const answer = rows[0];
  if (answer === undefined) throw new Error("cancelOrder: the database answered nothing");
  if (answer.outcome === "known") return ok({ kind: "known" });
  if (answer.outcome !== "cancelled") return fail({ code: answer.outcome });
  if (answer.was_paid)
    await tellInvestor(room, tx, {
      template: "order-cancelled-paid",
      order,
      says: await refundSaid(room, tx, order),
    });
  else await tellInvestor(room, tx, { template: "order-cancelled", order });
  return ok({ kind: "cancelled" });
}

/**
 * Returns how the money of the order is refunded, as values for the letter. The SQL function is the one that
 * pages use.
 */
async function refundSaid(room: OrdersRoom, tx: Tx, order: string): Promise<JsonObject> {
  const { rows } = await sql<{ state: string | null; day: LocalDate | null; account: string | null }>`
    select state, day::text, account from refund_of_order(${order}::uuid, ${room.clock.now().toJSDate()}::timestamptz)`.execute(
    tx,
  );
  const [refund] = rows;
  return {
    back: refund?.state === "due" ? "due" : "account",
    on: refund?.day == null ? "" : formatTypedDate(refund.day),
    account: refund?.account ?? "",
  };
}
