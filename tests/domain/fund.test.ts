import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  managementFeeOfDay,
  profitOf,
  type RedemptionWish,
  redemptionQuote,
  subscriptionCharges,
  subscriptionQuote,
  unitsBought,
  valueOfUnits,
} from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";

const nav = tenThousandthsOf;

describe("a subscription", () => {
  const table = [
    {
      why: "the worked example of the decisions",
      amount: "10000.00",
      feeBps: 100n,
      nav: "12.3456",
      fee: "100.00",
      vat: "7.00",
      net: "9893.00",
      units: "801.3381",
    },
    {
      why: "a published allotment, at its offer price and without a fee",
      amount: "50000.00",
      feeBps: 0n,
      nav: "18.1730",
      fee: "0.00",
      vat: "0.00",
      net: "50000.00",
      units: "2751.3343",
    },
    {
      why: "a fee that ends on half a satang is rounded up",
      amount: "10000.50",
      feeBps: 100n,
      nav: "10.0000",
      fee: "100.01",
      vat: "7.00",
      net: "9893.49",
      units: "989.3490",
    },
    {
      why: "a VAT that ends on half a satang is rounded up",
      amount: "10050.00",
      feeBps: 100n,
      nav: "10.0000",
      fee: "100.50",
      vat: "7.04",
      net: "9942.46",
      units: "994.2460",
    },
    {
      why: "a quotient just under the next unit digit is cut, not rounded",
      amount: "10000.00",
      feeBps: 0n,
      nav: "3.0000",
      fee: "0.00",
      vat: "0.00",
      net: "10000.00",
      units: "3333.3333",
    },
    {
      why: "an amount far beyond what a floating-point number holds",
      amount: "99999999999999.99",
      feeBps: 100n,
      nav: "12.3456",
      fee: "1000000000000.00",
      vat: "70000000000.00",
      net: "98929999999999.99",
      units: "8013381285640.2272",
    },
    {
      why: "nothing buys nothing",
      amount: "0.00",
      feeBps: 100n,
      nav: "12.3456",
      fee: "0.00",
      vat: "0.00",
      net: "0.00",
      units: "0.0000",
    },
  ];
  it.each(table)("is computed exactly in the case: $why", (row) => {
    const quote = subscriptionQuote({
      amount: satangOf(row.amount),
      feeBps: row.feeBps,
      vatBps: 700n,
      nav: nav(row.nav),
    });
    expect({
      fee: formatBaht(quote.fee),
      vat: formatBaht(quote.vat),
      net: formatBaht(quote.net),
      units: formatUnits(quote.units),
    }).toEqual({ fee: row.fee, vat: row.vat, net: row.net, units: row.units });
  });

  it("buys the most units that the net amount can pay for, whatever the amount, the fee and the NAV are", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 13n }),
        fc.bigInt({ min: 0n, max: 500n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (amount, feeBps, navUnits) => {
          const quote = subscriptionQuote({ amount, feeBps, vatBps: 700n, nav: navUnits });
          // Checks the results with inequalities of whole numbers, without division.
          expect(2n * (quote.fee * 10_000n - amount * feeBps)).toSatisfy(withinHalf(10_000n));
          expect(2n * (quote.vat * 10_000n - quote.fee * 700n)).toSatisfy(withinHalf(10_000n));
          expect(quote.fee + quote.vat + quote.net).toBe(amount);
          expect(quote.units * navUnits <= quote.net * 1_000_000n).toBe(true);
          expect((quote.units + 1n) * navUnits > quote.net * 1_000_000n).toBe(true);
        },
      ),
    );
  });

  it("throws for amounts and NAVs that no caller may pass", () => {
    expect(() => subscriptionCharges({ amount: -1n, feeBps: 100n, vatBps: 700n })).toThrow(
      "must not be negative: -1",
    );
    expect(() => subscriptionCharges({ amount: 100n, feeBps: 10_000n, vatBps: 700n })).toThrow("exceed");
    expect(() => unitsBought({ net: 1n, nav: 0n })).toThrow("must be positive, not 0");
  });
});

describe("a redemption", () => {
  const none = { kind: "none" } as const;
  const table = [
    {
      why: "by amount, a published one",
      wish: { kind: "amount", amount: satangOf("10000.00") },
      nav: "18.1834",
      held: "2474.9813",
      costBasis: "45000.00",
      feeBps: 0n,
      minRemainder: none,
      expect: {
        units: "549.9521",
        gross: "10000.00",
        cost: "9999.20",
        profit: "0.80",
        fee: "0.00",
        vat: "0.00",
        net: "10000.00",
        restUnits: "1925.0292",
        restCost: "35000.80",
        sellAll: false,
        forced: false,
      },
    },
    {
      why: "by units, everything, a published one",
      wish: { kind: "units", units: nav("2751.3343") },
      nav: "18.1736",
      held: "2751.3343",
      costBasis: "50000.00",
      feeBps: 0n,
      minRemainder: none,
      expect: {
        units: "2751.3343",
        gross: "50001.65",
        cost: "50000.00",
        profit: "1.65",
        fee: "0.00",
        vat: "0.00",
        net: "50001.65",
        restUnits: "0.0000",
        restCost: "0.00",
        sellAll: true,
        forced: false,
      },
    },
    {
      why: "by amount, with the remaining dust sold as well",
      wish: { kind: "amount", amount: satangOf("50000.00") },
      nav: "18.1736",
      held: "2751.3343",
      costBasis: "50000.00",
      feeBps: 0n,
      minRemainder: { kind: "sell-all", below: satangOf("1000.00") },
      expect: {
        units: "2751.3343",
        gross: "50001.65",
        cost: "50000.00",
        profit: "1.65",
        fee: "0.00",
        vat: "0.00",
        net: "50001.65",
        restUnits: "0.0000",
        restCost: "0.00",
        sellAll: true,
        forced: true,
      },
    },
    {
      why: "by units at a loss, which pays no fee",
      wish: { kind: "units", units: nav("400") },
      nav: "8",
      held: "1000",
      costBasis: "10000.00",
      feeBps: 1000n,
      minRemainder: none,
      expect: {
        units: "400.0000",
        gross: "3200.00",
        cost: "4000.00",
        profit: "-800.00",
        fee: "0.00",
        vat: "0.00",
        net: "3200.00",
        restUnits: "600.0000",
        restCost: "6000.00",
        sellAll: false,
        forced: false,
      },
    },
    {
      why: "by units with a profit, whose tenth is the fee, and VAT on that",
      wish: { kind: "units", units: nav("400") },
      nav: "12",
      held: "1000",
      costBasis: "10000.00",
      feeBps: 1000n,
      minRemainder: none,
      expect: {
        units: "400.0000",
        gross: "4800.00",
        cost: "4000.00",
        profit: "800.00",
        fee: "80.00",
        vat: "5.60",
        net: "4714.40",
        restUnits: "600.0000",
        restCost: "6000.00",
        sellAll: false,
        forced: false,
      },
    },
    {
      why: "of everything",
      wish: { kind: "all" },
      nav: "10.5",
      held: "100.1234",
      costBasis: "1000.00",
      feeBps: 1000n,
      minRemainder: none,
      expect: {
        units: "100.1234",
        gross: "1051.30",
        cost: "1000.00",
        profit: "51.30",
        fee: "5.13",
        vat: "0.36",
        net: "1045.81",
        restUnits: "0.0000",
        restCost: "0.00",
        sellAll: true,
        forced: false,
      },
    },
    {
      why: "that leaves exactly the minimum remainder, which is not dust",
      wish: { kind: "units", units: nav("900") },
      nav: "10",
      held: "1000",
      costBasis: "10000.00",
      feeBps: 0n,
      minRemainder: { kind: "sell-all", below: satangOf("1000.00") },
      expect: {
        units: "900.0000",
        gross: "9000.00",
        cost: "9000.00",
        profit: "0.00",
        fee: "0.00",
        vat: "0.00",
        net: "9000.00",
        restUnits: "100.0000",
        restCost: "1000.00",
        sellAll: false,
        forced: false,
      },
    },
  ] as const;
  it.each(table)("is computed exactly in the case: $why", (row) => {
    const quote = redemptionQuote({
      wish: row.wish as RedemptionWish,
      nav: nav(row.nav),
      heldUnits: nav(row.held),
      costBasis: satangOf(row.costBasis),
      profitFeeBps: row.feeBps,
      vatBps: 700n,
      minRemainder: row.minRemainder,
    });
    if (!quote.ok) throw new Error(quote.error.code);
    const { units, restUnits, sellAll, forced, ...baht } = quote.value;
    const texts = Object.fromEntries(
      Object.entries(baht).map(([name, satang]) => [name, formatBaht(satang)]),
    );
    expect({
      ...texts,
      units: formatUnits(units),
      restUnits: formatUnits(restUnits),
      sellAll,
      forced,
    }).toEqual(row.expect);
  });

  const held = {
    nav: nav("10"),
    heldUnits: nav("100"),
    costBasis: 100_000n,
    profitFeeBps: 0n,
    vatBps: 0n,
    minRemainder: none,
  };
  it.each([
    { wish: { kind: "units", units: nav("100.0001") }, code: "more-than-held" },
    { wish: { kind: "amount", amount: satangOf("1000.01") }, code: "more-than-held" },
    { wish: { kind: "units", units: 0n }, code: "nothing-to-sell" },
    { wish: { kind: "units", units: -1n }, code: "nothing-to-sell" },
    { wish: { kind: "amount", amount: 0n }, code: "nothing-to-sell" },
  ] as const)(
    "a redemption by $wish.kind is rejected with $code if the wish exceeds the holding or is not positive",
    ({ wish, code }) => {
      expect(redemptionQuote({ ...held, wish })).toEqual({ ok: false, error: { code } });
    },
  );

  it("loses neither a satang of cost nor a fraction of a unit", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 10n ** 13n }),
        fc.bigInt({ min: 1n, max: 10n ** 7n }),
        (units, heldUnits, costBasis, navUnits) => {
          const quote = redemptionQuote({
            wish: { kind: "units", units },
            nav: navUnits,
            heldUnits,
            costBasis,
            profitFeeBps: 1000n,
            vatBps: 700n,
            minRemainder: { kind: "sell-all", below: 100_000n },
          });
          if (!quote.ok) {
            expect(units > heldUnits).toBe(true);
            return;
          }
          const value = quote.value;
          expect(value.units + value.restUnits).toBe(heldUnits);
          expect(value.cost + value.restCost).toBe(costBasis);
          expect(value.net + value.fee + value.vat).toBe(value.gross);
          expect(value.restUnits >= 0n && value.restCost >= 0n).toBe(true);
          if (value.sellAll) expect([value.restUnits, value.restCost]).toEqual([0n, 0n]);
        },
      ),
    );
  });
});

describe("the management fee", () => {
  it("the management fee for one day is the yearly rate divided by 365 days, rounded half-up", () => {
    const fee = managementFeeOfDay({ assets: satangOf("1000000.00"), rateBps: 200n, daysInYear: 365n });
    expect(formatBaht(fee)).toBe("54.79");
  });
});

describe("the investor's profit", () => {
  it.each([
    { value: "11000.00", cost: "10000.00", profit: "1000.00", bps: 1000n },
    { value: "9893.00", cost: "10000.00", profit: "-107.00", bps: -107n },
    { value: "10000.50", cost: "10000.00", profit: "0.50", bps: 1n },
  ])("is $profit for a value of $value and a cost of $cost", (row) => {
    const { profit, ofCost } = profitOf({ value: satangOf(row.value), cost: satangOf(row.cost) });
    expect(formatBaht(profit)).toBe(row.profit);
    expect(ofCost).toEqual({ kind: "bps", bps: row.bps });
  });

  it("has no percentage if the cost is zero", () => {
    expect(profitOf({ value: 100n, cost: 0n }).ofCost).toEqual({ kind: "not-available" });
  });
});

describe("the value of units", () => {
  it("is rounded half-up to the satang", () => {
    expect(formatBaht(valueOfUnits({ units: nav("1"), nav: nav("0.0050") }))).toBe("0.01");
    expect(formatBaht(valueOfUnits({ units: nav("1"), nav: nav("0.0049") }))).toBe("0.00");
  });
});

/** Rounding half-up means that twice the error is greater than minus one step and at most one step. */
function withinHalf(step: bigint): (doubledError: bigint) => boolean {
  return (doubledError) => doubledError > -step && doubledError <= step;
}
