import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findOrder, listOrders } from "../../../server/orders/index.ts";
import { overviewOf } from "../../../server/portfolio/index.ts";
import {
  ableInvestor,
  type FundHouse,
  openFundHouse,
  pay,
  place,
  placed,
  shownOrder,
  subscriptionOf,
  suspend,
} from "../fund/fund-house.ts";

let house: FundHouse;
let personId: string;
beforeAll(async () => {
  house = await openFundHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  house.clock.set("2026-11-23T10:00:00");
  house.investor.current = ableInvestor;
  house.delivered.length = 0;
  personId = await house.addPerson();
});

const rowOf = (order: string) =>
  house.fund.db.selectFrom("orders").selectAll().where("id", "=", order).executeTakeFirstOrThrow();
const count = async (table: "orders" | "order_events" | "payments" | "ledger_entries") =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(house.fund.db)).rows[0]
      ?.n,
  );

describe("a new subscription", () => {
  it("is answered with a reference, the NAV day, the allotment day and the payment deadline", async () => {
    const order = await placed(house, subscriptionOf({ personId }));
    expect(order.reference).toMatch(/^SP-261123-\d{6}$/);
    expect(order.navDate).toBe("2026-11-23");
    expect(order.allotmentDate).toBe("2026-11-24");
    expect(order.payBy.toISOString()).toBe("2026-11-26T07:00:00.000Z");
  });

  it("is written in one call to the database, with timeline and audit line", async () => {
    const order = await placed(house, subscriptionOf({ personId, riskAcknowledged: true }));
    expect(await rowOf(order.order)).toMatchObject({
      status: "SUBMITTED",
      fee: "100.00",
      vat: "7.00",
      risk_acknowledged: true,
    });
    const lines = await house.fund.db
      .selectFrom("audit_lines")
      .select(["actor", "action", "to_state"])
      .where("subject", "=", `order:${order.order}`)
      .execute();
    expect(lines).toEqual([{ actor: `person:${personId}`, action: "orders.place", to_state: "SUBMITTED" }]);
    const events = await house.fund.db
      .selectFrom("order_events")
      .select(["from_status", "to_status"])
      .where("order_id", "=", order.order)
      .execute();
    expect(events).toEqual([{ from_status: null, to_status: "SUBMITTED" }]);
  });

  it("a new subscription with the key of an existing order is answered with that order, and no order is placed", async () => {
    const wish = subscriptionOf({ personId });
    const first = await placed(house, wish);
    const before = await count("orders");
    house.clock.set("2026-11-23T14:00:00");
    expect(await placed(house, wish)).toEqual(first);
    expect(await count("orders")).toBe(before);
  });

  it("a subscription sent fifty times at once with one key creates one order and gets fifty equal answers", async () => {
    const wish = subscriptionOf({ personId });
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => place(house, wish)));
    // A transaction that loses the race fails as a whole, and its retry finds the order.
    const settled = await Promise.all(
      answers.map((answer) => (answer.status === "fulfilled" ? answer.value : place(house, wish))),
    );
    expect(new Set(settled.map((answer) => (answer.ok ? answer.value.order : answer.error.code))).size).toBe(
      1,
    );
  });

  it.each([
    { why: "a satang over the largest order", given: { amount: "100000000.01" }, code: "maximum" },
    {
      why: "the largest amount that the column can hold",
      given: { amount: "9999999999999999.99" },
      code: "maximum",
    },
    { why: "a satang under the minimum", given: { amount: "9999.99" }, code: "minimum" },
    { why: "another NAV day than was shown", given: { navDate: "2026-11-24" }, code: "nav-day-changed" },
    { why: "a fee that is not the strategy's", given: { fee: "0.00" }, code: "nav-day-changed" },
    { why: "a VAT that is not the fee's", given: { vat: "0.00" }, code: "nav-day-changed" },
    { why: "a strategy that does not exist", given: { strategy: "M-MOON" }, code: "strategy-closed" },
  ])("is rejected for $why", async ({ given, code }) => {
    const before = await count("orders");
    expect(await place(house, subscriptionOf({ personId, ...given }))).toEqual({
      ok: false,
      error: { code },
    });
    expect(await count("orders")).toBe(before);
  });

  it("is accepted at exactly the minimum", async () => {
    expect((await place(house, subscriptionOf({ personId, amount: "10000.00" }))).ok).toBe(true);
  });

  it("a subscription is rejected if the cut-off passed between the review and the submission", async () => {
    house.clock.set("2026-11-23T14:00:00.000");
    expect(await place(house, subscriptionOf({ personId }))).toEqual({
      ok: false,
      error: { code: "nav-day-changed" },
    });
  });

  it("a subscription is rejected if the calendar does not contain the days of the order", async () => {
    house.clock.set("2027-12-30T10:00:00");
    expect(await place(house, subscriptionOf({ personId }))).toEqual({
      ok: false,
      error: { code: "unavailable" },
    });
  });

  it("is rejected for a closed strategy", async () => {
    await suspend(house, "M-METAVERSE");
    expect(await place(house, subscriptionOf({ personId, strategy: "M-METAVERSE" }))).toEqual({
      ok: false,
      error: { code: "strategy-closed" },
    });
  });

  it.each([
    { why: "an investor whose contract is not signed", investor: { contractVerified: false } },
    { why: "an investor whose identity was rejected", investor: { kycStatus: "REJECTED" } },
    {
      why: "an investor who may not invest in this risk and did not acknowledge it",
      investor: { suitMaxRisk: 6 },
    },
  ])("is rejected for $why", async ({ investor }) => {
    house.investor.current = { ...ableInvestor, ...investor };
    expect(await place(house, subscriptionOf({ personId, riskAcknowledged: false }))).toEqual({
      ok: false,
      error: { code: "not-able" },
    });
  });

  it("a subscription above the investor's risk level needs an acknowledgement, which is stored", async () => {
    house.investor.current = { ...ableInvestor, suitMaxRisk: 6 };
    const order = await placed(house, subscriptionOf({ personId, riskAcknowledged: true }));
    expect(await rowOf(order.order)).toMatchObject({ risk_level: 7, risk_acknowledged: true });
  });

  it.each(["operations", "compliance", "finance", "support", "admin"] as const)(
    "is rejected for a staff role: %s",
    async (role) => {
      const staff = await house.addPerson(role);
      expect(await place(house, subscriptionOf({ personId: staff }))).toEqual({
        ok: false,
        error: { code: "not-able" },
      });
    },
  );
});

describe("a person with a staff role", () => {
  it("cannot have a pending order, and a person with a pending order cannot get a role", async () => {
    const holder = await house.addPerson();
    await placed(house, subscriptionOf({ personId: holder }));
    const giveRole = (id: string) =>
      house.fund.db.updateTable("people").set({ role: "support" }).where("id", "=", id).execute();
    await expect(giveRole(holder)).rejects.toThrow(/people with a role hold no units/);
    const nobody = await house.addPerson();
    await giveRole(nobody);
    // The database rejects an order of staff, whatever the portal decided before.
    await expect(
      sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
        'reference', 'X', 'person_id', ${nobody}::text))).* from orders o where person_id = ${holder}`.execute(
        house.fund.db,
      ),
    ).rejects.toThrow(/people with a role hold no units/);
  });
});

describe("an order's state", () => {
  const ways = [
    ["SUBMITTED", "APPROVED", true],
    ["SUBMITTED", "CANCELLED", true],
    ["SUBMITTED", "EXPIRED", true],
    ["SUBMITTED", "REJECTED", true],
    ["SUBMITTED", "WAITING", false],
    ["APPROVED", "SUBMITTED", false],
    ["APPROVED", "EXPIRED", false],
    ["APPROVED", "REJECTED", true],
    ["APPROVED", "CANCELLED", true],
    ["EXPIRED", "APPROVED", false],
    ["CANCELLED", "SUBMITTED", false],
    ["REJECTED", "APPROVED", false],
  ] as const;
  it.each(ways)("may change from %s to %s in the database: %s", async (from, to, allowed) => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    const move = (status: string) =>
      sql`update orders set status = ${status}, changed_by = 'system:test', changed_at = now() where id = ${order}`.execute(
        house.fund.db,
      );
    if (from !== "SUBMITTED") await move(from);
    if (allowed) await move(to);
    else await expect(move(to)).rejects.toThrow(/cannot go|finished order/);
  });

  it("never becomes ALLOTTED without units, NAV and value", async () => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    await pay(house, { order });
    await expect(
      sql`update orders set status = 'ALLOTTED' where id = ${order}`.execute(house.fund.db),
    ).rejects.toThrow();
  });

  it.each([
    "amount = 20000",
    "fee = 0",
    "strategy = 'M-LCAP'",
    "risk_acknowledged = not risk_acknowledged",
    "reference = 'SP-000000-000000'",
  ])("does not allow a change of what the client ordered: %s is rejected", async (change) => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    await expect(
      sql`update orders set ${sql.raw(change)} where id = ${order}`.execute(house.fund.db),
    ).rejects.toThrow("never changed");
  });

  it.each(["orders", "order_events", "payments", "ledger_entries", "ledger_accounts"])(
    "cannot be lost, because the rows of %s cannot be removed",
    async (table) => {
      await expect(sql`delete from ${sql.table(table)}`.execute(house.fund.db)).rejects.toThrow(
        "never removed",
      );
    },
  );
});

describe("money for an order", () => {
  it("approves the order, is booked for the investor, continues the waiting flow, and is announced to the investor", async () => {
    const { order, reference } = await placed(house, subscriptionOf({ personId }));
    expect(await pay(house, { order })).toMatchObject({ ok: true, value: { kind: "matched" } });
    expect((await rowOf(order)).status).toBe("APPROVED");
    expect(house.delivered).toEqual([
      {
        event: "payments.received",
        match: { order },
        data: { order, amount: "10000.00", at: "2026-11-23T10:00:00+07:00" },
      },
    ]);
    const balance = await house.fund.db
      .selectFrom("ledger_accounts")
      .select("balance")
      .where("person_id", "=", personId)
      .executeTakeFirst();
    expect(balance?.balance).toBe("10000.0000");
    await house.jobs.drain();
    const mails = await house.messages.mailbox({ to: `${personId}@example.test` });
    expect(mails.map((mail) => mail.template).sort()).toEqual(["order-paid", "order-received"]);
    expect(mails.every((mail) => mail.body.includes(reference))).toBe(true);
  });

  it("money is booked once if the bank reports the transfer twice", async () => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    await pay(house, { order });
    const entries = await count("ledger_entries");
    expect(await pay(house, { order })).toMatchObject({ ok: true, value: { kind: "known" } });
    expect(await count("ledger_entries")).toBe(entries);
    expect(house.delivered).toHaveLength(1);
  });

  it("money is booked once if the bank reports the transfer twenty times at once", async () => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(house, { order })));
    expect(answers.filter((answer) => answer.ok && answer.value.kind === "matched")).toHaveLength(1);
  });

  it("money that arrives after the cut-off moves the order's NAV day", async () => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    await pay(house, { order, at: "2026-11-24T14:00:00" });
    expect(await rowOf(order)).toMatchObject({ nav_date: "2026-11-25", allotment_date: "2026-11-26" });
  });

  it("money that was sent before the order was placed leaves the order's NAV day unchanged", async () => {
    house.clock.set("2026-11-23T15:00:00");
    const { order } = await placed(house, subscriptionOf({ personId, navDate: "2026-11-24" }));
    await pay(house, { order, at: "2026-11-23T09:00:00" });
    expect((await rowOf(order)).nav_date).toBe("2026-11-24");
  });

  it.each([
    { why: "of another amount", given: { amount: "9999.00" }, code: "amount-short" },
    {
      why: "at the end of the payment period",
      given: { at: "2026-11-26T14:00:00" },
      code: "order-not-open",
    },
  ])("$why is held in a separate account, and the order stays open", async ({ given, code }) => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    expect(await pay(house, { order, ...given })).toMatchObject({ ok: false, error: { code } });
    expect((await rowOf(order)).status).toBe("SUBMITTED");
    expect(house.delivered).toEqual([]);
  });

  it("money that names an unknown order is held in a separate account", async () => {
    const order = "00000000-0000-4000-8000-000000000001";
    expect(await pay(house, { order })).toMatchObject({ ok: false, error: { code: "unknown-order" } });
  });

  it("money that is sent a second time is held, and its sender is not approved again", async () => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    await pay(house, { order });
    expect(await pay(house, { order, reference: `${order}-again` })).toMatchObject({
      ok: false,
      error: { code: "paid-already" },
    });
  });

  it("an order without a payment expires at the cut-off of the third business day", async () => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    house.clock.set("2026-11-26T13:59:59.999");
    await house.jobs.runNow("fund.expire");
    expect((await rowOf(order)).status).toBe("SUBMITTED");
    house.clock.set("2026-11-26T14:00:00");
    await house.jobs.runNow("fund.expire");
    expect((await rowOf(order)).status).toBe("EXPIRED");
  });
});

describe("the list of an investor's orders", () => {
  it("is visible to that investor only, newest order first, in pages, and can be searched", async () => {
    const other = await house.addPerson();
    await placed(house, subscriptionOf({ personId: other }));
    const mine: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      house.clock.set(`2026-11-23T10:0${at}:00`);
      mine.unshift(
        (await placed(house, subscriptionOf({ personId, strategy: at === 2 ? "M-LCAP" : "M-BTCA" }))).order,
      );
    }
    const first = await listOrders(house.orders, personId, { limit: 3 });
    expect(first.total).toBe(5);
    const second = await listOrders(house.orders, personId, { limit: 3, before: first.next ?? "" });
    expect([...first.orders, ...second.orders].map((order) => order.id)).toEqual(mine);
    expect(second.next).toBeNull();
    expect((await listOrders(house.orders, personId, { limit: 10, search: "lcap" })).total).toBe(1);
    expect((await listOrders(house.orders, personId, { limit: 10, search: "%" })).total).toBe(0);
    expect(await findOrder(house.orders, "1 or 1=1")).toBeNull();
  });

  it("states when each step of an order happened or is expected", async () => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    expect((await shownOrder(house.orders, order)).timeline).toEqual([
      { step: "received", at: "2026-11-23T10:00:00+07:00", expected: null },
      { step: "paid", at: null, expected: "2026-11-26T14:00:00+07:00" },
      { step: "nav", at: null, expected: "2026-11-23T18:00:00+07:00" },
      { step: "allotted", at: null, expected: "2026-11-24T00:00:00+07:00" },
    ]);
  });

  it("shows an unpaid order as the next task", async () => {
    const { order } = await placed(house, subscriptionOf({ personId }));
    expect((await overviewOf(house.portfolio, personId)).next).toMatchObject({
      kind: "pay",
      order: { id: order },
    });
    await pay(house, { order });
    const overview = await overviewOf(house.portfolio, personId);
    expect(overview.next).toEqual({ kind: "none" });
    expect(overview.moneyOnTheWay).toBe("10000.00");
  });
});
