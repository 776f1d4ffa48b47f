import { addDays, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";

/**
 * The loaded years and their holidays. `confirmed` tells whether the holidays of a year were officially
 * announced. If not, they were only computed in advance.
 */
export type Calendar = {
  readonly years: ReadonlyMap<number, { readonly confirmed: boolean }>;
  readonly holidays: ReadonlySet<string>;
};

/**
 * The error for a day in a year that is not loaded. The portal never guesses whether such a day is a business
 * day.
 */
export type CalendarRefusal = { readonly code: "calendar-not-loaded"; readonly year: number };

/** Returns whether a day is a business day: a day from Monday to Friday that is no bank holiday. */
export function isBusinessDay(calendar: Calendar, date: LocalDate): Result<boolean, CalendarRefusal> {
  const year = Number(date.slice(0, 4));
  if (!calendar.years.has(year)) return fail({ code: "calendar-not-loaded", year });
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return ok(weekday !== 0 && weekday !== 6 && !calendar.holidays.has(date));
}

/**
 * Returns the business day that comes `count` business days after a day. With 0, returns the day itself if it
 * is a business day, otherwise the next business day.
 */
export function businessDayAfter(
  calendar: Calendar,
  from: LocalDate,
  count: number,
): Result<LocalDate, CalendarRefusal> {
  let date = count === 0 ? from : addDays(from, 1);
  let left = Math.max(count, 1);
  for (;;) {
    const business = isBusinessDay(calendar, date);
    if (!business.ok) return business;
    if (business.value) left -= 1;
    if (left === 0) return ok(date);
    date = addDays(date, 1);
  }
}

/** Returns the last business day before a day. */
export function businessDayBefore(calendar: Calendar, from: LocalDate): Result<LocalDate, CalendarRefusal> {
  let date = addDays(from, -1);
  for (;;) {
    const business = isBusinessDay(calendar, date);
    if (!business.ok) return business;
    if (business.value) return ok(date);
    date = addDays(date, -1);
  }
}
