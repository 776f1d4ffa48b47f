import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allot } from "../../../server/settlement/index.ts";
import { type FundHouse, openFundHouse, pay, placed, subscriptionOf } from "../fund/fund-house.ts";
import { give, orderRow, sell } from "./sells.ts";

const HANDBOOK = join(import.meta.dirname, "..", "..", "..", "docs", "fund.md");
const rows = readFileSync(HANDBOOK, "utf8")
  .split("\n")
  .filter((line) => /^\| (all|[\d.]+ (units|baht)) \|/.test(line))
  .map((line) => line.slice(2, -2).split(" | "));

let house: FundHouse;
beforeAll(async () => {
  house = await openFundHouse();
});
afterAll(() => house.close());

/**
 * Returns the order as allotted at this NAV. Each order has a different NAV, so the day's NAV is removed
 * first.
 */
async function allottedAt(nav: string, id: string) {
  const { db } = house.fund;
  await sql`alter table navs disable trigger user`.execute(db);
  await sql`delete from navs`.execute(db);
  await sql`alter table navs enable trigger user`.execute(db);
  await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    values (gen_random_uuid(), 'M-BTCA', '2026-11-23', ${nav}::numeric, 'APPROVED', true, now(), now())`.execute(
    db,
  );
  house.clock.set("2026-11-24T08:30:00");
  expect(await allot(house.settlement)).toEqual({ orders: 1, setAside: 0 });
  return await orderRow(house, id);
}

describe("the worked examples of the handbook", () => {
  it("all seven worked examples of the handbook are tested", () => expect(rows).toHaveLength(7));

  it.each(rows)(
    "the ledger agrees with the handbook's example: %s at %s, minimum remainder %s",
    async (wish, nav, least, ...results) => {
      const personId = await house.addPerson();
      const [count = "", unit = ""] = wish?.split(" ") ?? [];
      await give(house, { personId, units: "1000.0000", cost: "10000.00" });
      const id = await sell(house, {
        personId,
        reserved: "1000",
        ...(unit === "units" ? { units: count } : unit === "baht" ? { amount: count } : {}),
        ...(least === "none" ? {} : { minRemainder: least ?? "" }),
      });
      const row = await allottedAt(nav ?? "", id);
      expect([
        row.units,
        row.value,
        row.cost,
        row.fee,
        row.vat,
        row.proceeds,
        row.forced ? "yes" : "no",
      ]).toEqual(results);
    },
  );
});

describe("the dust rule on the NAV day", () => {
  it.each([
    { why: "sells the rest if no other money is in transit", paid: null, units: "1000.0000", forced: true },
    {
      why: "leaves the rest if paid money becomes units of the same strategy",
      paid: "M-BTCA",
      units: "923.4059",
      forced: false,
    },
    {
      why: "sells the rest if the money is for another strategy",
      paid: "M-LCAP",
      units: "1000.0000",
      forced: true,
    },
  ])("is applied correctly: $why", async ({ paid, units, forced }) => {
    const personId = await house.addPerson();
    await give(house, { personId, units: "1000.0000", cost: "10000.00" });
    const id = await sell(house, { personId, reserved: "1000", amount: "11400.00", minRemainder: "1000.00" });
    if (paid !== null) {
      house.clock.set("2026-11-23T15:00:00");
      const { order } = await placed(
        house,
        subscriptionOf({ personId, strategy: paid, navDate: "2026-11-24" }),
      );
      await pay(house, { order });
    }
    expect(await allottedAt("12.3456", id)).toMatchObject({ units, forced });
  });
});

describe("tax on a profit", () => {
  it.each([
    // Proceeds: 4,800.00 − 80.00 − 5.60, less tax of 15 % of the profit of 800.00.
    ["from the first NAV day of its rate", "2026-11-23", "12.0000", "4594.40", "120.0000"],
    ["from the first NAV day of its rate, and not earlier", "2026-11-24", "12.0000", "4714.40", null],
    ["from a profit, and not from a loss", "2026-11-23", "8.0000", "3200.00", null],
  ])("is withheld %s", async (_when, begins, nav, proceeds, withheld) => {
    const { db } = house.fund;
    await sql`alter table withholding_rates disable trigger user`.execute(db);
    await sql`delete from withholding_rates where begins > '2025-01-01'`.execute(db);
    await sql`alter table withholding_rates enable trigger user`.execute(db);
    await sql`insert into withholding_rates values (${begins}, 1500)`.execute(db);
    const personId = await house.addPerson();
    await give(house, { personId, units: "1000.0000", cost: "10000.00" });
    const id = await sell(house, { personId, reserved: "400", units: "400" });
    expect((await allottedAt(nav, id)).proceeds).toBe(proceeds);
    const booked = await db
      .selectFrom("ledger_entries as e")
      .innerJoin("ledger_accounts as a", "a.id", "e.credit")
      .select("e.amount")
      .where("e.subject", "=", id)
      .where("a.house", "=", "tax:withholding")
      .executeTakeFirst();
    expect(booked?.amount ?? null).toBe(withheld);
  });
});
