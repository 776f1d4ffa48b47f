import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { overviewOf } from "../../../server/portfolio/index.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { approveSell, dayWith, experienced } from "./investor.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

const kindsOf = async (personId: string) => {
  const overview = await overviewOf(house.portfolio, personId);
  return {
    money: overview.moneyOnTheWay,
    items: overview.onTheWay.map(({ kind, order, amount, estimated, due }) => [
      kind,
      order.kind,
      amount,
      estimated,
      due,
    ]),
  };
};

describe("redemptions and switches in an investor's overview", () => {
  it("are shown as waiting, approved, in transit and to be paid, and not shown once paid", async () => {
    const { personId, sold, switched } = await experienced(house);
    // The NAV of the day is unknown, so the previous day's NAV is used.
    expect(await kindsOf(personId)).toEqual({
      money: "0.00",
      items: [
        ["approval", "redemption", "40000.00", true, "2026-11-25"],
        ["approval", "switch-out", "30000.00", true, "2026-11-25"],
      ],
    });
    const before = await overviewOf(house.portfolio, personId);
    expect(before.holdings[0]).toMatchObject({
      units: "9893.0000",
      pendingUnits: "7000.0000",
      availableUnits: "2893.0000",
      availableValue: "28930.00",
      value: "98930.00",
    });

    for (const { order } of [sold, switched]) await approveSell(house, order);
    expect((await kindsOf(personId)).items.map(([kind]) => kind)).toEqual(["allotment", "allotment"]);

    await dayWith(
      house,
      { "M-BTCA": "12.0000", "M-LCAP": "19.0000" },
      { date: "2026-11-24", next: "2026-11-25" },
    );
    // Sell: 4,000 × 12 = 48,000; cost 100,000 × 4,000 / 9,893 = 40,432.63; fee 10 % of 7,567.37 = 756.74, VAT
    // 52.97; 47,190.29 are paid to the bank.
    // Switch: 3,000 × 12 = 36,000; the remaining 5,893 units cost 59,567.37, so the 3,000 units cost
    // 30,324.47; fee 567.55, VAT 39.73; 35,392.72 are switched.
    expect(await kindsOf(personId)).toEqual({
      money: "82583.01",
      items: [
        ["payout", "redemption", "47190.29", false, "2026-11-25"],
        ["transit", "switch-in", "35392.72", false, "2026-11-26"],
      ],
    });

    await dayWith(
      house,
      { "M-BTCA": "12.0000", "M-LCAP": "20.0000" },
      { date: "2026-11-25", next: "2026-11-26" },
    );
    expect(await kindsOf(personId)).toEqual({
      money: "47190.29",
      items: [["payout", "redemption", "47190.29", false, "2026-11-25"]],
    });

    await house.fund.db
      .updateTable("orders")
      .set({ paid_out_at: FIXED_MOMENT, changed_by: "test", changed_at: FIXED_MOMENT, change: "{}" })
      .where("id", "=", sold.order)
      .execute();
    expect(await kindsOf(personId)).toEqual({ money: "0.00", items: [] });
  });

  it("the overview agrees with manual calculations: realised and unrealised profit, and fees by kind", async () => {
    const { personId, sold, switched } = await experienced(house);
    for (const { order } of [sold, switched]) await approveSell(house, order);
    await dayWith(
      house,
      { "M-BTCA": "12.0000", "M-LCAP": "19.0000" },
      { date: "2026-11-24", next: "2026-11-25" },
    );
    await dayWith(
      house,
      { "M-BTCA": "12.5000", "M-LCAP": "20.0000" },
      { date: "2026-11-25", next: "2026-11-26" },
    );
    const { total, holdings, series, soldOut } = await overviewOf(house.portfolio, personId);
    const [lcap, btca] = ["M-LCAP", "M-BTCA"].map((code) => holdings.find((one) => one.code === code));
    // 2,893 units remain, which cost 100,000.00 − 40,432.63 − 30,324.47; at 12.5 they are worth 36,162.50.
    expect(btca).toMatchObject({
      units: "2893.0000",
      value: "36162.50",
      principal: "29242.90",
      profit: "6919.60",
      profitPercent: "23.66",
      // Realised profit: (48,000.00 − 40,432.63) + (36,000.00 − 30,324.47)
      realised: "13242.90",
      feesOnSells: "1416.99",
      totalProfit: "18745.51",
      invested: "100000.00",
      feesPaid: { frontEnd: "1000.00", switchIn: "0.00", profit: "1324.29", vat: "162.70", total: "2486.99" },
    });
    // 35,392.72 less the fee of 176.96 and VAT of 12.39 buys 1,760.1685 units at 20.
    expect(lcap).toMatchObject({
      units: "1760.1685",
      value: "35203.37",
      principal: "35392.72",
      profit: "-189.35",
      fees: "189.35",
      beforeFees: "0.00",
      realised: "0.00",
      invested: "35392.72",
      feesPaid: { frontEnd: "0.00", switchIn: "176.96", profit: "0.00", vat: "12.39", total: "189.35" },
    });
    expect(total).toMatchObject({
      value: "71365.87",
      principal: "64635.62",
      profit: "6730.25",
      realised: "13242.90",
      feesOnSells: "1416.99",
      // Total profit: value 71,365.87 plus 47,190.29 paid out, less 100,000.00 paid in.
      totalProfit: "18556.16",
      invested: "100000.00",
      feesPaid: {
        frontEnd: "1000.00",
        switchIn: "176.96",
        profit: "1324.29",
        vat: "175.09",
        total: "2676.34",
      },
    });
    expect(soldOut).toEqual([]);
    expect(series).toEqual([
      {
        date: "2026-11-23",
        value: "98930.00",
        principal: "100000.00",
        profit: "-1070.00",
        invested: "100000.00",
      },
      // 2,893 × 12 = 34,716. The cash of both sells is in no value, and their profit is realised.
      {
        date: "2026-11-24",
        value: "34716.00",
        principal: "29242.90",
        profit: "17299.01",
        invested: "100000.00",
      },
      {
        date: "2026-11-25",
        value: total.value,
        principal: total.principal,
        profit: total.totalProfit,
        invested: "100000.00",
      },
    ]);
  });
});
