import type { DateTime } from "luxon";
import { DateTime as Moment } from "luxon";
import type { LocalDate } from "../../engine/values/local-date.ts";
import { ok, type Result } from "../../engine/values/result.ts";
import { ZONE } from "../clock/index.ts";
import { businessDayAfter, type Calendar, type CalendarRefusal } from "./calendar.ts";

/** The dealing days of an order placed at a certain time. Dates are local in Bangkok. */
export type Dealing = {
  readonly today: LocalDate;
  /** Business day whose NAV the order gets. */
  readonly navDate: LocalDate;
  /** End of the time in which orders get this NAV, exclusive. */
  readonly cutOff: DateTime<true>;
  /** Day of the allotment, T+1. */
  readonly allotmentDate: LocalDate;
  /** Allotment day of the in leg of a switch, T+2. */
  readonly switchAllotmentDate: LocalDate;
  /** Time at which an unpaid order expires: the cut-off of the third business day after its NAV day. */
  readonly payBy: DateTime<true>;
  /** Whether today is the NAV day, because its cut-off has not passed. */
  readonly beforeCutOff: boolean;
};

const cutOffHour = 14;
/** Number of business days after the NAV day. At the cut-off of the last one, an unpaid order expires. */
export const businessDaysToPay = 3;

/**
 * Returns the dealing days of an order placed at a time. Before 14:00:00 on a business day the NAV day is
 * that day, otherwise the next business day. Fails if a day is outside the loaded years. Source: decisions,
 * "Fund" (One timeline).
 */
export function dealingAt(calendar: Calendar, at: DateTime<true>): Result<Dealing, CalendarRefusal> {
  const local = at.setZone(ZONE) as DateTime<true>;
  const today = local.toISODate() as LocalDate;
  const first = businessDayAfter(calendar, today, local.hour < cutOffHour ? 0 : 1);
  if (!first.ok) return first;
  const navDate = first.value;
  const allotment = businessDayAfter(calendar, navDate, 1);
  if (!allotment.ok) return allotment;
  const switched = businessDayAfter(calendar, navDate, 2);
  if (!switched.ok) return switched;
  const lastToPay = businessDayAfter(calendar, navDate, businessDaysToPay);
  if (!lastToPay.ok) return lastToPay;
  return ok({
    today,
    navDate,
    cutOff: cutOffOf(navDate),
    allotmentDate: allotment.value,
    switchAllotmentDate: switched.value,
    payBy: cutOffOf(lastToPay.value),
    beforeCutOff: navDate === today,
  });
}

/** Returns the cut-off of a day: 14:00:00 in Bangkok. */
export function cutOffOf(date: string): DateTime<true> {
  return Moment.fromISO(date, { zone: ZONE }).set({ hour: cutOffHour }) as DateTime<true>;
}

/** Formats a time for facts, effects and the API: ISO 8601 with Bangkok's offset. */
export function instantText(at: DateTime<true>): string {
  return at.setZone(ZONE).toISO({ suppressMilliseconds: true }) as string;
}
