import fc from "fast-check";
import { expect, test } from "vitest";
import { leastUnitsWorth, mostBesideRemainder, redemptionQuote, valueOfUnits } from "../../domain/fund.ts";

const nav = fc.bigInt({ min: 1n, max: 10_000_000n });
const units = fc.bigInt({ min: 1n, max: 10_000_000_000n });
const baht = fc.bigInt({ min: 1n, max: 10_000_000n });

test("leastUnitsWorth returns the fewest units that are worth at least the given value", () => {
  fc.assert(
    fc.property(baht, nav, (value, price) => {
      const least = leastUnitsWorth({ value, nav: price });
      expect(valueOfUnits({ units: least, nav: price }) >= value).toBe(true);
      expect(valueOfUnits({ units: least - 1n, nav: price }) < value).toBe(true);
    }),
  );
});

test("mostBesideRemainder returns, to the last digit, the largest part that can be sold without a forced sale of everything", () => {
  const forced = (
    wish: Parameters<typeof redemptionQuote>[0]["wish"],
    held: bigint,
    price: bigint,
    below: bigint,
  ) => {
    const quote = redemptionQuote({
      wish,
      nav: price,
      heldUnits: held,
      costBasis: 0n,
      profitFeeBps: 0n,
      vatBps: 0n,
      minRemainder: { kind: "sell-all", below },
    });
    return quote.ok && quote.value.sellAll;
  };
  fc.assert(
    fc.property(units, nav, baht, (available, price, minRemainder) => {
      const most = mostBesideRemainder({ available, nav: price, minRemainder });
      if (most.units === 0n) return;
      expect(forced({ kind: "units", units: most.units }, available, price, minRemainder)).toBe(false);
      expect(forced({ kind: "units", units: most.units + 1n }, available, price, minRemainder)).toBe(true);
      if (most.amount > 0n)
        expect(forced({ kind: "amount", amount: most.amount }, available, price, minRemainder)).toBe(false);
      // One satang more sells everything, unless that exceeds the total value.
      const next = redemptionQuote({
        wish: { kind: "amount", amount: most.amount + 1n },
        nav: price,
        heldUnits: available,
        costBasis: 0n,
        profitFeeBps: 0n,
        vatBps: 0n,
        minRemainder: { kind: "sell-all", below: minRemainder },
      });
      const isEverything = most.amount + 1n >= valueOfUnits({ units: available, nav: price });
      expect(isEverything || !next.ok || next.value.sellAll).toBe(true);
    }),
  );
});

test("mostBesideRemainder returns less than all units and less than their value if no minimum remainder applies", () => {
  fc.assert(
    fc.property(units, nav, (available, price) => {
      const most = mostBesideRemainder({ available, nav: price, minRemainder: 0n });
      expect(most.units).toBe(available - 1n);
      expect(most.amount < valueOfUnits({ units: available, nav: price }) || most.amount === 0n).toBe(true);
    }),
  );
});
