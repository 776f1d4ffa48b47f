import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Db } from "../../../server/db/index.ts";
import { decideNav, enterNav } from "../../../server/fund/index.ts";
import { loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";
import { type FundHouse, openFundHouse } from "./fund-house.ts";

let portal: PortalHouse;
let house: FundHouse;
beforeAll(async () => {
  portal = await openPortalHouse();
  house = await openFundHouse("2026-11-24T18:00:00");
});
afterAll(async () => {
  await portal.close();
  await house.close();
});

/** Adds a holiday directly to the table, like a migration that loads a year. */
async function byMigration(db: Db, date: string): Promise<void> {
  await sql`alter table bank_holidays disable trigger bank_holidays_by_decision`.execute(db);
  await sql`insert into bank_holidays (date, th, en) values (${date}::date, 'วันหยุดพิเศษ', 'Special holiday')`.execute(
    db,
  );
  await sql`alter table bank_holidays enable trigger bank_holidays_by_decision`.execute(db);
}

it("a holiday that a migration adds takes effect at once in a process that caches the calendar", async () => {
  const finance = await loggedIn(portal, "finance");
  const isBusinessDay = async () => (await finance.call("GET", "/api/nav?date=2026-12-02")).body.businessDay;
  expect(await isBusinessDay()).toBe(true);
  await byMigration(portal.server.db, "2026-12-02");
  await expect.poll(isBusinessDay, { timeout: 5_000, interval: 50 }).toBe(false);
});

it("a NAV that waits for approval cannot be approved once its day becomes a holiday", async () => {
  const ann = await house.addPerson("finance");
  const bob = await house.addPerson("finance");
  const entered = await enterNav(house.fund, ann, { strategy: "M-LCAP", date: "2026-11-19", nav: "10.0000" });
  if (!entered.ok) throw new Error(entered.error.code);
  await byMigration(house.fund.db, "2026-11-19");
  house.hearOfCalendar();
  const { id } = entered.value;
  expect(await decideNav(house.fund, bob, { id, decision: "APPROVED" })).toEqual({
    ok: false,
    error: { code: "nav-not-business-day" },
  });
  expect(await decideNav(house.fund, bob, { id, decision: "REJECTED" })).toMatchObject({ ok: true });
});
