import { sql } from "kysely";
import type { DateTime } from "luxon";
import type { LocalDate } from "../../engine/values/local-date.ts";
import type { Tx } from "../db/index.ts";
import { businessDayBefore, type Calendar, cutOffOf, isBusinessDay } from "../fund/index.ts";
import { kindOf, type OrderKindName } from "./kinds/index.ts";
import { tellInvestor } from "./order-letters.ts";
import type { OrdersRoom } from "./room.ts";

/** Business days after its NAV day at whose cut-off a sell that nobody approved is over. */
export const businessDaysToApprove = 5;

/**
 * Ends orders that nobody paid by the cut-off of their third business day, and sells that nobody approved by that of their fifth:
 * both legs of a switch; what they promised away is free again, and their investors are told. A slip that waits for finance keeps
 * its order (the payments room sees to it). Answers how many orders it ended.
 */
export async function expireOrders(
  room: Pick<OrdersRoom, "db" | "clock" | "calendar" | "jobs">,
  /** Tells whose order nobody paid: rooms above know what money came for it. */
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
      // The letter of the out leg speaks of both.
      if (leg === "in") continue;
      if (waitsFor === "money") await tellUnpaid(tx, order_id);
      else await tellInvestor(room, tx, { template: "sell-expired", order: order_id });
    }
    return { orders: rows.length };
  });
}

/** The last NAV day whose sells are over without an approval; where the calendar does not reach, a day before all. */
function lastUnapproved(calendar: Calendar, now: DateTime<true>): string {
  const today = now.toISODate() as LocalDate;
  const business = isBusinessDay(calendar, today);
  let left = businessDaysToApprove;
  // Today counts once its cut-off is over.
  if (!(business.ok && business.value && now >= cutOffOf(today))) left += 1;
  let day = today;
  for (; left > 0; left -= 1) {
    const before = businessDayBefore(calendar, day);
    if (!before.ok) return "0001-01-01";
    day = before.value;
  }
  return day;
}
