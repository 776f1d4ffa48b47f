import { sql } from "kysely";
import type { DateTime } from "luxon";
import type { LocalDate } from "../../engine/values/local-date.ts";
import type { Tx } from "../db/index.ts";
import { businessDayBefore, type Calendar, cutOffOf, isBusinessDay } from "../fund/index.ts";
import { kindOf, type OrderKindName } from "./kinds/index.ts";
import { tellInvestor } from "./order-letters.ts";
import type { OrdersRoom } from "./room.ts";

/**
 * Number of business days after the NAV day within which staff must approve a sell. It expires at the cut-off
 * of the last one.
 */
export const businessDaysToApprove = 5;

/**
 * Expires orders that were not paid by the cut-off of the third business day, and sells that were not
 * approved by the cut-off of the fifth. Both legs of a switch expire together. Reserved units become
 * available again, and the investors are notified. An order with a slip that waits for finance does not
 * expire; the payments room ensures this. Returns the number of expired orders.
 */
export async function expireOrders(
  room: Pick<OrdersRoom, "db" | "clock" | "calendar" | "jobs">,
  /**
   * Notifies the investor that an unpaid order expired. The caller supplies this function, because only the
   * payments room knows whether money came for the order.
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
      // There is one letter for both legs of a switch. It is written when the out leg expires, so nothing is
      // written for the in leg.
      if (leg === "in") continue;
      if (waitsFor === "money") await tellUnpaid(tx, order_id);
      else await tellInvestor(room, tx, { template: "sell-expired", order: order_id });
    }
    return { orders: rows.length };
  });
}

/**
 * Returns the last NAV day whose unapproved sells expire now. If today is in a year that is not loaded,
 * returns a day so early that no sell expires.
 */
function lastUnapproved(calendar: Calendar, now: DateTime<true>): string {
  const today = now.toISODate() as LocalDate;
  const business = isBusinessDay(calendar, today);
  let left = businessDaysToApprove;
  // If today is a business day, staff can approve until its cut-off. So today counts only after that.
  if (!(business.ok && business.value && now >= cutOffOf(today))) left += 1;
  let day = today;
  for (; left > 0; left -= 1) {
    const before = businessDayBefore(calendar, day);
    if (!before.ok) return "0001-01-01";
    day = before.value;
  }
  return day;
}
