import type { LocalDate } from "../../engine/values/local-date.ts";
import { ok, type Result } from "../../engine/values/result.ts";
import { businessDayAfter, businessDaysToPay, type Calendar, type CalendarRefusal } from "../fund/index.ts";
import type { OrderKindName } from "./kinds/index.ts";

/** The days of an open order that a holiday can move. */
export type MovedDays = {
  readonly kind: OrderKindName;
  readonly nav: LocalDate;
  readonly allotment: LocalDate;
  /** The day at whose cut-off the time to pay ends. It is `null` if the order does not wait for money. */
  readonly pay: LocalDate | null;
  /** The days of the out leg, if this order is an in leg and the out leg is not yet allotted. */
  readonly outNav: LocalDate | null;
  readonly outAllotment: LocalDate | null;
};

/**
 * Returns the days of an open order under a changed calendar. Each day stays as it is if the calendar still
 * allows it, otherwise the next possible day replaces it. The NAV day is a business day. The allotment is on
 * a later business day. The time to pay ends on the third business day after the NAV day. The in leg of a
 * switch gets the NAV of the day on which its out leg is allotted.
 */
export function movedDays(
  calendar: Calendar,
  of: MovedDays,
): Result<
  { readonly nav: LocalDate; readonly allotment: LocalDate; readonly pay: LocalDate | null },
  CalendarRefusal
> {
  let first = of.nav;
  if (of.outNav !== null && of.outAllotment !== null) {
    const out = navAndAllotment(calendar, of.outNav, of.outAllotment);
    if (!out.ok) return out;
    first = later(first, out.value.allotment);
  }
  const days = navAndAllotment(calendar, first, of.allotment);
  if (!days.ok || of.pay === null) return days.ok ? ok({ ...days.value, pay: null }) : days;
  const counted = businessDayAfter(calendar, days.value.nav, businessDaysToPay);
  if (!counted.ok) return counted;
  const pay = businessDayAfter(calendar, later(of.pay, counted.value), 0);
  return pay.ok ? ok({ ...days.value, pay: pay.value }) : pay;
}

function navAndAllotment(
  calendar: Calendar,
  navBefore: LocalDate,
  allotmentBefore: LocalDate,
): Result<{ readonly nav: LocalDate; readonly allotment: LocalDate }, CalendarRefusal> {
  const nav = businessDayAfter(calendar, navBefore, 0);
  if (!nav.ok) return nav;
  const next = businessDayAfter(calendar, nav.value, 1);
  if (!next.ok) return next;
  const allotment = businessDayAfter(calendar, later(allotmentBefore, next.value), 0);
  return allotment.ok ? ok({ nav: nav.value, allotment: allotment.value }) : allotment;
}

function later(left: LocalDate, right: LocalDate): LocalDate {
  return left < right ? right : left;
}
