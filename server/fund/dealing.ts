import type { DateTime } from "luxon";
import { DateTime as Moment } from "luxon";
import type { LocalDate } from "../../engine/values/local-date.ts";
import { ok, type Result } from "../../engine/values/result.ts";
import { ZONE } from "../clock/index.ts";
import { businessDayAfter, type Calendar, type CalendarRefusal } from "./calendar.ts";

/** The days that matter for an order placed at a certain time. Dates are local in Bangkok. */
export type Dealing = {
  readonly today: LocalDate;
  /** The business day at whose NAV the order is dealt. */
  readonly navDate: LocalDate;
  /** The time until which orders get the NAV of this day. An order at exactly this time is too late. */
  readonly cutOff: DateTime<true>;
  /** The day on which units are allotted, T+1. */
  readonly allotmentDate: LocalDate;
  /** The day on which the in leg (the purchase) of a switch is allotted, T+2. */
  readonly switchAllotmentDate: LocalDate;
  /** Time at which an unpaid order expires: the cut-off of the third business day after its NAV day. */
  readonly payBy: DateTime<true>;
  /** Whether the order gets the NAV of today, because it is placed before today's cut-off. */
  readonly beforeCutOff: boolean;
};

const cutOffHour = 14;
/**
 * Number of business days after the NAV day within which an order must be paid. It expires at the cut-off of
 * the last one.
 */
export const businessDaysToPay = 3;

/**
 * Returns the dealing days of an order that is placed at a certain time. If that is before 14:00:00 on a
 * business day, this day is the NAV day, otherwise the next business day. Fails if a day is in a year that is
 * not loaded. Source: decisions, "Fund" (One timeline).
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

/** Returns the time of a day's cut-off: 14:00:00 in Bangkok. */
export function cutOffOf(date: string): DateTime<true> {
  return Moment.fromISO(date, { zone: ZONE }).set({ hour: cutOffHour }) as DateTime<true>;
}

/** Formats a time for facts, effects and the API: ISO 8601 with Bangkok's offset. */
export function instantText(at: DateTime<true>): string {
  return at.setZone(ZONE).toISO({ suppressMilliseconds: true }) as string;
}
