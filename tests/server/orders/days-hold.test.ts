import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, type LocalDate } from "../../../engine/values/local-date.ts";
import { readCalendar } from "../../../server/fund/calendar-store.ts";
import { businessDayAfter } from "../../../server/fund/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let house: TestDatabase;
beforeAll(async () => {
  house = await testDatabase();
});
afterAll(() => house.drop());

it("the database computes T+1, T+2 and the third payment day like the calendar, on every day of two years", async () => {
  const calendar = await readCalendar(house.db);
  const after = (day: LocalDate, count: number) => {
    const found = businessDayAfter(calendar, day, count);
    if (!found.ok) throw new Error(`${day}: not loaded`);
    return found.value;
  };
  const days: { nav: string; next: string; second: string; pay: string; right: boolean }[] = [];
  for (let day = "2025-12-01" as LocalDate; day < "2027-12-01"; day = addDays(day, 1)) {
    const [next, second, pay] = [after(day, 1), after(day, 2), after(day, 3)];
    days.push({ nav: day, next, second, pay, right: after(day, 0) === day });
    // Each of these days, shifted by one, must be rejected.
    days.push({ nav: day, next: addDays(next, 1), second, pay, right: false });
    days.push({ nav: day, next, second: addDays(second, 1), pay, right: false });
    days.push({ nav: day, next, second, pay: addDays(pay, 1), right: false });
  }
  const { rows } = await sql<{ nav: string; next: string; second: string; pay: string }>`
    select nav, next, second, pay from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as d (nav date, next date, second date, pay date, "right" boolean)
    where days_hold(nav, next, second, (pay + time '14:00') at time zone 'Asia/Bangkok') <> d."right"`.execute(
    house.db,
  );
  expect(rows).toEqual([]);
});
