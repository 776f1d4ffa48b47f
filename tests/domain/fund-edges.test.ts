import { describe, expect, it } from "vitest";
import { managementFeeOfDay, profitOf, redemptionQuote, subscriptionCharges } from "../../domain/fund.ts";

// All numbers are in minor units: satang, ten-thousandths of a unit, and ten-thousandths of a baht.
const redemption = {
  wish: { kind: "all" },
  nav: 100_000n,
  heldUnits: 1_000_000n,
  costBasis: 100_000n,
  profitFeeBps: 0n,
  vatBps: 0n,
  minRemainder: { kind: "none" },
} as const;

describe("edge cases of a subscription", () => {
  it("the fee may equal the amount but may not exceed it", () => {
    expect(subscriptionCharges({ amount: 100n, feeBps: 10_000n, vatBps: 0n })).toEqual({
      fee: 100n,
      vat: 0n,
      net: 0n,
    });
    expect(() => subscriptionCharges({ amount: 100n, feeBps: 10_100n, vatBps: 0n })).toThrow("exceed");
  });

  it("a subscription of zero costs nothing", () => {
    expect(subscriptionCharges({ amount: 0n, feeBps: 100n, vatBps: 700n })).toEqual({
      fee: 0n,
      vat: 0n,
      net: 0n,
    });
  });
});

describe("edge cases of a redemption", () => {
  it.each([0n, -1n])("a sale by units rejects a NAV of %s", (nav) => {
    expect(() => redemptionQuote({ ...redemption, nav, wish: { kind: "units", units: 1n } })).toThrow(
      "NAV must be positive",
    );
  });

  it("a wish to sell everything does not count as a forced sale, even with a minimum remainder", () => {
    const quote = redemptionQuote({ ...redemption, minRemainder: { kind: "sell-all", below: 100n } });
    expect(quote).toMatchObject({ ok: true, value: { sellAll: true, forced: false } });
  });

  it("a remainder of one ten-thousandth of a unit is sold too", () => {
    const quote = redemptionQuote({
      ...redemption,
      wish: { kind: "units", units: 999_999n },
      minRemainder: { kind: "sell-all", below: 100n },
    });
    expect(quote).toMatchObject({ ok: true, value: { units: 1_000_000n, restUnits: 0n, forced: true } });
  });

  it("a remainder of exactly the minimum stays, and a remainder of one satang less is sold too", () => {
    // 0.1 unit at 10 baht is worth 100 satang.
    const wish = { kind: "units", units: 999_000n } as const;
    const leaves = redemptionQuote({ ...redemption, wish, minRemainder: { kind: "sell-all", below: 100n } });
    const sells = redemptionQuote({ ...redemption, wish, minRemainder: { kind: "sell-all", below: 101n } });
    expect(leaves).toMatchObject({ ok: true, value: { restUnits: 1_000n, forced: false } });
    expect(sells).toMatchObject({ ok: true, value: { restUnits: 0n, forced: true } });
  });

  it("a sale by amount pays the requested amount, even if the truncated units are worth less", () => {
    const quote = redemptionQuote({
      ...redemption,
      nav: 10_000_000n,
      wish: { kind: "amount", amount: 1_005n },
    });
    expect(quote).toMatchObject({ ok: true, value: { units: 100n, gross: 1_005n } });
  });

  it("a sale by amount that also sells the dust pays the value of all units", () => {
    const quote = redemptionQuote({
      ...redemption,
      wish: { kind: "amount", amount: 99_999n },
      minRemainder: { kind: "sell-all", below: 100n },
    });
    expect(quote).toMatchObject({ ok: true, value: { gross: 100_000n, forced: true } });
  });

  it("a fee is due from the first satang of profit", () => {
    const quote = redemptionQuote({ ...redemption, costBasis: 99_999n, profitFeeBps: 10_000n });
    expect(quote).toMatchObject({ ok: true, value: { profit: 1n, fee: 1n, net: 99_999n } });
  });

  it("an average cost is rounded up from half a satang", () => {
    const quote = redemptionQuote({
      ...redemption,
      heldUnits: 2n,
      costBasis: 5n,
      wish: { kind: "units", units: 1n },
    });
    expect(quote).toMatchObject({ ok: true, value: { cost: 3n, restCost: 2n } });
  });

  it("a sale of the smallest unit held sells everything", () => {
    const quote = redemptionQuote({ ...redemption, heldUnits: 1n, wish: { kind: "units", units: 1n } });
    expect(quote).toMatchObject({ ok: true, value: { units: 1n, sellAll: true } });
  });
});

describe("edge cases of the management fee", () => {
  it("a fee of 8.77 satang is rounded half-up to 9, not truncated", () => {
    expect(managementFeeOfDay({ assets: 160_000n, rateBps: 200n, daysInYear: 365n })).toBe(9n);
  });
});

describe("edge cases of the investor's profit", () => {
  it("the profit is also stated as a percentage if the cost is at least one satang", () => {
    expect(profitOf({ value: 2n, cost: 1n })).toEqual({ profit: 1n, ofCost: { kind: "bps", bps: 10_000n } });
    expect(profitOf({ value: 2n, cost: -1n })).toEqual({ profit: 3n, ofCost: { kind: "not-available" } });
  });

  it("the percentage of the cost is rounded half-up in basis points", () => {
    expect(profitOf({ value: 20_001n, cost: 20_000n }).ofCost).toEqual({ kind: "bps", bps: 1n });
  });
});
