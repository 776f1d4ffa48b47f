import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openJobs } from "../../../server/jobs/index.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { overviewOf } from "../../../server/portfolio/index.ts";
import { allot, settlementJobs } from "../../../server/settlement/index.ts";
import {
  approveNav,
  type FundHouse,
  openFundHouse,
  pay,
  placed,
  shownOrder,
  subscriptionOf,
} from "../fund/fund-house.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

const sound = { unbalancedAssets: [], wrongBalances: [], wrongPending: [] };

async function paidOrder(given: Parameters<typeof subscriptionOf>[0]) {
  const wish = subscriptionOf(given);
  const order = await placed(house, wish);
  await pay(house, { order: order.order, amount: wish.amount });
  return order.order;
}

describe("the allotment of orders", () => {
  it("gives on the morning of T+1 the units of the worked example, with message, timeline and overview", async () => {
    const personId = await house.addPerson();
    const order = await paidOrder({ personId });
    house.clock.set("2026-11-23T18:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "12.3456" });
    await house.jobs.drain();
    expect(await allot(house.settlement)).toEqual({ orders: 0, setAside: 0 });
    house.clock.set("2026-11-24T08:30:00");
    expect(await allot(house.settlement)).toEqual({ orders: 1, setAside: 0 });
    expect(await allot(house.settlement)).toEqual({ orders: 0, setAside: 0 });
    const found = await shownOrder(house.orders, order);
    expect(found).toMatchObject({
      status: "ALLOTTED",
      step: "success",
      units: "801.3381",
      nav: "12.3456",
      value: "9893.00",
      allottedOn: "2026-11-24",
    });
    expect(found?.timeline.every((entry) => entry.at !== null)).toBe(true);
    const overview = await overviewOf(house.portfolio, personId);
    expect(overview.asOf).toBe("2026-11-23");
    expect(overview.total).toMatchObject({
      value: "9893.00",
      principal: "10000.00",
      profit: "-107.00",
      profitPercent: "-1.07",
    });
    expect(overview.holdings).toMatchObject([
      { code: "M-BTCA", units: "801.3381", share: "100.00", strategyReturn1y: null },
    ]);
    expect(overview.series).toMatchObject([{ date: "2026-11-23", value: "9893.00", principal: "10000.00" }]);
    await house.jobs.drain();
    const mails = await house.messages.mailbox({ to: `${personId}@example.test` });
    expect(mails.filter((mail) => mail.template === "order-allotted")).toHaveLength(1);
    expect(await checkLedger(house.fund.db)).toMatchObject(sound);
  });

  it("the portal that starts at 9:10 does the allotment if none did it at 8:30; the allotment is overdue until then", async () => {
    const order = await paidOrder({ personId: await house.addPerson() });
    house.clock.set("2026-11-23T18:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
    await house.jobs.drain();
    house.clock.set("2026-11-24T08:20:00");
    const before = await openJobs({
      url: house.url,
      scheduled: { db: house.fund.db, clock: house.clock },
    });
    settlementJobs({ ...house.settlement, jobs: before }, before);
    await before.start();
    await before.stop();
    house.clock.set("2026-11-24T09:10:00");
    expect(await house.jobs.overdue()).toEqual([
      { job: "fund.allot", since: "2026-11-24T01:30:00.000Z" },
      { job: "fund.post-corrections", since: "2026-11-24T01:40:00.000Z" },
    ]);
    expect(await shownOrder(house.orders, order)).toMatchObject({ status: "APPROVED" });
    await house.jobs.start();
    await expect
      .poll(async () => (await shownOrder(house.orders, order)).status, { timeout: 30_000 })
      .toBe("ALLOTTED");
    await expect.poll(() => house.jobs.overdue(), { timeout: 30_000 }).toEqual([]);
  });

  it("the allotment waits for an approved NAV, and also covers an order whose NAV came late", async () => {
    const personId = await house.addPerson();
    await paidOrder({ personId });
    house.clock.set("2026-11-25T10:00:00");
    expect(await allot(house.settlement)).toEqual({ orders: 0, setAside: 0 });
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
    await house.jobs.drain();
    expect((await overviewOf(house.portfolio, personId)).holdings).toHaveLength(1);
  });

  it("does not change unpaid orders", async () => {
    const personId = await house.addPerson();
    await placed(house, subscriptionOf({ personId }));
    house.clock.set("2026-11-24T10:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
    expect(await allot(house.settlement)).toEqual({ orders: 0, setAside: 0 });
  });

  it("adds a further purchase to units and cost", async () => {
    const personId = await house.addPerson();
    await paidOrder({ personId });
    await paidOrder({ personId, amount: "20000.00" });
    house.clock.set("2026-11-24T10:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
    await allot(house.settlement);
    expect((await overviewOf(house.portfolio, personId)).holdings).toMatchObject([
      { units: "2967.9000", principal: "30000.00" },
    ]);
  });

  it("reports the value that remains when units are rounded down", async () => {
    const personId = await house.addPerson();
    await paidOrder({ personId });
    house.clock.set("2026-11-24T10:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "777.7777" });
    await allot(house.settlement);
    const { rows } = await sql<{ amount: string }>`
      select sum(amount) as amount from ledger_entries e join ledger_accounts a on a.id = e.credit where a.house = 'residues:M-BTCA'`.execute(
      house.fund.db,
    );
    // 9,893.00 buys 12.7195 units, which are worth 9,892.94 when rounded half up.
    expect(rows[0]?.amount).toBe("0.0600");
    expect(await checkLedger(house.fund.db)).toMatchObject(sound);
  });

  it("gives the same result as an independent integer calculation, whatever the batches and interruptions", async () => {
    const strategies = ["M-BTCA", "M-LCAP", "M-STABLE"] as const;
    const orders = fc.sample(
      fc.record({
        who: fc.integer({ min: 0, max: 7 }),
        strategy: fc.constantFrom(...strategies),
        satang: fc.bigInt({ min: 1_000_000n, max: 10n ** 10n }),
      }),
      { numRuns: 150, seed: 20_261_123 },
    );
    const navs: Record<string, bigint> = { "M-BTCA": 123_457n, "M-LCAP": 99_991n, "M-STABLE": 7_777_777n };
    const people = await Promise.all(Array.from({ length: 8 }, () => house.addPerson()));
    const ids: string[] = [];
    for (const { who, strategy, satang } of orders) {
      const amount = `${satang / 100n}.${(satang % 100n).toString().padStart(2, "0")}`;
      ids.push(await paidOrder({ personId: people[who] as string, strategy, amount }));
    }
    house.clock.set("2026-11-24T10:00:00");
    for (const strategy of strategies) {
      const nav = navs[strategy] as bigint;
      await approveNav(house, {
        strategy,
        date: "2026-11-23",
        nav: `${nav / 10_000n}.${(nav % 10_000n).toString().padStart(4, "0")}`,
      });
    }
    // The allotment stops after each batch of 7, repeatedly, with two parallel workers.
    for (let done = 0; done < orders.length; ) {
      const stop = () => {
        let batches = 0;
        return () => batches++ < 1;
      };
      const [one, other] = await Promise.all([
        allot(house.settlement, house.clock.now(), { batchSize: 7, mayGoOn: stop() }),
        allot(house.settlement, house.clock.now(), { batchSize: 7, mayGoOn: stop() }),
      ]);
      done += one.orders + other.orders;
      expect(one.orders + other.orders).toBeGreaterThan(0);
      expect(await checkLedger(house.fund.db)).toMatchObject(sound);
    }
    expect(await allot(house.settlement)).toEqual({ orders: 0, setAside: 0 });
    const rows = await house.fund.db.selectFrom("orders").select(["id", "units", "fee", "vat"]).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    orders.forEach(({ strategy, satang }, at) => {
      const row = byId.get(ids[at] as string);
      // The test uses separate integer sums: it rounds half up by adding half, and computes units by repeated
      // remainders.
      const fee = (satang * 100n + 5_000n) / 10_000n;
      const vat = (fee * 700n + 5_000n) / 10_000n;
      const bought = (satang - fee - vat) * 1_000_000n;
      const nav = navs[strategy] as bigint;
      const units = (bought - (bought % nav)) / nav;
      expect(row?.fee.replace(".", "")).toBe(fee.toString());
      expect(BigInt((row?.units ?? "").replace(".", ""))).toBe(units);
      expect(BigInt((row?.vat ?? "").replace(".", ""))).toBe(vat);
    });
  });
});

describe("two workers of the settlement", () => {
  it("do not overlap: the second waits until the first has finished the run", async () => {
    const personId = await house.addPerson();
    await paidOrder({ personId });
    house.clock.set("2026-11-24T10:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
    const { db } = house.fund;
    await sql`select open_settlement_runs('2026-11-24', ${house.clock.now().toJSDate()})`.execute(db);
    let looks = 0;
    const mayGoOn = () => looks++ >= 0;
    // The other transaction holds the run for a moment, and releases it unchanged.
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = db.transaction().execute(async (tx) => {
      await sql`select from settlement_runs for key share`.execute(tx);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const allotted = allot(house.settlement, house.clock.now(), { mayGoOn });
    await Promise.race([allotted, vi.waitFor(() => expect(looks).toBeGreaterThan(2))]);
    released.resolve();
    await other;
    expect(await allotted).toEqual({ orders: 1, setAside: 0 });
  });
});

describe("the ledger after an allotment", () => {
  it("is byte for byte the same, whether the allotment ran once, in parts, or twice", async () => {
    const hashes: string[] = [];
    for (const batchSize of [1_000, 3]) {
      const other = await openFundHouse();
      const before = house;
      house = other;
      try {
        const names = ["a", "b", "c", "d", "e"];
        const people: string[] = [];
        for (const name of names) {
          const id = `00000000-0000-4000-8000-00000000000${name}`;
          people.push(id);
          await sql`insert into people (id, email, email_key, customer_type, language, created_at) values (${id}, ${name}, ${name}, 'INDIVIDUAL', 'th', now())`.execute(
            other.fund.db,
          );
          await sql`insert into credentials (person_id, password_changed_at) values (${id}, now())`.execute(
            other.fund.db,
          );
        }
        for (const personId of people) {
          const wish = subscriptionOf({ personId, amount: "12345.67" });
          const order = await placed(other, wish);
          await pay(other, { order: order.order, amount: wish.amount, reference: order.reference });
        }
        other.clock.set("2026-11-24T08:30:00");
        await approveNav(other, { strategy: "M-BTCA", date: "2026-11-23", nav: "11.1111" });
        await allot(other.settlement, other.clock.now(), { batchSize });
        await allot(other.settlement, other.clock.now(), { batchSize });
        hashes.push((await checkLedger(other.fund.db)).hash);
      } finally {
        await other.close();
        house = before;
      }
    }
    expect(hashes[1]).toBe(hashes[0]);
  });

  it("rejects a posting between accounts of different assets, a balance below zero, and a manual balance change", async () => {
    const personId = await house.addPerson();
    await paidOrder({ personId });
    const account = sql`(select id from ledger_accounts where person_id = ${personId})`;
    const outside = sql`(select id from ledger_accounts where house = 'bank:clients')`;
    const subject = "00000000-0000-4000-8000-000000000009";
    const post = (entries: ReturnType<typeof sql>) =>
      sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
        select 'payment', ${subject}::uuid, debit, credit, 'THB', amount, '2026-11-23', '2026-11-23', now()
        from (${entries}) as e (debit, credit, amount)`.execute(house.fund.db);
    await expect(
      post(
        sql`select ${outside}, (select id from ledger_accounts where asset = 'M-BTCA' and house is not null), 1`,
      ),
    ).rejects.toThrow("hold something else");
    await expect(post(sql`select ${account}, ${outside}, 10000.01`)).rejects.toThrow("check");
    await expect(post(sql`select ${account}, ${outside}, -1`)).rejects.toThrow("check");
    await expect(
      sql`update ledger_accounts set balance = 1 where person_id = ${personId}`.execute(house.fund.db),
    ).rejects.toThrow("move with entries");
    await expect(
      sql`insert into ledger_accounts (asset, person_id, balance) values ('M-LCAP', ${personId}, 1)`.execute(
        house.fund.db,
      ),
    ).rejects.toThrow("move with entries");
    await expect(sql`update ledger_entries set amount = -amount`.execute(house.fund.db)).rejects.toThrow(
      "never removed or changed",
    );
  });
});
