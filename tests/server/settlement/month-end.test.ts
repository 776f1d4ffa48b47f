import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkLedger, trialBalance } from "../../../server/ledger/index.ts";
import { accrueManagement, allot, sweepResidues, taxNumber } from "../../../server/settlement/index.ts";
import { isTimeFaked } from "../../support/machine-time.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { liveThrough, soundLedger } from "./made-books.ts";
import { give, sell } from "./sells.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

const nav = (date: string, value: string) =>
  sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    values (gen_random_uuid(), 'M-BTCA', ${date}, ${value}::numeric, 'APPROVED', true, now(), now())`.execute(
    house.fund.db,
  );

const balanceOf = async (account: string, day: string) =>
  (await trialBalance(house.fund.db, day)).find((line) => line.account === account)?.balance ?? "0.0000";

describe("the management fee", () => {
  it("is booked once for every finished calendar day, at the last NAV and that day's units", async () => {
    const personId = await house.addPerson();
    await give(house, { personId, units: "100000.0000", cost: "1000000.00" });
    await nav("2026-11-20", "10.0000");
    // 20 November is a Friday, so the weekend counts as well. Each day accrues 1,000,000 × 2 % / 365 = 54.79.
    expect(await accrueManagement(house.settlement)).toEqual(["2026-11-20", "2026-11-21", "2026-11-22"]);
    expect(await accrueManagement(house.settlement)).toEqual([]);
    expect(await balanceOf("fees:management", "2026-11-23")).toBe("164.3700");
    expect(await balanceOf("accrued:management:M-BTCA", "2026-11-23")).toBe("-164.3700");
    house.clock.set("2026-11-25T06:10:00");
    await nav("2026-11-23", "20.0000");
    expect(await accrueManagement(house.settlement)).toEqual(["2026-11-23", "2026-11-24"]);
    expect(await balanceOf("fees:management", "2026-11-25")).toBe("383.5500");
    expect(await checkLedger(house.fund.db)).toMatchObject(soundLedger);
  });

  it("cannot be booked for an unfinished day", async () => {
    await expect(
      sql`select accrue_management('2026-11-23', '2026-11-23', now())`.execute(house.fund.db),
    ).rejects.toThrow("not over");
  });
});

describe("the end of a financial year", () => {
  it("moves the rounding differences to or from each strategy once", async () => {
    await liveThrough(house, { seed: 11, orders: 200 });
    house.clock.set("2027-01-04T06:20:00");
    const before = await Promise.all(
      ["M-BTCA", "M-STABLE"].map((code) => balanceOf(`residues:${code}`, "2027-01-04")),
    );
    expect(before.some((balance) => balance !== "0.0000")).toBe(true);
    expect(await sweepResidues(house.settlement)).toBeGreaterThan(0);
    expect(await sweepResidues(house.settlement)).toBe(0);
    for (const code of ["M-BTCA", "M-LCAP", "M-STABLE"])
      expect(await balanceOf(`residues:${code}`, "2027-01-04")).toBe("0.0000");
    expect(await checkLedger(house.fund.db)).toMatchObject(soundLedger);
  });
});

describe("tax invoice numbers", () => {
  const on = () => ({ ...house.settlement, isOn: () => true });

  it("have no gaps, even if two workers allot at the same time and a batch is rolled back", async ({
    skip,
  }) => {
    skip(isTimeFaked);
    await liveThrough(house, {
      seed: 13,
      orders: 240,
      morning: async () => {
        const broken = { ...on(), jobs: { send: async () => Promise.reject(new Error("away")) } };
        await expect(allot(broken, undefined, { batchSize: 10 })).rejects.toThrow("away");
        await Promise.all([
          allot(on(), undefined, { batchSize: 10 }),
          allot(on(), undefined, { batchSize: 10 }),
        ]);
        await allot(on());
      },
    });
    const documents = await house.fund.db.selectFrom("tax_documents").selectAll().orderBy("number").execute();
    expect(documents.map(({ number }) => number)).toEqual(documents.map((_document, at) => at + 1));
    const { rows } = await sql<{
      charged: number;
    }>`select count(*)::integer as charged from orders where status = 'ALLOTTED' and fee > 0`.execute(
      house.fund.db,
    );
    expect(documents).toHaveLength(rows[0]?.charged ?? -1);
    expect(taxNumber(documents[0] as (typeof documents)[0])).toBe("INV-00000-202611-000001");
  });

  it("tax invoice numbers never change, and a correction is a note with a separate number", async () => {
    const personId = await house.addPerson();
    await give(house, { personId, units: "1000.0000", cost: "10000.00" });
    const order = await sell(house, { personId, units: "400", reserved: "400" });
    house.clock.set("2026-11-24T08:30:00");
    await nav("2026-11-23", "12.0000");
    await allot(on());
    const note = (kind: string) =>
      sql<{
        n: number;
      }>`select issue_tax_note(${order}::uuid, ${kind}, 10, 0.70, 'NAV corrected', '2026-12-01') as n`.execute(
        house.fund.db,
      );
    expect((await note("credit-note")).rows[0]?.n).toBe(1);
    expect((await note("credit-note")).rows[0]?.n).toBe(2);
    expect((await note("debit-note")).rows[0]?.n).toBe(1);
    for (const write of [
      sql`update tax_documents set number = 9`,
      sql`delete from tax_documents`,
      sql`update tax_series set last = 0`,
      sql`delete from tax_series`,
      sql`insert into tax_documents (establishment, month, kind, number, order_id, charge, vat, issued_on, reason, corrects, corrects_month)
        select establishment, month, kind, 7, order_id, charge, vat, issued_on, reason, corrects, corrects_month from tax_documents where kind = 'debit-note'`,
    ])
      await expect(write.execute(house.fund.db)).rejects.toThrow();
  });

  it("are not assigned while the feature switch is off", async () => {
    const personId = await house.addPerson();
    await give(house, { personId, units: "1000.0000", cost: "10000.00" });
    await sell(house, { personId, units: "400", reserved: "400" });
    house.clock.set("2026-11-24T08:30:00");
    await nav("2026-11-23", "12.0000");
    await allot({ ...house.settlement, isOn: () => false });
    expect(await house.fund.db.selectFrom("tax_documents").selectAll().execute()).toEqual([]);
  });
});

describe("the contract note of an order", () => {
  it("contains every number of the order, for each kind of order", async () => {
    const personId = await house.addPerson();
    await give(house, { personId, units: "1000.0000", cost: "10000.00" });
    await sell(house, { personId, units: "400", reserved: "400" });
    await sell(house, { personId, reserved: "600", into: "M-LCAP" });
    house.clock.set("2026-11-24T08:30:00");
    await nav("2026-11-23", "12.0000");
    await allot(on());
    house.clock.set("2026-11-25T08:30:00");
    await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
      values (gen_random_uuid(), 'M-LCAP', '2026-11-24', 7, 'APPROVED', true, now(), now())`.execute(
      house.fund.db,
    );
    await allot(on());
    await house.jobs.drain();
    const mails = await house.messages.mailbox({ to: `${personId}@example.test` });
    const bodyOf = (template: string) => mails.find((mail) => mail.template === template)?.body;
    // Sell: 400 × 12 − fee 80.00 − VAT 5.60.
    // Switch: 600 × 12 = 7,200, cost 6,000; fee 120.00 and VAT 8.40 leave 7,071.60; the fee of 0.50 % is
    // 35.36, its VAT 2.48.
    for (const number of ["400.0000", "4,800.00", "4,000.00", "80.00", "5.60", "4,714.40"])
      expect(bodyOf("order-sold")).toContain(number);
    for (const number of ["600.0000", "7,200.00", "120.00", "8.40", "7,071.60"])
      expect(bodyOf("order-switched-out")).toContain(number);
    for (const number of ["7,071.60", "35.36", "2.48", "1,004.8228"])
      expect(bodyOf("order-switched-in")).toContain(number);
    expect(await checkLedger(house.fund.db)).toMatchObject(soundLedger);
    expect(await balanceOf("transit", "2026-11-25")).toBe("0.0000");
  });

  const on = () => ({ ...house.settlement, isOn: () => true });
});
