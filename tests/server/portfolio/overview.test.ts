import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { overviewOf } from "../../../server/portfolio/index.ts";
import { allot } from "../../../server/settlement/index.ts";
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

async function paidOrder(personId: string, strategy = "M-BTCA", amount = "10000.00"): Promise<string> {
  const { order } = await placed(house, subscriptionOf({ personId, strategy, amount }));
  await pay(house, { order, amount });
  return order;
}

describe("the overview", () => {
  it("shows paid money from the payment on, by order and in all, until it is units", async () => {
    const personId = await house.addPerson();
    const unpaid = await placed(house, subscriptionOf({ personId, amount: "30000.00" }));
    const first = await paidOrder(personId);
    const second = await paidOrder(personId, "M-STABLE", "20000.00");
    const waiting = await overviewOf(house.fund, personId);
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
    await allot(house.fund);
    const allotted = await overviewOf(house.fund, personId);
    expect(allotted.onTheWay.map(({ order }) => order.id)).toEqual([second]);
    expect(allotted.moneyOnTheWay).toBe("20000.00");
  });

  it("tells the fee of the orders apart from what the strategy did", async () => {
    const personId = await house.addPerson();
    await paidOrder(personId);
    house.clock.set("2026-11-24T08:30:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
    await allot(house.fund);
    expect((await overviewOf(house.fund, personId)).total).toMatchObject({
      value: "9893.00",
      principal: "10000.00",
      profit: "-107.00",
      fees: "107.00",
      beforeFees: "0.00",
    });
    house.clock.set("2026-11-24T18:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-24", nav: "11.0000" });
    const risen = await overviewOf(house.fund, personId);
    expect(risen.total).toMatchObject({ profit: "882.30", fees: "107.00", beforeFees: "989.30" });
    expect(risen.holdings[0]).toMatchObject({ profit: "882.30", fees: "107.00", beforeFees: "989.30" });
  });

  it("names the days of its NAVs where they differ, and its chart ends at its own total", async () => {
    const personId = await house.addPerson();
    await paidOrder(personId);
    await paidOrder(personId, "M-STABLE", "20000.00");
    house.clock.set("2026-11-24T08:30:00");
    for (const strategy of ["M-BTCA", "M-STABLE"])
      await approveNav(house, { strategy, date: "2026-11-23", nav: "10.0000" });
    await allot(house.fund);
    expect(await overviewOf(house.fund, personId)).toMatchObject({
      asOf: "2026-11-23",
      asOfFrom: "2026-11-23",
    });
    house.clock.set("2026-11-24T18:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-24", nav: "11.0000" });
    const { asOf, asOfFrom, series, total } = await overviewOf(house.fund, personId);
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
