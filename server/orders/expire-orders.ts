import { sql } from "kysely";
import type { DateTime } from "luxon";
import type { LocalDate } from "../../engine/values/local-date.ts";
import type { Tx } from "../db/index.ts";
import { businessDayBefore, type Calendar, cutOffOf, isBusinessDay } from "../fund/index.ts";
import { kindOf, type OrderKindName } from "./kinds/index.ts";
import { tellInvestor } from "./order-letters.ts";
import type { OrdersRoom } from "./room.ts";

/** Number of business days after the NAV day. At the cut-off of the last one, an unapproved sell expires. */
export const businessDaysToApprove = 5;

/**
 * Expires orders that were not paid by the cut-off of the third business day, and sells that were not
 * approved by that of the fifth. Both legs of a switch end together. Reserved units become available again
 * and the investors are notified. An order whose slip waits for finance does not expire; the payments room
 * ensures this. Returns the number of expired orders.
 */
export async function expireOrders(
  room: Pick<OrdersRoom, "db" | "clock" | "calendar" | "jobs">,
  /**
   * Notifies the investor of an unpaid order. The caller passes this function, because only the payments room
   * knows which money arrived for the order.
   */
  tellUnpaid: (tx: Tx, order: string) => Promise<void>,
): Promise<{ readonly orders: number }> {
  const now = room.clock.now();
  const calendar = await room.calendar(room.db);
  return await room.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ order_id: string; order_kind: OrderKindName }>`
      select * from expire_orders(${now.toJSDate()}::timestamptz, ${lastUnapproved(calendar, now)}::date)`.execute(
      tx,
    );
    for (const { order_id, order_kind } of rows) {
      const { leg, waitsFor } = kindOf(order_kind);
      // One letter, written for the out leg, covers both legs of a switch, so the in leg is skipped.
      if (leg === "in") continue;
      if (waitsFor === "money") await tellUnpaid(tx, order_id);
      else await tellInvestor(room, tx, { template: "sell-expired", order: order_id });
    }
    return { orders: rows.length };
  });
}

/**
 * Returns the last NAV day whose unapproved sells expire now. If the calendar ends before today, no sell
 * expires.
 */
function lastUnapproved(calendar: Calendar, now: DateTime<true>): string {
  const today = now.toISODate() as LocalDate;
  const business = isBusinessDay(calendar, today);
  let left = businessDaysToApprove;
  // Today counts as a business day to approve once its cut-off has passed.
  if (!(business.ok && business.value && now >= cutOffOf(today))) left += 1;
  let day = today;
  for (; left > 0; left -= 1) {
    const before = businessDayBefore(calendar, day);
    if (!before.ok) return "0001-01-01";
    day = before.value;
  }
  return day;
}
