import { fail, ok, type Result } from "../engine/values/result.ts";
import { halfUp, truncate } from "./rounding.ts";

/*
 * The exact arithmetic of the fund. Every amount is a `bigint` of minor units:
 *   baht            in satang             10000.00 baht  = 1000000n
 *   units           in ten-thousandths    801.3381 units = 8013381n
 *   NAV per unit    in ten-thousandths    12.3456 baht   = 123456n
 *   rates           in basis points       1.00 %         = 100n
 * This module estimates amounts for pages and rules. Orders settle in server/settlement/sql by the same
 * formulas (docs/fund.md). There are two kinds of rounding: baht are rounded half-up to the satang, units are
 * truncated to four decimals.
 */

const bpsPerWhole = 10_000n;
/**
 * Factor in `satang x factor / NAV = units in ten-thousandths`: 10^4 (NAV) x 10^4 (units) / 10^2 (satang).
 */
const unitsPerSatangOverNav = 1_000_000n;

/** The charges of a subscription, and the units that the net amount buys. All values are in minor units. */
export type SubscriptionQuote = {
  readonly fee: bigint;
  readonly vat: bigint;
  readonly net: bigint;
  readonly units: bigint;
};

/**
 * Returns the front-end fee, the VAT on the fee, the net amount and the units that the net amount buys. The
 * value of `units` can be below `net`; the allotment books the difference as residue.
 * @throws on a negative amount, a NAV that is not positive, or charges above the amount. These are errors of
 * the caller, not of user input.
 */
export function subscriptionQuote(of: {
  readonly amount: bigint;
  readonly feeBps: bigint;
  readonly vatBps: bigint;
  readonly nav: bigint;
}): SubscriptionQuote {
  const { fee, vat, net } = subscriptionCharges(of);
  return { fee, vat, net, units: unitsBought({ net, nav: of.nav }) };
}

/**
 * Returns the charges of a subscription. The charges need no NAV, so they are final before the dealing day is
 * over.
 */
export function subscriptionCharges(of: {
  readonly amount: bigint;
  readonly feeBps: bigint;
  readonly vatBps: bigint;
}): { readonly fee: bigint; readonly vat: bigint; readonly net: bigint } {
  if (of.amount < 0n) throw new Error(`subscriptionCharges: the amount must not be negative: ${of.amount}`);
  const fee = shareOf(of.amount, of.feeBps);
  const vat = shareOf(fee, of.vatBps);
  const net = of.amount - fee - vat;
  if (net < 0n) throw new Error(`subscriptionCharges: fee ${fee} and VAT ${vat} exceed amount ${of.amount}`);
  return { fee, vat, net };
}

/**
 * Returns the units that `net` satang buy at `nav`. Truncates to four decimals, so that the value of the
 * units never exceeds the amount paid.
 */
export function unitsBought(of: { readonly net: bigint; readonly nav: bigint }): bigint {
  requirePositiveNav(of.nav);
  return truncate(of.net * unitsPerSatangOverNav, of.nav);
}

/** Returns the value of units in satang, rounded half-up. */
export function valueOfUnits(of: { readonly units: bigint; readonly nav: bigint }): bigint {
  return halfUp(of.units * of.nav, unitsPerSatangOverNav);
}

/** What the investor asks to sell: an amount of baht, a number of units, or all units. */
export type RedemptionWish =
  | { readonly kind: "amount"; readonly amount: bigint }
  | { readonly kind: "units"; readonly units: bigint }
  | { readonly kind: "all" };

/**
 * The outcome of a redemption. Baht are in satang. `forced`: all units are sold because the remainder would
 * be too small.
 */
export type RedemptionQuote = {
  readonly units: bigint;
  readonly gross: bigint;
  readonly cost: bigint;
  readonly profit: bigint;
  readonly fee: bigint;
  readonly vat: bigint;
  readonly net: bigint;
  readonly restUnits: bigint;
  readonly restCost: bigint;
  readonly sellAll: boolean;
  readonly forced: boolean;
};

/**
 * Returns the units sold, their average cost, the fee on profit, the VAT on the fee, and the remainder. A
 * sale by amount pays exactly that amount; a sale by units pays their value. If the remainder is smaller than
 * `minRemainder`, it is sold too (the dust rule). A sale of all units takes the whole remaining cost.
 * Errors: `more-than-held`, `nothing-to-sell` (less than one ten-thousandth of a unit).
 */
export function redemptionQuote(of: {
  readonly wish: RedemptionWish;
  readonly nav: bigint;
  readonly heldUnits: bigint;
  readonly costBasis: bigint;
  readonly profitFeeBps: bigint;
  readonly vatBps: bigint;
  readonly minRemainder: { readonly kind: "none" } | { readonly kind: "sell-all"; readonly below: bigint };
}): Result<RedemptionQuote, { readonly code: "more-than-held" | "nothing-to-sell" }> {
  requirePositiveNav(of.nav);
  const wished = unitsWished(of.wish, of);
  if (wished > of.heldUnits) return fail({ code: "more-than-held" });
  if (wished <= 0n) return fail({ code: "nothing-to-sell" });
  const remainder = of.heldUnits - wished;
  const forced =
    remainder > 0n &&
    of.minRemainder.kind === "sell-all" &&
    valueOfUnits({ units: remainder, nav: of.nav }) < of.minRemainder.below;
  const units = forced ? of.heldUnits : wished;
  const sellAll = units === of.heldUnits;
  const gross = of.wish.kind === "amount" && !forced ? of.wish.amount : valueOfUnits({ units, nav: of.nav });
  const cost = sellAll
    ? of.costBasis
    : costOfPart({ units, heldUnits: of.heldUnits, costBasis: of.costBasis });
  const profit = gross - cost;
  const fee = profitFee({ gross, cost, feeBps: of.profitFeeBps });
  const vat = shareOf(fee, of.vatBps);
  return ok({
    units,
    gross,
    cost,
    profit,
    fee,
    vat,
    net: gross - fee - vat,
    restUnits: of.heldUnits - units,
    restCost: of.costBasis - cost,
    sellAll,
    forced,
  });
}

/** Returns the fewest units whose rounded value at `nav` is at least `value` satang. */
export function leastUnitsWorth(of: { readonly value: bigint; readonly nav: bigint }): bigint {
  requirePositiveNav(of.nav);
  if (of.value <= 0n) return 0n;
  // round2(units x NAV) >= value, so units x NAV >= value - half a satang.
  return ceilDiv((2n * of.value - 1n) * unitsPerSatangOverNav, 2n * of.nav);
}

/**
 * Returns the largest sale that leaves units worth at least `minRemainder` satang, as units and as an amount.
 * Both are 0 if any sale would leave less. The amount is below the value of all available units, because a
 * person who asks for that value sells all units.
 */
export function mostBesideRemainder(of: {
  readonly available: bigint;
  readonly nav: bigint;
  readonly minRemainder: bigint;
}): { readonly units: bigint; readonly amount: bigint } {
  const least = leastUnitsWorth({ value: of.minRemainder, nav: of.nav });
  const units = of.available - (least > 0n ? least : 1n);
  if (units <= 0n) return { units: 0n, amount: 0n };
  // The greatest amount for which the units, after truncation, do not exceed `units`.
  const amount = ceilDiv((units + 1n) * of.nav, unitsPerSatangOverNav) - 1n;
  const value = valueOfUnits({ units: of.available, nav: of.nav });
  return { units, amount: amount < value ? amount : value - 1n };
}

/** Returns the fee on a sale in satang: a share of the profit over cost. A sale at a loss has no fee. */
export function profitFee(of: {
  readonly gross: bigint;
  readonly cost: bigint;
  readonly feeBps: bigint;
}): bigint {
  const profit = of.gross - of.cost;
  return profit > 0n ? shareOf(profit, of.feeBps) : 0n;
}

/** Returns the average cost of a part of the units held, in satang. */
export function costOfPart(of: {
  readonly units: bigint;
  readonly heldUnits: bigint;
  readonly costBasis: bigint;
}): bigint {
  return halfUp(of.costBasis * of.units, of.heldUnits);
}

/**
 * Returns the management fee that accrues on one day, in satang. The fee is a book entry only: the entered
 * NAV is already net of it.
 */
export function managementFeeOfDay(of: {
  readonly assets: bigint;
  readonly rateBps: bigint;
  readonly daysInYear: 365n;
}): bigint {
  return halfUp(of.assets * of.rateBps, bpsPerWhole * of.daysInYear);
}

/**
 * Returns the investor's profit (value minus average cost) in satang, and in basis points of that cost. If
 * the cost is zero, the percentage is `not-available`, never zero.
 */
export function profitOf(of: { readonly value: bigint; readonly cost: bigint }): {
  readonly profit: bigint;
  readonly ofCost: { readonly kind: "bps"; readonly bps: bigint } | { readonly kind: "not-available" };
} {
  const profit = of.value - of.cost;
  if (of.cost <= 0n) return { profit, ofCost: { kind: "not-available" } };
  return { profit, ofCost: { kind: "bps", bps: halfUp(profit * bpsPerWhole, of.cost) } };
}

/**
 * Returns a share of an amount. The amount is in satang, the share in basis points. The result is rounded
 * half-up to the satang.
 */
export function shareOf(amount: bigint, rateBps: bigint): bigint {
  return halfUp(amount * rateBps, bpsPerWhole);
}

function unitsWished(wish: RedemptionWish, of: { readonly nav: bigint; readonly heldUnits: bigint }): bigint {
  switch (wish.kind) {
    case "amount":
      return unitsBought({ net: wish.amount, nav: of.nav });
    case "units":
      return wish.units;
    case "all":
      return of.heldUnits;
  }
}

function requirePositiveNav(nav: bigint): void {
  if (nav <= 0n) throw new Error(`fund arithmetic: the NAV must be positive, not ${nav}`);
}

function ceilDiv(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
