import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allot } from "../../../server/settlement/index.ts";
import { isTimeFaked } from "../../support/machine-time.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { differences, liveThrough } from "./made-books.ts";

const count = Number(process.env.SAPHAN_ORDERS ?? 900);
const seed = Number(process.env.SAPHAN_ORDERS_SEED ?? 20_261_123);

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

describe("orders of every kind", () => {
  it("orders of every kind agree with an independent integer calculation to the last digit", async () => {
    const lived = await liveThrough(house, { seed, orders: count });
    expect(await differences(house, lived)).toEqual([]);
    // The random orders covered every case.
    for (const [met, times] of Object.entries(lived.model.met)) expect(times, met).toBeGreaterThan(0);
  }, 600_000);

  it("are settled correctly when two workers process each morning's orders together in small batches", async ({
    skip,
  }) => {
    skip(isTimeFaked);
    const lived = await liveThrough(house, {
      seed: seed + 1,
      orders: Math.min(count, 900),
      morning: async ({ settlement }) => {
        const [one, other] = await Promise.all([
          allot(settlement, undefined, { batchSize: 17 }),
          allot(settlement, undefined, { batchSize: 17 }),
        ]);
        expect(one.setAside + other.setAside).toBe(0);
        // No order is left for a later morning.
        expect(await allot(settlement)).toEqual({ orders: 0, setAside: 0 });
      },
    });
    expect(await differences(house, lived)).toEqual([]);
  }, 600_000);
});
