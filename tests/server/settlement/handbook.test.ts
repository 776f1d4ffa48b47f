import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allot } from "../../../server/settlement/index.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
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

describe("the handbook's worked examples", () => {
  it("are seven", () => expect(rows).toHaveLength(7));

  it.each(rows)(
    "come out of the books: %s at %s, least remainder %s",
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
      // Each example has a NAV of its own, so a database of its own would do as well: the day is emptied instead.
      await sql`alter table navs disable trigger user`.execute(house.fund.db);
      await sql`delete from navs`.execute(house.fund.db);
      await sql`alter table navs enable trigger user`.execute(house.fund.db);
      await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
      values (gen_random_uuid(), 'M-BTCA', '2026-11-23', ${nav}::numeric, 'APPROVED', true, now(), now())`.execute(
        house.fund.db,
      );
      house.clock.set("2026-11-24T08:30:00");
      expect(await allot(house.fund)).toEqual({ orders: 1, setAside: 0 });
      const row = await orderRow(house, id);
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
