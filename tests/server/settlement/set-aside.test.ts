import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkLedger } from "../../../server/ledger/index.ts";
import { allot, listSetAside } from "../../../server/settlement/index.ts";
import {
  approveNav,
  type FundHouse,
  openFundHouse,
  pay,
  placed,
  subscriptionOf,
} from "../fund/fund-house.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

const sound = { unbalancedAssets: [], wrongBalances: [], wrongPending: [] };

async function paidOrder(amount = "10000.00", personId?: string): Promise<string> {
  const wish = subscriptionOf({ personId: personId ?? (await house.addPerson()), amount });
  const { order } = await placed(house, wish);
  await pay(house, { order, amount });
  return order;
}

/**
 * Writes an order that bypasses every check of the portal, like an attacker with the database's password. Its
 * money exists only if `paid` is set.
 */
async function poisoned(of: {
  readonly amount: string;
  readonly fee?: string;
  readonly vat?: string;
  readonly paid?: boolean;
}) {
  const id = randomUUID();
  const personId = await house.addPerson();
  await sql`
    insert into orders (id, reference, kind, status, person_id, strategy, amount, method, fee, vat, risk_level, risk_acknowledged,
      placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at)
    values (${id}, ${`X-${id}`}, 'subscription', 'SUBMITTED', ${personId}, 'M-BTCA', ${of.amount}::numeric, 'qr',
      ${of.fee ?? "0"}::numeric, ${of.vat ?? "0"}::numeric, 7, true, now(), '2026-11-23', '2026-11-24', timestamptz '2026-11-30T14:00+07:00',
      ${id}, 'somebody', now())`.execute(house.fund.db);
  if (of.paid) await pay(house, { order: id, amount: of.amount });
  else
    await sql`update orders set status = 'APPROVED', changed_by = 'somebody' where id = ${id}`.execute(
      house.fund.db,
    );
  return id;
}

async function morning(nav = "10.0000") {
  house.clock.set("2026-11-24T08:30:00");
  await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav });
}

const statusOf = async (order: string) =>
  (
    await house.fund.db
      .selectFrom("orders")
      .select("status")
      .where("id", "=", order)
      .executeTakeFirstOrThrow()
  ).status;

describe("an order that cannot be allotted", () => {
  it.each([1, 3, 1_000])(
    "an order that cannot be allotted is set aside, while all other orders are allotted, in batches of %i",
    async (batchSize) => {
      const good = [await paidOrder(), await paidOrder()];
      const bad = [await poisoned({ amount: "5000.00" }), await poisoned({ amount: "9999999999999999.99" })];
      good.push(await paidOrder(), await paidOrder());
      await morning();
      expect(await allot(house.settlement, house.clock.now(), { batchSize })).toEqual({
        orders: 4,
        setAside: 2,
      });
      for (const order of good) expect(await statusOf(order)).toBe("ALLOTTED");
      for (const order of bad) expect(await statusOf(order)).toBe("APPROVED");
      expect(await checkLedger(house.fund.db)).toMatchObject(sound);
      const aside = await listSetAside(house.settlement);
      expect(aside.map(({ order }) => order).sort()).toEqual([...bad].sort());
      expect(aside[0]).toMatchObject({ strategy: "M-BTCA", navDate: "2026-11-23", tries: 1 });
      for (const { reason } of aside) expect(reason).toMatch(/^23514 .*ledger_accounts/);
    },
  );

  it("causes one audit line, and one letter to everyone in finance", async () => {
    const finance = await house.addPerson("finance");
    const order = await poisoned({ amount: "5000.00" });
    await morning();
    await allot(house.settlement);
    house.clock.set("2026-11-25T08:30:00");
    await allot(house.settlement);
    const lines = await house.fund.db
      .selectFrom("audit_lines")
      .select(["actor", "detail"])
      .where("action", "=", "orders.set-aside")
      .where("subject", "=", `order:${order}`)
      .execute();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      actor: "system:allotment",
      detail: { reason: expect.stringContaining("23514") },
    });
    await house.jobs.drain();
    const mails = await house.messages.mailbox({ to: `${finance}@example.test` });
    expect(mails.map((mail) => mail.template)).toEqual(["orders-set-aside"]);
    expect(mails[0]?.body).toContain(`X-${order}`);
    expect(mails[0]?.body).toContain("/staff/nav");
  });

  it("an order that cannot be allotted is tried again in every later allotment, until its error is corrected", async () => {
    const order = await poisoned({ amount: "5000.00" });
    await morning();
    await allot(house.settlement);
    house.clock.set("2026-11-25T08:30:00");
    expect(await allot(house.settlement)).toEqual({ orders: 0, setAside: 0 });
    expect(await listSetAside(house.settlement)).toMatchObject([{ order, tries: 2 }]);
    // The money for the order is found and booked by hand.
    const { person_id } = await house.fund.db
      .selectFrom("orders")
      .select("person_id")
      .where("id", "=", order)
      .executeTakeFirstOrThrow();
    await sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
      select 'payment', ${randomUUID()}::uuid, house_account('bank:clients'), person_account(${person_id}), 'THB', 5000,
        '2026-11-25', '2026-11-25', now()`.execute(house.fund.db);
    house.clock.set("2026-11-26T08:30:00");
    expect(await allot(house.settlement)).toEqual({ orders: 1, setAside: 0 });
    expect(await listSetAside(house.settlement)).toEqual([]);
    expect(await statusOf(order)).toBe("ALLOTTED");
    expect(await checkLedger(house.fund.db)).toMatchObject(sound);
  });

  it("a system error, such as a missing table, stops the whole allotment and sets no order aside", async () => {
    await paidOrder();
    await morning();
    await sql`alter table order_transitions rename to lost`.execute(house.fund.db);
    await expect(allot(house.settlement)).rejects.toThrow("order_transitions");
    await sql`alter table lost rename to order_transitions`.execute(house.fund.db);
    expect(await listSetAside(house.settlement)).toEqual([]);
    expect(await allot(house.settlement)).toEqual({ orders: 1, setAside: 0 });
  });
});

describe("orders of the largest amount", () => {
  it("are allotted at the lowest and the highest NAV without overflow", async () => {
    for (const nav of ["0.0001", "999999999.9999"]) {
      const other = await openFundHouse();
      const before = house;
      house = other;
      try {
        await poisoned({ amount: "9999999999999999.99", paid: true });
        await poisoned({ amount: "0.01", paid: true });
        await morning(nav);
        expect(await allot(other.settlement)).toEqual({ orders: 2, setAside: 0 });
        expect(await checkLedger(other.fund.db)).toMatchObject(sound);
      } finally {
        await other.close();
        house = before;
      }
    }
  });
});
