import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../../server/db/index.ts";
import { decideCalendarChange, foreseeHoliday, proposeCalendarChange } from "../../../server/fund/index.ts";
import { watchMissingNavs } from "../../../server/fund/missing-navs.ts";
import { cancelOrder, expireOrders, orderBook, placeSubscription } from "../../../server/orders/index.ts";
import { receivePayment, tellExpired } from "../../../server/payments/index.ts";
import { allot } from "../../../server/settlement/index.ts";
import {
  ableIn,
  approveNav,
  type FundHouse,
  openFundHouse,
  pay,
  place,
  placed,
  shownOrder,
  subscriptionOf,
} from "../fund/fund-house.ts";
import { holder, lastNav, redeem, standing, switchOver } from "./sell-house.ts";

// Wednesday 25 November 2026 becomes a holiday while orders of Monday to Wednesday are open.
const HOLIDAY = "2026-11-25";
let house: FundHouse;
let ann: string;
let bob: string;
let change: string;
const orders: Record<string, string> = {};
const note = "declared by the cabinet";

const daysOf = async (id: string | undefined) => {
  const { nav_date, allotment_date, pay_by } = await house.fund.db
    .selectFrom("orders")
    .select(["nav_date", "allotment_date", "pay_by"])
    .where("id", "=", id ?? "")
    .executeTakeFirstOrThrow();
  return [
    nav_date.slice(8),
    allotment_date.slice(8),
    pay_by === null ? null : pay_by.toISOString().slice(8, 13),
  ];
};
const propose = async (date: string, kind: "ADD_HOLIDAY" | "WITHDRAW_HOLIDAY" = "ADD_HOLIDAY") => {
  const done = await proposeCalendarChange(
    house.fund,
    ann,
    kind === "ADD_HOLIDAY"
      ? { kind, date, th: "วันหยุดพิเศษ", en: "Special holiday", note }
      : { kind, date, note },
    orderBook,
  );
  if (!done.ok) throw new Error(done.error.code);
  return done.value.id;
};
const approve = (id: string) =>
  decideCalendarChange(house.fund, bob, { id, decision: "APPROVED", note }, orderBook);
/** Notifies the process of the calendar change. */
const heard = () => house.hearOfCalendar();

beforeAll(async () => {
  house = await openFundHouse("2026-11-23T10:00:00");
  ann = await house.addPerson("finance");
  bob = await house.addPerson("finance");
  for (const strategy of ["M-BTCA", "M-LCAP"]) await lastNav(house, strategy, "10.0000");
  const investor = await house.addPerson();
  const invest = async (navDate: string) =>
    (await placed(house, subscriptionOf({ personId: investor, navDate }))).order;
  orders.mondayUnpaid = await invest("2026-11-23");
  const seller = await holder(house, { units: "9000.0000" });
  orders.mondayOut = standing(
    await switchOver(house, { personId: seller.personId, wish: { kind: "units", units: "1000.0000" } }),
  ).order;
  house.clock.set("2026-11-23T15:00:00");
  orders.tuesdayUnpaid = await invest("2026-11-24");
  orders.tuesdaySell = standing(
    await redeem(house, { ...seller, navDate: "2026-11-24", wish: { kind: "units", units: "100.0000" } }),
  ).order;
  orders.tuesdayOut = standing(
    await switchOver(house, {
      personId: seller.personId,
      navDate: "2026-11-24",
      wish: { kind: "units", units: "1000.0000" },
    }),
  ).order;
  house.clock.set("2026-11-24T15:00:00");
  orders.wednesdayUnpaid = await invest(HOLIDAY);
  orders.wednesdayPaid = await invest(HOLIDAY);
  await pay(house, { order: orders.wednesdayPaid });
  orders.wednesdaySell = standing(
    await redeem(house, { ...seller, navDate: HOLIDAY, wish: { kind: "amount", amount: "1000.00" } }),
  ).order;
  orders.wednesdayOut = standing(
    await switchOver(house, {
      personId: seller.personId,
      navDate: HOLIDAY,
      wish: { kind: "units", units: "1000.0000" },
    }),
  ).order;
  orders.cancelled = await invest(HOLIDAY);
  await house.fund.db
    .transaction()
    .execute((tx) => cancelOrder(house.orders, tx, { personId: investor, order: orders.cancelled ?? "" }));
  for (const leg of ["mondayOut", "tuesdayOut", "wednesdayOut"])
    orders[leg.replace("Out", "In")] = (
      await house.fund.db
        .selectFrom("orders")
        .select("counter_order")
        .where("id", "=", orders[leg] ?? "")
        .executeTakeFirstOrThrow()
    ).counter_order as string;
  house.clock.set("2026-11-24T16:00:00");
});
afterAll(() => house.close());

describe("a holiday that is announced late", () => {
  it("is shown, before its proposal, with the orders that it moves and their new days", async () => {
    const foreseen = await foreseeHoliday(house.fund, HOLIDAY, orderBook);
    expect(foreseen).toMatchObject({ ok: true, value: { orders: 11, investors: 2, units: "2100.0000" } });
    if (!foreseen.ok) throw new Error("refused");
    expect(
      foreseen.value.days.map(({ what, from, to, orders: count }) => [
        what,
        from.slice(8),
        to.slice(8),
        count,
      ]),
    ).toEqual([
      ["allotment", "25", "26", 4],
      ["nav", "25", "26", 5],
      ["allotment", "26", "27", 5],
      ["nav", "26", "27", 1],
      ["pay-by", "26", "27", 1],
      ["allotment", "27", "30", 1],
      ["pay-by", "27", "30", 1],
      ["pay-by", "30", "01", 1],
    ]);
    expect(await daysOf(orders.wednesdayPaid)).toEqual(["25", "26", "30T07"]);
  });

  it("moves open orders forward once a second person approves the holiday", async () => {
    change = await propose(HOLIDAY);
    expect(await daysOf(orders.wednesdaySell)).toEqual(["25", "26", null]);
    expect(
      await decideCalendarChange(house.fund, ann, { id: change, decision: "APPROVED", note }, orderBook),
    ).toEqual({
      ok: false,
      error: { code: "four-eyes" },
    });
    expect(await approve(change)).toMatchObject({ ok: true });
    const days = Object.fromEntries(
      await Promise.all(Object.entries(orders).map(async ([name, id]) => [name, await daysOf(id)])),
    );
    expect(days).toEqual({
      mondayUnpaid: ["23", "24", "27T07"],
      mondayOut: ["23", "24", null],
      mondayIn: ["24", "26", null],
      tuesdayUnpaid: ["24", "26", "30T07"],
      tuesdaySell: ["24", "26", null],
      tuesdayOut: ["24", "26", null],
      tuesdayIn: ["26", "27", null],
      wednesdayUnpaid: ["26", "27", "01T07"],
      wednesdayPaid: ["26", "27", "30T07"],
      wednesdaySell: ["26", "27", null],
      wednesdayOut: ["26", "27", null],
      wednesdayIn: ["27", "30", null],
      cancelled: ["25", "26", "30T07"],
    });
  });

  it("keeps an unpaid order open until its exact new payment deadline", async () => {
    house.clock.set("2026-11-27T13:59:59.999");
    await expireOrders(house.orders, (tx, order) => tellExpired(house.payments, tx, order));
    expect((await shownOrder(house.orders, orders.mondayUnpaid ?? "")).status).toBe("SUBMITTED");
    house.clock.set("2026-11-27T14:00:00");
    await expireOrders(house.orders, (tx, order) => tellExpired(house.payments, tx, order));
    expect((await shownOrder(house.orders, orders.mondayUnpaid ?? "")).status).toBe("EXPIRED");
    house.clock.set("2026-11-24T16:00:00");
  });

  it("adds a line to the timeline of each order that it moves, and to no other timeline", async () => {
    const { timeline } = await shownOrder(house.orders, orders.wednesdaySell ?? "");
    expect(timeline.map(({ step }) => step)).toEqual([
      "received",
      "moved",
      "approved",
      "nav",
      "allotted",
      "paid-out",
    ]);
    expect(timeline[1]).toEqual({
      step: "moved",
      at: "2026-11-24T16:00:00+07:00",
      expected: null,
      holiday: HOLIDAY,
    });
    const lines = await house.fund.db
      .selectFrom("order_events")
      .select("detail")
      .where("order_id", "=", orders.tuesdayUnpaid ?? "")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(lines.detail).toMatchObject({
      allotmentFrom: "2026-11-25",
      allotmentTo: "2026-11-26",
      calendarChange: change,
    });
    expect(lines.detail).not.toHaveProperty("navTo");
    const { timeline: untouched } = await shownOrder(house.orders, orders.cancelled ?? "");
    expect(untouched.map(({ step }) => step)).not.toContain("moved");
    expect(await orderBook.movedByChange(house.fund.db)).toEqual(new Map([[change, 11]]));
  });

  it("a late holiday causes one letter to each investor per open order, and one to finance and compliance", async () => {
    await house.jobs.drain();
    await house.jobs.runNow("fund.orders-moved", { change });
    await house.jobs.drain();
    const mails = (await house.messages.mailbox({ limit: 200 })).filter(
      ({ template }) => template === "order-moved",
    );
    expect(mails).toHaveLength(8);
    const said = mails.map(({ body }) => body).join("\n");
    expect(said).toMatch(/25\/11\/2026 \(Special holiday\) has been declared a bank holiday/);
    expect(said).toMatch(/NAV of 26\/11\/2026.*Please pay before 01\/12\/2026 14:00/);
    expect(said).toMatch(
      /The sale gets the NAV of 26\/11\/2026, the purchase the NAV of 27\/11\/2026\..*on 30\/11\/2026/,
    );
    const staff = (await house.messages.mailbox({ limit: 200 })).filter(
      ({ template }) => template === "holiday-added",
    );
    expect(staff.map(({ to }) => to).sort()).toEqual([`${ann}@example.test`, `${bob}@example.test`].sort());
    expect(staff[0]?.body).toMatch(/moved to the next business days: 11\./);
  });

  it("an investor must place an order again if the process that took the order has the old calendar", async () => {
    const personId = await house.addPerson();
    // This process still has the old calendar.
    expect(await place(house, subscriptionOf({ personId, navDate: HOLIDAY }))).toEqual({
      ok: false,
      error: { code: "nav-day-changed" },
    });
    // A repeated order is answered with the existing order nevertheless.
    const again = subscriptionOf({ personId, navDate: "2026-11-26" });
    house.clock.set("2026-11-25T15:00:00");
    const first = await placed(house, again);
    expect(await placed(house, again)).toMatchObject({ order: first.order });
    house.clock.set("2026-11-24T16:00:00");
    await pay(house, { order: orders.tuesdayUnpaid ?? "", at: "2026-11-24T15:30:00" });
    expect((await daysOf(orders.tuesdayUnpaid)).slice(0, 2)).toEqual(["26", "27"]);
  });

  it("a late holiday causes no NAV alarm, and the orders are allotted at the NAV of their new day", async () => {
    heard();
    house.clock.set(`${HOLIDAY}T20:00:00`);
    expect(await watchMissingNavs(house.fund)).toEqual({ letters: 0, suspended: [] });
    house.clock.set("2026-11-26T18:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-26", nav: "10.5000" });
    await allot(house.settlement);
    expect((await shownOrder(house.orders, orders.wednesdayPaid ?? "")).status).toBe("APPROVED");
    house.clock.set("2026-11-27T08:30:00");
    await allot(house.settlement);
    expect(await shownOrder(house.orders, orders.wednesdayPaid ?? "")).toMatchObject({
      status: "ALLOTTED",
      nav: "10.5000",
      allottedOn: "2026-11-27",
    });
  });
});

it("the time without a NAV is counted in business days of the new calendar, in which a holiday adds a day", async () => {
  house.clock.set("2026-11-27T15:00:00");
  await approve(await propose("2026-12-01"));
  heard();
  // M-BTCA has the NAV of Thursday 26; the NAV of Friday 27 is missing. Monday 30 is the first day of grace,
  // Wednesday 2 the second.
  const watch = async (at: string) => {
    house.clock.set(at);
    return (await watchMissingNavs(house.fund)).suspended;
  };
  expect(await watch("2026-12-01T20:00:00")).toEqual([]);
  expect(await watch("2026-12-02T19:59:59.999")).toEqual([]);
  expect(await watch("2026-12-02T20:00:00")).toContain("M-BTCA");
});

it("a withdrawn holiday moves no order", async () => {
  house.clock.set("2026-12-03T10:00:00");
  const personId = await house.addPerson();
  const { order } = await placed(
    house,
    subscriptionOf({ personId, strategy: "M-LCAP", navDate: "2026-12-03" }),
  );
  // Monday 7 December is a holiday, and Tuesday is the second payment day.
  expect(await daysOf(order)).toEqual(["03", "04", "09T07"]);
  await approve(await propose("2026-12-07", "WITHDRAW_HOLIDAY"));
  expect(await daysOf(order)).toEqual(["03", "04", "09T07"]);
  // A later holiday moves the order forward from its present day.
  await approve(await propose("2026-12-04"));
  expect(await daysOf(order)).toEqual(["03", "07", "09T07"]);
});

describe("the approval of a holiday", () => {
  /** Approves a holiday while other work is done but not committed; the approval waits for that work. */
  const approvedDuring = async <Done>(id: string, work: (tx: Tx) => Promise<Done>): Promise<Done> => {
    const isDone = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const working = house.fund.db.transaction().execute(async (tx) => {
      const done = await work(tx);
      isDone.resolve();
      await mayCommit.promise;
      return done;
    });
    await isDone.promise;
    const approval = approve(id);
    const first = await Promise.race([approval, pause(200, "waits")]);
    mayCommit.resolve();
    const done = await working;
    expect(await approval).toMatchObject({ ok: true });
    expect(first).toBe("waits");
    return done;
  };

  it("waits until an order that is being placed is complete, and then moves the order", async () => {
    house.clock.set("2026-12-08T10:00:00");
    heard();
    const id = await propose("2026-12-08");
    const wish = subscriptionOf({
      personId: await house.addPerson(),
      strategy: "M-LCAP",
      navDate: "2026-12-08",
    });
    const { order } = standing(
      await approvedDuring(id, (tx) => placeSubscription(house.orders, tx, wish, ableIn(house))),
    );
    expect((await daysOf(order)).slice(0, 2)).toEqual(["09", "11"]);
  });

  it("waits until a payment that decides an order's NAV day is complete, and then moves the order", async () => {
    house.clock.set("2026-12-09T10:00:00");
    heard();
    const wish = subscriptionOf({
      personId: await house.addPerson(),
      strategy: "M-LCAP",
      navDate: "2026-12-09",
    });
    const { order } = await placed(house, wish);
    house.clock.set("2026-12-09T15:00:00");
    const money = { bank: "TEST", bankReference: order, order, amount: "10000.00", at: house.clock.now() };
    await approvedDuring(await propose("2026-12-11"), (tx) => receivePayment(house.payments, tx, money));
    expect((await daysOf(order)).slice(0, 2)).toEqual(["14", "15"]);
  });
});

it("when orders are placed, paid and cancelled in parallel, none of them remains on an approved holiday", async () => {
  house.clock.set("2026-12-14T13:59:59.999");
  heard();
  const investors = await Promise.all(Array.from({ length: 12 }, () => house.addPerson()));
  const day = "2026-12-14";
  const before = await Promise.all(
    investors.map((personId) =>
      placed(house, subscriptionOf({ personId, strategy: "M-LCAP", navDate: day })),
    ),
  );
  const id = await propose(day);
  const [decided] = await Promise.all([
    approve(id),
    ...investors.map((personId) =>
      place(house, subscriptionOf({ personId, strategy: "M-LCAP", navDate: day })),
    ),
    ...before.slice(0, 6).map(({ order }) => pay(house, { order })),
    ...before
      .slice(6, 9)
      .map(({ order }, at) =>
        house.fund.db
          .transaction()
          .execute((tx) => cancelOrder(house.orders, tx, { personId: investors[6 + at] ?? "", order })),
      ),
  ]);
  expect(decided).toMatchObject({ ok: true });
  const { rows } = await sql<{ count: number }>`select count(*)::int from orders
    where status in ('SUBMITTED', 'WAITING', 'APPROVED') and ${day}::date in (nav_date, allotment_date)`.execute(
    house.fund.db,
  );
  expect(rows[0]?.count).toBe(0);
});
