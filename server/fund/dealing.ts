import type { DateTime } from "luxon";
import { DateTime as Moment } from "luxon";
import type { LocalDate } from "../../engine/values/local-date.ts";
import { ok, type Result } from "../../engine/values/result.ts";
import { ZONE } from "../clock/index.ts";
import { businessDayAfter, type Calendar, type CalendarRefusal } from "./calendar.ts";

/** The dealing days of an order given at one moment. Dates are local in Bangkok. */
export type Dealing = {
  readonly today: LocalDate;
  /** The business day whose NAV the order gets. */
  readonly navDate: LocalDate;
  /** The end of the time for that NAV, exclusive. */
  readonly cutOff: DateTime<true>;
  /** T+1: the allotment day. */
  readonly allotmentDate: LocalDate;
  /** T+2: the allotment day of the in leg of a switch. */
  readonly switchAllotmentDate: LocalDate;
  /** An unpaid order expires at this instant: the cut-off of the third business day after its NAV day. */
  readonly payBy: DateTime<true>;
  /** True if today is the NAV day. */
  readonly beforeCutOff: boolean;
};

const cutOffHour = 14;
/** Business days after the NAV day. At the cut-off of the last one, an unpaid order expires. */
export const businessDaysToPay = 3;

/**
 * Returns the dealing days of an instant. Before 14:00:00 on a business day the NAV day is that day, otherwise the
 * next business day. Fails if a day is outside the loaded years. Source: decisions, "Fund" (One timeline).
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

/** Returns 14:00:00 in Bangkok on a day. */
export function cutOffOf(date: string): DateTime<true> {
  return Moment.fromISO(date, { zone: ZONE }).set({ hour: cutOffHour }) as DateTime<true>;
}

/** Formats an instant for facts, effects and the API: ISO 8601 with Bangkok's offset. */
export function instantText(at: DateTime<true>): string {
  return at.setZone(ZONE).toISO({ suppressMilliseconds: true }) as string;
}
