import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cancelOrder } from "../../../server/orders/index.ts";
import { overviewOf } from "../../../server/portfolio/index.ts";
import { statementOf } from "../../../server/portfolio/statement.ts";
import { allot } from "../../../server/settlement/index.ts";
import {
  approveNav,
  backByHand,
  type FundHouse,
  openFundHouse,
  pay,
  placed,
  subscriptionOf,
  verifiedAccount,
} from "../fund/fund-house.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

async function paidOrder(personId: string, strategy = "M-BTCA", amount = "10000.00"): Promise<string> {
  const { order } = await placed(house, subscriptionOf({ personId, strategy, amount }));
  await pay(house, { order, amount });
  return order;
}

describe("an investor's overview", () => {
  it("includes paid money from the payment until it becomes units, by order and in total", async () => {
    const personId = await house.addPerson();
    const unpaid = await placed(house, subscriptionOf({ personId, amount: "30000.00" }));
    const first = await paidOrder(personId);
    const second = await paidOrder(personId, "M-STABLE", "20000.00");
    const waiting = await overviewOf(house.portfolio, personId);
    expect(waiting.total.value).toBe("0.00");
    expect(waiting.moneyOnTheWay).toBe("30000.00");
    expect(waiting.onTheWay.map(({ order }) => order.id).sort()).toEqual([first, second].sort());
    expect(waiting.onTheWay.find(({ order }) => order.id === second)).toMatchObject({
      kind: "units",
      order: { strategy: "M-STABLE", navDate: "2026-11-23" },
      amount: "20000.00",
      estimated: false,
      due: "2026-11-24",
    });
    expect(waiting.next).toMatchObject({ kind: "pay", order: { id: unpaid.order } });
    house.clock.set("2026-11-24T08:30:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "12.3456" });
    await allot(house.settlement);
    const allotted = await overviewOf(house.portfolio, personId);
    expect(allotted.onTheWay.map(({ order }) => order.id)).toEqual([second]);
    expect(allotted.moneyOnTheWay).toBe("20000.00");
  });

  it("contains the fees of orders separately from the result of the strategy", async () => {
    const personId = await house.addPerson();
    await paidOrder(personId);
    house.clock.set("2026-11-24T08:30:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
    await allot(house.settlement);
    expect((await overviewOf(house.portfolio, personId)).total).toMatchObject({
      value: "9893.00",
      principal: "10000.00",
      profit: "-107.00",
      fees: "107.00",
      beforeFees: "0.00",
    });
    house.clock.set("2026-11-24T18:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-24", nav: "11.0000" });
    const risen = await overviewOf(house.portfolio, personId);
    expect(risen.total).toMatchObject({ profit: "882.30", fees: "107.00", beforeFees: "989.30" });
    expect(risen.holdings[0]).toMatchObject({ profit: "882.30", fees: "107.00", beforeFees: "989.30" });
  });

  it("states the days of its NAVs if they differ, and its chart ends at the total", async () => {
    const personId = await house.addPerson();
    await paidOrder(personId);
    await paidOrder(personId, "M-STABLE", "20000.00");
    house.clock.set("2026-11-24T08:30:00");
    for (const strategy of ["M-BTCA", "M-STABLE"])
      await approveNav(house, { strategy, date: "2026-11-23", nav: "10.0000" });
    await allot(house.settlement);
    expect(await overviewOf(house.portfolio, personId)).toMatchObject({
      asOf: "2026-11-23",
      asOfFrom: "2026-11-23",
    });
    house.clock.set("2026-11-24T18:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-24", nav: "11.0000" });
    const { asOf, asOfFrom, series, total } = await overviewOf(house.portfolio, personId);
    expect({ asOf, asOfFrom }).toEqual({ asOf: "2026-11-24", asOfFrom: "2026-11-23" });
    expect(series.at(-1)).toEqual({
      date: "2026-11-24",
      value: total.value,
      principal: total.principal,
      profit: total.totalProfit,
      invested: total.invested,
    });
  });
});

describe("money that arrived but does not pay its order", () => {
  it("stays in transit until it is paid back, in overview and statement", async () => {
    const personId = await house.addPerson();
    const { order } = await placed(house, subscriptionOf({ personId, amount: "30000.00" }));
    await pay(house, { order, amount: "29000.00" });
    const short = await overviewOf(house.portfolio, personId);
    expect(short.moneyOnTheWay).toBe("29000.00");
    expect(short.onTheWay).toMatchObject([
      { kind: "refund", amount: "29000.00", due: null, order: { id: order } },
    ]);
    const today = { from: "2026-11-23", to: "2026-11-23" };
    expect(await statementOf(house.portfolio, personId, today)).toMatchObject({ waiting: "29000.00" });
    expect(
      await statementOf(house.portfolio, personId, { from: "2026-11-22", to: "2026-11-22" }),
    ).not.toHaveProperty("waiting");
    const paid = await paidOrder(personId);
    await verifiedAccount(house, personId);
    await house.fund.db
      .transaction()
      .execute((tx) => cancelOrder(house.orders, tx, { personId, order: paid }));
    const both = await overviewOf(house.portfolio, personId);
    expect(both.moneyOnTheWay).toBe("39000.00");
    house.clock.set("2026-11-24T09:00:00");
    await backByHand(house, paid);
    expect((await overviewOf(house.portfolio, personId)).moneyOnTheWay).toBe("29000.00");
    expect(await statementOf(house.portfolio, personId, today)).toMatchObject({ waiting: "39000.00" });
  });

  it("does not hide a second order that waits for money", async () => {
    const personId = await house.addPerson();
    const one = await placed(house, subscriptionOf({ personId, amount: "30000.00" }));
    const two = await placed(house, subscriptionOf({ personId, amount: "20000.00" }));
    const { next } = await overviewOf(house.portfolio, personId);
    expect(next).toMatchObject({ kind: "pay", slipSent: false });
    expect(next.kind === "pay" && next.unpaid.map(({ id }) => id).sort()).toEqual(
      [one.order, two.order].sort(),
    );
  });
});
describe("the recommended strategy", () => {
  it.each([
    { why: "missing before the suitability test", suitMaxRisk: undefined, held: [], codes: [] },
    { why: "missing if no strategy is within the person's risk level", suitMaxRisk: 1, held: [], codes: [] },
    { why: "one that suits the person", suitMaxRisk: 5, held: [], codes: ["M-STABLE"] },
    {
      why: "the one with the lowest risk",
      suitMaxRisk: 7,
      held: [],
      codes: ["M-STABLE", "M-BTCA", "M-LCAP"],
    },
    { why: "not one that the person holds", suitMaxRisk: 7, held: ["M-BTCA"], codes: ["M-STABLE", "M-LCAP"] },
  ])("is $why", async ({ suitMaxRisk, held, codes }) => {
    const { suitMaxRisk: _, ...before } = house.investor.current;
    const personId = await house.addPerson();
    for (const strategy of held) {
      await paidOrder(personId, strategy);
      house.clock.set("2026-11-24T08:30:00");
      await approveNav(house, { strategy, date: "2026-11-23", nav: "10.0000" });
      await allot(house.settlement);
    }
    house.investor.current = suitMaxRisk === undefined ? before : { ...before, suitMaxRisk };
    const { recommended } = await overviewOf(house.portfolio, personId);
    expect(recommended.maxRisk).toBe(suitMaxRisk ?? null);
    expect(recommended.strategies.map(({ code }) => code)).toEqual(codes);
  });
});
