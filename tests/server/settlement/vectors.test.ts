import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkLedger } from "../../../server/ledger/index.ts";
import { allot } from "../../../server/settlement/index.ts";
import { type FundHouse, openFundHouse, pay } from "../fund/fund-house.ts";
import { soundLedger } from "./made-books.ts";
import { give, orderRow, sell } from "./sells.ts";

type Case = {
  readonly case: string;
  readonly inputs: { readonly op: string } & Readonly<Record<string, string>>;
  readonly result: Readonly<Record<string, string | boolean>>;
};
const { cases }: { readonly cases: readonly Case[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "..", "domain", "fund-vectors.json"), "utf8"),
);
const redemptions = cases.filter(({ inputs }) => inputs.op.startsWith("redeem"));
const subscriptions = cases.filter(({ inputs }) => inputs.op.startsWith("subscribe"));

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

const bps = (rate: string | undefined) => Math.round(Number(rate ?? "0") * 10_000);

async function morning(nav: string): Promise<void> {
  house.clock.set("2026-11-24T08:30:00");
  await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    values (gen_random_uuid(), 'M-BTCA', '2026-11-23', ${nav}::numeric, 'APPROVED', true, now(), now())`.execute(
    house.fund.db,
  );
  expect(await allot(house.settlement)).toEqual({ orders: 1, setAside: 0 });
}

describe("the ledger for the worked examples", () => {
  it.each(redemptions)(
    "has the results of the example redemption $case $inputs.op",
    async ({ inputs, result }) => {
      const personId = await house.addPerson();
      const { heldUnits = "", costBasis = "", minBalance, amount, units } = inputs;
      await give(house, { personId, units: heldUnits, cost: costBasis });
      const id = await sell(house, {
        personId,
        ...(amount === undefined ? {} : { amount }),
        ...(units === undefined ? {} : { units }),
        ...(minBalance === undefined ? {} : { minRemainder: minBalance }),
        reserved: amount === undefined ? (units ?? heldUnits) : heldUnits,
        feeBps: bps(inputs.profitFeeRate),
        vatBps: bps(inputs.vatRate),
      });
      await morning(inputs.nav ?? "");
      const row = await orderRow(house, id);
      const rest = await house.fund.db
        .selectFrom("holdings")
        .selectAll()
        .where("person_id", "=", personId)
        .executeTakeFirstOrThrow();
      expect({
        units: row.units,
        gross: row.value,
        cost: row.cost,
        profit: (Number(row.value) - Number(row.cost)).toFixed(2),
        fee: row.fee,
        vat: row.vat,
        net: row.proceeds,
        restUnits: rest.units,
        restCost: rest.cost,
        sellAll: rest.units === "0.0000",
        forced: row.forced,
      }).toEqual(result);
      expect(await checkLedger(house.fund.db)).toMatchObject(soundLedger);
    },
  );

  it.each(subscriptions)("has the results of the example subscription $case", async ({ inputs, result }) => {
    const personId = await house.addPerson();
    const { amount = "", feeRate, vatRate } = inputs;
    const { rows } = await sql<{
      id: string;
    }>`insert into orders (id, reference, kind, status, person_id, strategy, amount, method, fee, vat,
        fee_bps, vat_bps, risk_level, risk_acknowledged, placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at)
      select gen_random_uuid(), 'X', 'subscription', 'SUBMITTED', ${personId}::uuid, 'M-BTCA', ${amount}::numeric, 'qr', f.fee,
        round(f.fee * ${vatRate ?? "0"}::numeric, 2), 0, 0, 7, true, now(), '2026-11-23', '2026-11-24', timestamptz '2026-11-30T14:00+07:00', 'x', 'test', now()
      from (select round(${amount}::numeric * ${feeRate}::numeric, 2) as fee) as f returning id`.execute(
      house.fund.db,
    );
    const id = rows[0]?.id as string;
    await pay(house, { order: id, amount });
    await morning(String(result.offer ?? inputs.nav));
    const row = await orderRow(house, id);
    expect(row).toMatchObject({
      units: result.units,
      ...(result.fee === undefined ? {} : { fee: result.fee, vat: result.vat }),
    });
  });
});
