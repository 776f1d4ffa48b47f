import type { DateTime } from "luxon";
import { DateTime as Moment } from "luxon";
import type { LocalDate } from "../../engine/values/local-date.ts";
import { ok, type Result } from "../../engine/values/result.ts";
import { ZONE } from "../clock/index.ts";
import { businessDayAfter, type Calendar, type CalendarRefusal } from "./calendar.ts";

/** What an order given at one moment gets. Dates are local in Bangkok. */
export type Dealing = {
  readonly today: LocalDate;
  /** The business day whose NAV it gets. */
  readonly navDate: LocalDate;
  /** Until when it gets that NAV; the instant itself is too late. */
  readonly cutOff: DateTime<true>;
  /** T+1: when its units are allotted. */
  readonly allotmentDate: LocalDate;
  /** T+2: when the new units of a switch are allotted. */
  readonly switchAllotmentDate: LocalDate;
  /** Unpaid at this instant it expires: the cut-off of the third business day after its NAV day. */
  readonly payBy: DateTime<true>;
  /** Whether today is its NAV day. */
  readonly beforeCutOff: boolean;
};

const cutOffHour = 14;
/** Business days after its NAV day at whose cut-off an unpaid order is over. */
export const businessDaysToPay = 3;

/**
 * The dealing day of an instant: before 14:00:00 on a business day that day, else the next business day.
 * Refused where one of the days lies outside the loaded years. Source: decisions, "Fund" (One timeline).
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

/** 14:00:00 in Bangkok on a day. */
export function cutOffOf(date: string): DateTime<true> {
  return Moment.fromISO(date, { zone: ZONE }).set({ hour: cutOffHour }) as DateTime<true>;
}

/** An instant as facts, effects and the API write it: ISO 8601 with Bangkok's offset. */
export function instantText(at: DateTime<true>): string {
  return at.setZone(ZONE).toISO({ suppressMilliseconds: true }) as string;
}
