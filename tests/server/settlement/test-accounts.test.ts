import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Vault } from "../../../server/accounts/index.ts";
import { isCounted, leavesTestsOut, markTest, testAccounts } from "../../../server/accounts/index.ts";
import { saleCodes } from "../../../server/accounts/sale-codes.ts";
import { holdersOf } from "../../../server/fund/strategy-desk.ts";
import { trialBalance, unitHolders } from "../../../server/ledger/index.ts";
import { orderBook } from "../../../server/orders/index.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { experienced } from "../portfolio/investor.ts";

let house: FundHouse;
let them: Awaited<ReturnType<typeof experienced>>;
let admin: string;
let other: string;
let strategy: string;
beforeAll(async () => {
  house = await openFundHouse();
  them = await experienced(house);
  admin = await house.addPerson();
  other = await house.addPerson();
  const { db } = house.fund;
  await db.insertInto("sale_codes").values({ code: "TESTCODE" }).execute();
  await sql`update people set sale_code = 'TESTCODE' where id = ${them.personId}`.execute(db);
  const held = await db
    .selectFrom("holdings")
    .select("strategy")
    .where("units", ">", "0")
    .executeTakeFirstOrThrow();
  strategy = held.strategy;
});
afterAll(() => house.close());

/** Returns every figure that counts people or their holdings, with the switch on or off. */
async function figures(withoutTests: boolean) {
  const { db, clock } = house.fund;
  const isOn = (flag: string) => flag === "exclude-test-accounts" && withoutTests;
  expect(leavesTestsOut(isOn)).toBe(withoutTests);
  const register = await unitHolders(db, { strategy, asOf: clock.today(), withoutTests });
  const holders = await holdersOf({ db, isOn });
  const open = await orderBook.openOrdersByStrategy(db, { withoutTests });
  const codes = await saleCodes({ db, clock, isOn, vault: vault() });
  const { rows } = await sql<{ counted: number }>`
    select count(*)::int as counted from people p where p.id = ${them.personId} and ${isCounted(sql`p.id`, withoutTests)}`.execute(
    db,
  );
  return {
    register: register.lines.map(({ personId }) => personId),
    registered: register.holders,
    units: Number(register.units) > 0,
    holders: holders.get(strategy) ?? 0,
    open: [...open.values()].reduce((sum, one) => sum + one, 0),
    signedUp: codes.find(({ code }) => code === "TESTCODE")?.usedBy,
    counted: rows[0]?.counted,
  };
}

const vault = () => house.payments.vault as Vault;
const mark = (test: boolean, by = other, personId = them.personId) =>
  markTest(
    { db: house.fund.db, clock: house.clock, vault: vault() },
    { personId, test, reason: "tries the portal", by },
  );

describe("a test account in the figures", () => {
  test("a test account is included in the figures until it is marked, with the feature switch on or off", async () => {
    expect(await figures(true)).toEqual(await figures(false));
  });

  test("is marked once for a stored reason, and then listed as marked", async () => {
    expect(await mark(true, admin)).toMatchObject({ ok: true, value: { state: "proposed" } });
    expect(await mark(true)).toMatchObject({ ok: true, value: { state: "done" } });
    expect(await mark(true)).toMatchObject({ ok: false, error: { code: "nothing-changed" } });
    expect(await testAccounts({ db: house.fund.db, vault: vault() })).toEqual([
      expect.objectContaining({ id: them.personId, reason: "tries the portal" }),
    ]);
    await expect(sql`delete from test_marks`.execute(house.fund.db)).rejects.toThrow(/never changed/);
  });

  test("a marked test account is left out of every figure with the switch on, and included with the switch off", async () => {
    const off = await figures(false);
    expect(off).toMatchObject({ holders: 1, registered: 1, units: true, signedUp: 1, counted: 1 });
    expect(off.register).toEqual([them.personId]);
    expect(off.open).toBeGreaterThan(0);
    expect(await figures(true)).toEqual({
      ...{ register: [], registered: 0, units: false, holders: 0, open: 0, signedUp: 0, counted: 0 },
    });
  });

  test("remains part of the ledger, which still balances", async () => {
    const lines = await trialBalance(house.fund.db, house.clock.today());
    expect(lines.find(({ asset, account }) => asset === strategy && account === "investors")).toBeDefined();
  });

  test("is included again once the mark is removed", async () => {
    expect(await mark(false)).toMatchObject({ ok: true });
    expect(await figures(true)).toEqual(await figures(false));
  });
});
