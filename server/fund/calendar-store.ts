import type { Db, Tx } from "../db/index.ts";
import type { Calendar } from "./calendar.ts";
import "./tables.ts";

/** Answers the calendar in force. */
export type CalendarStore = (db: Db | Tx) => Promise<Calendar>;

/** Reads the calendar from its tables and keeps it for a minute: administrators change it a few times a year. */
export function calendarStore(wall: () => Date, keepMs = 60_000): CalendarStore {
  let kept: { readonly calendar: Calendar; readonly until: number } | null = null;
  return async (db) => {
    if (kept !== null && wall().getTime() < kept.until) return kept.calendar;
    const years = await db.selectFrom("business_years").selectAll().execute();
    const holidays = await db.selectFrom("bank_holidays").select("date").execute();
    const calendar: Calendar = {
      years: new Map(years.map(({ year, confirmed }) => [year, { confirmed }])),
      holidays: new Set(holidays.map(({ date }) => date)),
    };
    kept = { calendar, until: wall().getTime() + keepMs };
    return calendar;
  };
}
