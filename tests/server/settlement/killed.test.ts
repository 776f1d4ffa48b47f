import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../server/db/index.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { allot } from "../../../server/settlement/index.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { chance } from "./books-model.ts";
import { differences, liveThrough, type Morning } from "./made-books.ts";

const kills = Number(process.env.SAPHAN_SETTLEMENT_KILLS ?? 6);
const orders = Number(process.env.SAPHAN_ORDERS ?? 600);
const seed = Number(process.env.SAPHAN_ORDERS_SEED ?? 7);

/**
 * Starts the allotment repeatedly on a connection that the database ends at some moment, then lets the
 * allotment finish.
 */
const killedMorning =
  (times: number, met: { count: number }): Morning =>
  async ({ settlement, url }) => {
    const source = chance(times + orders);
    for (let kill = 0; kill < times; kill++) {
      const db = await openDatabase(url, { max: 1 });
      try {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
        const running = allot({ ...settlement, db }, undefined, { batchSize: 20 }).then(
          () => false,
          () => true,
        );
        await new Promise((done) => setTimeout(done, 5 + Number(source.below(BigInt(orders / 10)))));
        await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(settlement.db);
        if (await running) met.count += 1;
      } finally {
        await db.destroy().catch(() => {});
      }
    }
    await allot(settlement);
  };

async function hashAfter(morning?: Morning): Promise<string> {
  const house: FundHouse = await openFundHouse();
  try {
    const lived = await liveThrough(house, { seed, orders, ...(morning && { morning }) });
    expect(await differences(house, lived)).toEqual([]);
    return (await checkLedger(house.fund.db)).hash;
  } finally {
    await house.close();
  }
}

describe("an allotment whose process is killed", () => {
  it("is continued later, and leaves the same ledger as an uninterrupted allotment", async () => {
    const met = { count: 0 };
    const alone = await hashAfter();
    expect(await hashAfter(killedMorning(Math.ceil(kills / 3), met))).toBe(alone);
    expect(met.count).toBeGreaterThan(0);
    process.stdout.write(`settlement: ${met.count} of ${kills} kills met it at work\n`);
  }, 600_000);
});
