import type { Selectable } from "kysely";
import type { Config } from "../config.ts";
import { businessDayAfter, type Calendar, cutOffOf, instantText } from "../fund/index.ts";
import type { PayIn } from "./answers.ts";
import type { OrdersRoom } from "./room.ts";
import type { OrdersTable } from "./tables.ts";
import "./tables.ts";
import type { LocalDate } from "../../engine/values/local-date.ts";

/**
 * Returns how an unpaid order can be paid, and which NAV day results. Returns `null` if it is paid, or if its
 * time to pay is over.
 */
export async function payInOf(
  room: Pick<OrdersRoom, "db" | "clock" | "calendar"> & { readonly config: Pick<Config, "env"> },
  order: Selectable<OrdersTable>,
): Promise<PayIn | null> {
  const now = room.clock.now().toJSDate();
  const { pay_by: payBy } = order;
  if (order.status !== "SUBMITTED" || payBy === null || payBy <= now) return null;
  const accounts = room.db.selectFrom("pay_in_accounts").select(["bank", "holder", "number", "demo"]);
  const account = await (room.config.env === "runtime" ? accounts.where("demo", "=", false) : accounts)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  return {
    account: account ?? null,
    days: daysToPay(await room.calendar(room.db), { navDate: order.nav_date, payBy, now }),
  };
}

/**
 * Returns each cut-off until the end of the time to pay, with the NAV day of money that arrives before it.
 * The NAV day depends on the time of the order or of the money, whichever is later. Source: decisions, "Fund"
 * (One timeline).
 */
function daysToPay(
  calendar: Calendar,
  of: { readonly navDate: string; readonly payBy: Date; readonly now: Date },
): PayIn["days"] {
  const days: { before: string; navDate: string }[] = [];
  let day = businessDayAfter(calendar, of.navDate as LocalDate, 0);
  for (
    ;
    day.ok && cutOffOf(day.value).toJSDate() <= of.payBy;
    day = businessDayAfter(calendar, day.value, 1)
  ) {
    const cutOff = cutOffOf(day.value);
    if (cutOff.toJSDate() > of.now) days.push({ before: instantText(cutOff), navDate: day.value });
  }
  return days;
}
