import { peopleWithRole } from "../accounts/index.ts";
import type { Calendar } from "./calendar.ts";
import { readCalendar } from "./calendar-store.ts";
import type { FundRoom } from "./room.ts";

/** The job that looks whether the calendar reaches far enough. */
export const watchCalendarJob = "fund.watch-calendar";

/** From this day of a year on, the next one's holidays should be confirmed: orders of its last days reach into it. */
const FROM = "11-01";

/** A year whose calendar is not settled though it is time. */
export type UnsettledYear = { readonly year: number; readonly loaded: boolean };

/** The years whose holidays should be confirmed by now and are not: this one, and from 1 November on the next. */
export function unsettledYears(calendar: Calendar, today: string): readonly UnsettledYear[] {
  const year = Number(today.slice(0, 4));
  return (today.slice(5) >= FROM ? [year, year + 1] : [year])
    .filter((one) => calendar.years.get(one)?.confirmed !== true)
    .map((one) => ({ year: one, loaded: calendar.years.has(one) }));
}

/** Writes to finance and compliance which years are not settled, once a day and person. Answers how many letters. */
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
