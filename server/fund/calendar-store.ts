import type { Db, Tx } from "../db/index.ts";
import type { Calendar } from "./calendar.ts";
import "./tables.ts";

/** Returns the calendar in force. It is cached. */
export type CalendarStore = (db: Db | Tx) => Promise<Calendar>;

/** Registers a function that is called whenever this or another process changes the calendar. */
export type CalendarChanges = (changed: () => void) => void;

const KEEP_MS = 60_000;

/**
 * Caches the calendar until `changes` reports that it was changed. A cached calendar is used for at most a
 * minute, because a lost connection would report no changes.
 */
export function calendarStore(wall: () => Date, changes: CalendarChanges): CalendarStore {
  let kept: { readonly calendar: Calendar; readonly until: number } | null = null;
  let edition = 0;
  changes(() => {
    edition += 1;
    kept = null;
  });
  return async (db) => {
    if (kept !== null && wall().getTime() < kept.until) return kept.calendar;
    const asked = edition;
    const calendar = await readCalendar(db);
    // If the calendar changes while it is read, the result may be outdated. In this case it is not cached.
    if (asked === edition) kept = { calendar, until: wall().getTime() + KEEP_MS };
    return calendar;
  };
}

/** Reads the calendar from its tables. */
export async function readCalendar(db: Db | Tx): Promise<Calendar> {
  const years = await db.selectFrom("business_years").selectAll().execute();
  const holidays = await db.selectFrom("bank_holidays").select("date").execute();
  return {
    years: new Map(years.map(({ year, confirmed }) => [year, { confirmed }])),
    holidays: new Set(holidays.map(({ date }) => date)),
  };
}
