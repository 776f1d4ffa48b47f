import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listStrategies } from "../../../server/fund/index.ts";
import { unitsIssued } from "../../../server/ledger/index.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { approveSell, dayWith, experienced } from "./investor.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

/** Returns the units of each strategy, added up over every holding. */
async function addedUp(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ strategy: string; units: string }>`
    select strategy, sum(units)::text as units from holdings group by strategy`.execute(house.fund.db);
  return new Map(rows.map(({ strategy, units }) => [strategy, units]));
}

describe("the units that a strategy has issued", () => {
  it("the units issued equal the sum of all holdings after any orders, and net assets are computed from these units", async () => {
    expect(await unitsIssued(house.fund.db)).toEqual(new Map());
    const { sold, switched } = await experienced(house);
    expect(await unitsIssued(house.fund.db)).toEqual(new Map([["M-BTCA", "9893.0000"]]));
    for (const { order } of [sold, switched]) await approveSell(house, order);
    await dayWith(
      house,
      { "M-BTCA": "12.0000", "M-LCAP": "19.0000" },
      { date: "2026-11-24", next: "2026-11-25" },
    );
    await dayWith(
      house,
      { "M-BTCA": "12.0000", "M-LCAP": "20.0000" },
      { date: "2026-11-25", next: "2026-11-26" },
    );
    expect(await unitsIssued(house.fund.db)).toEqual(await addedUp());
    const listed = await listStrategies(house.fund);
    expect(listed.find(({ code }) => code === "M-BTCA")?.netAssets).toBe("34716.00");
  });

  it("the units that a strategy has issued change only by ledger entries", async () => {
    await experienced(house);
    for (const statement of [
      sql`update units_issued set units = 1`,
      sql`delete from units_issued`,
      sql`insert into units_issued (strategy, slot, units) values ('M-LCAP', 99, 1)`,
    ])
      await expect(statement.execute(house.fund.db)).rejects.toThrow(/move with entries|moves with entries/);
  });
});
