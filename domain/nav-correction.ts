import { shareOf, unitsBought, valueOfUnits } from "./fund.ts";

/** One satang a unit, in ten-thousandths of a baht. */
const SATANG = 100n;
/** Half a percent, as one part of so many. */
const HALF_PERCENT_PART = 200n;

/**
 * Whether investors are made good for a wrong NAV: from half a percent of the right one and a satang a unit on. Below either
 * the right NAV counts from then on, and nothing else. Source: decisions, "Fund" (for legal approval).
 */
export function isMadeGood({ was, is }: { readonly was: bigint; readonly is: bigint }): boolean {
  const error = was > is ? was - is : is - was;
  return error >= SATANG && error * HALF_PERCENT_PART >= is;
}

/** An order as it was allotted; baht in satang. */
export type Allotted =
  /** A subscription or switch-in: what was left of its amount after charges. */
  | { readonly kind: "buy"; readonly units: bigint; readonly net: bigint }
  /** A sell that pays exactly its amount. */
  | { readonly kind: "sell-amount"; readonly units: bigint; readonly amount: bigint }
  /** A sell of units, or of all. */
  | {
      readonly kind: "sell-units";
      readonly units: bigint;
      readonly proceeds: bigint;
      readonly cost: bigint;
      readonly feeBps: bigint;
      readonly vatBps: bigint;
    };

/** What its investor would have more (or, negative, less) at the right NAV: units, and what they or the baht come to. */
export function differenceAt(
  order: Allotted,
  nav: bigint,
): { readonly units: bigint; readonly baht: bigint } {
  switch (order.kind) {
    case "buy":
      return inUnits(unitsBought({ net: order.net, nav }) - order.units, nav);
    case "sell-amount":
      // Fewer units sold for the same amount are units that stay.
      return inUnits(order.units - unitsBought({ net: order.amount, nav }), nav);
    case "sell-units": {
      const gross = valueOfUnits({ units: order.units, nav });
      const profit = gross - order.cost;
      const fee = profit > 0n ? shareOf(profit, order.feeBps) : 0n;
      return { units: 0n, baht: gross - fee - shareOf(fee, order.vatBps) - order.proceeds };
    }
  }
}

function inUnits(units: bigint, nav: bigint): { readonly units: bigint; readonly baht: bigint } {
  const value = valueOfUnits({ units: units < 0n ? -units : units, nav });
  return { units, baht: units < 0n ? -value : value };
}
