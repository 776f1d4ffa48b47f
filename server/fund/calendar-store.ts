import type { Db, Tx } from "../db/index.ts";
import type { Calendar } from "./calendar.ts";
import "./tables.ts";

/** Answers the calendar in force. */
export type CalendarStore = (db: Db | Tx) => Promise<Calendar>;

/** Calls back each time that the calendar was changed, by whichever process. */
export type CalendarChanges = (changed: () => void) => void;

const KEEP_MS = 60_000;

/**
 * Reads the calendar from its tables and keeps it until `changes` says that it was changed, and for a minute at most: a lost
 * connection reports no change.
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
    // What was read while somebody changed it may be of before.
    if (asked === edition) kept = { calendar, until: wall().getTime() + KEEP_MS };
    return calendar;
  };
}

/** The calendar as its tables have it at this moment. */
export async function readCalendar(db: Db | Tx): Promise<Calendar> {
  const years = await db.selectFrom("business_years").selectAll().execute();
  const holidays = await db.selectFrom("bank_holidays").select("date").execute();
  return {
    years: new Map(years.map(({ year, confirmed }) => [year, { confirmed }])),
    holidays: new Set(holidays.map(({ date }) => date)),
  };
}
