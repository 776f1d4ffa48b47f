import { peopleWithRole } from "../accounts/index.ts";
import type { Calendar } from "./calendar.ts";
import { readCalendar } from "./calendar-store.ts";
import type { FundRoom } from "./room.ts";

/** Name of the job that checks whether the calendar is loaded far enough into the future. */
export const watchCalendarJob = "fund.watch-calendar";

/**
 * From this day of the year, the holidays of the next year should be confirmed. Orders of the last days of a
 * year need them, because these orders extend into the next year.
 */
const FROM = "11-01";

/** A year whose holidays should already be confirmed, but are not confirmed yet. */
export type UnsettledYear = { readonly year: number; readonly loaded: boolean };

/**
 * Returns the years whose holidays should already be confirmed, but are not. This can be the current year
 * and, from 1 November, the next one.
 */
export function unsettledYears(calendar: Calendar, today: string): readonly UnsettledYear[] {
  const year = Number(today.slice(0, 4));
  return (today.slice(5) >= FROM ? [year, year + 1] : [year])
    .filter((one) => calendar.years.get(one)?.confirmed !== true)
    .map((one) => ({ year: one, loaded: calendar.years.has(one) }));
}

/**
 * Notifies finance and compliance of years whose holidays are not confirmed, once per day and person. Returns
 * the number of letters.
 */
export async function watchCalendar(room: FundRoom): Promise<number> {
  const today = room.clock.today();
  const years = unsettledYears(await readCalendar(room.db), today);
  const [first] = years;
  if (first === undefined) return 0;
  return await room.db.transaction().execute(async (tx) => {
    let letters = 0;
    for (const role of ["finance", "compliance"] as const)
      for (const { id, email, language } of await peopleWithRole(tx, role)) {
        await room.messages.send(tx, {
          to: email,
          template: first.loaded ? "calendar-unconfirmed" : "calendar-missing",
          language,
          data: { year: first.year, link: `${room.config.origin}/staff/calendar` },
          key: `calendar-unsettled:${first.year}:${today}:${id}`,
        });
        letters += 1;
      }
    return letters;
  });
}
