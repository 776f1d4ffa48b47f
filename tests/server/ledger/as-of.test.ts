import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trialBalance, unitHolders } from "../../../server/ledger/index.ts";
import { allot } from "../../../server/settlement/index.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { liveThrough } from "../settlement/made-books.ts";
import { give, sell } from "../settlement/sells.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

describe("the trial balance of the ledger", () => {
  it("has the sum zero for each asset on every day, and shows the balance of each house account", async () => {
    await liveThrough(house, { seed: 3, orders: 200 });
    for (const day of ["2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"]) {
      const lines = await trialBalance(house.fund.db, day);
      const sums = new Map<string, bigint>();
      for (const { asset, balance, debits, credits } of lines) {
        const minor = (text: string) => BigInt(text.replace(".", ""));
        expect(minor(credits) - minor(debits)).toBe(minor(balance));
        sums.set(asset, (sums.get(asset) ?? 0n) + minor(balance));
      }
      for (const [asset, sum] of sums) expect(sum, `${asset} on ${day}`).toBe(0n);
      expect(lines.length > 0).toBe(day > "2026-11-22");
    }
  });
});

describe("the register of unit holders", () => {
  it("states who held which units on any day, at what cost and since when", async () => {
    const [one, other] = [await house.addPerson(), await house.addPerson()];
    await give(house, { personId: one, units: "1000.0000", cost: "10000.00" });
    await give(house, { personId: other, units: "10.0000", cost: "100.00" });
    await sell(house, { personId: one, reserved: "1000" });
    house.clock.set("2026-11-24T08:30:00");
    await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
      values (gen_random_uuid(), 'M-BTCA', '2026-11-23', 12, 'APPROVED', true, now(), now())`.execute(
      house.fund.db,
    );
    await allot(house.settlement);
    expect(await unitHolders(house.fund.db, { strategy: "M-BTCA", asOf: "2026-11-19" })).toEqual({
      holders: 0,
      units: "0.0000",
      lines: [],
    });
    expect(await unitHolders(house.fund.db, { strategy: "M-BTCA", asOf: "2026-11-23", limit: 1 })).toEqual({
      holders: 2,
      units: "1010.0000",
      lines: [{ personId: one, units: "1000.0000", cost: "10000.00", since: "2026-11-20" }],
    });
    expect(await unitHolders(house.fund.db, { strategy: "M-BTCA", asOf: "2026-11-24" })).toEqual({
      holders: 1,
      units: "10.0000",
      lines: [{ personId: other, units: "10.0000", cost: "100.00", since: "2026-11-20" }],
    });
  });

  it("agrees with the ledger accounts after days with orders of every kind", async () => {
    await liveThrough(house, { seed: 5, orders: 300 });
    const held = await house.fund.db
      .selectFrom("holdings")
      .selectAll()
      .where("units", ">", "0")
      .where("strategy", "=", "M-LCAP")
      .execute();
    const register = await unitHolders(house.fund.db, { strategy: "M-LCAP", asOf: "2026-11-26" });
    const sorted = (lines: readonly { readonly personId: string }[]) =>
      [...lines].sort((a, b) => (a.personId < b.personId ? -1 : 1));
    expect(sorted(register.lines)).toEqual(
      sorted(held.map(({ person_id, units, cost, since }) => ({ personId: person_id, units, cost, since }))),
    );
  });
});
