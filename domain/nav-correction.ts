import { profitFee, shareOf, unitsBought, valueOfUnits } from "./fund.ts";
import { halfUp } from "./rounding.ts";

/** One satang per unit, in ten-thousandths of a baht. */
const SATANG = 100n;
/** Half a percent as a fraction: 1/200. */
const HALF_PERCENT_PART = 200n;

/**
 * Returns true if investors are compensated for a wrong NAV. The error must be at least 0.5 % of the right
 * NAV, and at least one satang per unit. After a smaller error, the right NAV applies from then on and
 * nothing else changes. Source: docs/fund.md (for legal approval).
 */
export function isMadeGood({ was, is }: { readonly was: bigint; readonly is: bigint }): boolean {
  const error = was > is ? was - is : is - was;
  return error >= SATANG && error * HALF_PERCENT_PART >= is;
}

/**
 * An order after earlier corrections. Baht are in satang. `residue`: the rounding differences that the order
 * added to the strategy's residues. `borne`: the amount that the company has already paid into the strategy
 * for the order.
 */
export type Settled =
  /** A subscription or switch-in, with the net amount after charges and the units bought. */
  | {
      readonly kind: "buy";
      readonly units: bigint;
      readonly net: bigint;
      readonly residue: bigint;
      readonly borne: bigint;
    }
  /** A sale by amount, which pays exactly this amount. */
  | {
      readonly kind: "sell-amount";
      readonly units: bigint;
      readonly amount: bigint;
      readonly cost: bigint;
      readonly residue: bigint;
      readonly borne: bigint;
    }
  /** A sale of a number of units, or of all units. */
  | {
      readonly kind: "sell-units";
      readonly units: bigint;
      readonly gross: bigint;
      readonly fee: bigint;
      readonly vat: bigint;
      readonly withheld: bigint;
      readonly cost: bigint;
      readonly feeBps: bigint;
      readonly vatBps: bigint;
      readonly withheldBps: bigint;
      readonly borne: bigint;
    };

/**
 * The changes that compensation makes to an order. Only `residue` and `borne` may be negative, because
 * investors never pay anything back.
 */
export type MadeGood = {
  /**
   * Units that the investor receives, and their cost. For a purchase the cost is zero, because the investor
   * already paid it. After a sale, the investor receives some of the sold units back. Their cost is a
   * proportional part of the cost of all units sold.
   */
  readonly units: bigint;
  readonly cost: bigint;
  /** Additional proceeds of units sold, before and after charges. */
  readonly gross: bigint;
  readonly fee: bigint;
  readonly vat: bigint;
  readonly withheld: bigint;
  readonly proceeds: bigint;
  readonly residue: bigint;
  readonly borne: bigint;
};

const nothing: MadeGood = {
  units: 0n,
  cost: 0n,
  gross: 0n,
  fee: 0n,
  vat: 0n,
  withheld: 0n,
  proceeds: 0n,
  residue: 0n,
  borne: 0n,
};

/**
 * Returns the compensation of an order at the right NAV. An investor who got too little receives the
 * difference from the strategy, as if the order had settled at that NAV. An investor who got too much keeps
 * it, and the company pays the strategy the difference. Afterwards the strategy holds exactly the value of
 * the order's units.
 */
export function madeGoodAt(order: Settled, nav: bigint): MadeGood {
  switch (order.kind) {
    case "buy": {
      const right = unitsBought({ net: order.net, nav });
      const units = right > order.units ? right : order.units;
      const value = valueOfUnits({ units, nav });
      if (right < order.units) return { ...nothing, borne: value + order.residue - order.net - order.borne };
      return {
        ...nothing,
        units: units - order.units,
        residue: order.net - value - order.residue,
        borne: -order.borne,
      };
    }
    case "sell-amount": {
      const right = unitsBought({ net: order.amount, nav });
      if (right > order.units) {
        const value = valueOfUnits({ units: order.units, nav });
        return { ...nothing, borne: order.amount + order.residue - value - order.borne };
      }
      const back = order.units - right;
      return {
        ...nothing,
        units: back,
        // With average cost, all units sold have the same cost per unit.
        cost: back === 0n ? 0n : halfUp(order.cost * back, order.units),
        residue: valueOfUnits({ units: right, nav }) - order.amount - order.residue,
        borne: -order.borne,
      };
    }
    case "sell-units": {
      const gross = valueOfUnits({ units: order.units, nav });
      if (gross < order.gross) return { ...nothing, borne: order.gross - gross - order.borne };
      const charged = chargesOf(order, gross);
      const more = {
        gross: gross - order.gross,
        fee: charged.fee - order.fee,
        vat: charged.vat - order.vat,
        withheld: charged.withheld - order.withheld,
      };
      return {
        ...nothing,
        ...more,
        proceeds: more.gross - more.fee - more.vat - more.withheld,
        borne: -order.borne,
      };
    }
  }
}

type UnitsSold = Extract<Settled, { readonly kind: "sell-units" }>;

function chargesOf(order: UnitsSold, gross: bigint) {
  const fee = profitFee({ gross, cost: order.cost, feeBps: order.feeBps });
  return {
    fee,
    vat: shareOf(fee, order.vatBps),
    withheld: profitFee({ gross, cost: order.cost, feeBps: order.withheldBps }),
  };
}

/** A switch-in, with the charges on its amount. */
export type BoughtIn = Extract<Settled, { readonly kind: "buy" }> & {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly vat: bigint;
  readonly feeBps: bigint;
  readonly vatBps: bigint;
};

/**
 * Returns the compensation of a switch-in whose switch-out paid too little. The switch-in buys additional
 * units for the amount `more`, at the switch-in's own NAV.
 */
export function boughtForMore(
  leg: BoughtIn,
  { more, nav }: { readonly more: bigint; readonly nav: bigint },
): MadeGood {
  const fee = shareOf(leg.amount + more, leg.feeBps);
  const vat = shareOf(fee, leg.vatBps);
  const net = leg.amount + more - fee - vat;
  return {
    ...madeGoodAt({ kind: "buy", units: leg.units, residue: leg.residue, borne: leg.borne, net }, nav),
    cost: more,
    fee: fee - leg.fee,
    vat: vat - leg.vat,
  };
}

/**
 * Returns how much more (or, if negative, less) the investor would have at the right NAV, in units and in
 * baht.
 */
export function differenceAt(order: Settled, nav: bigint): { readonly units: bigint; readonly baht: bigint } {
  switch (order.kind) {
    case "buy":
      return inUnits(unitsBought({ net: order.net, nav }) - order.units, nav);
    case "sell-amount":
      // Fewer units sold for the same amount means that the investor keeps more units.
      return inUnits(order.units - unitsBought({ net: order.amount, nav }), nav);
    case "sell-units": {
      const gross = valueOfUnits({ units: order.units, nav });
      const { fee, vat, withheld } = chargesOf(order, gross);
      const paid = order.gross - order.fee - order.vat - order.withheld;
      return { units: 0n, baht: gross - fee - vat - withheld - paid };
    }
  }
}

function inUnits(units: bigint, nav: bigint): { readonly units: bigint; readonly baht: bigint } {
  const value = valueOfUnits({ units: units < 0n ? -units : units, nav });
  return { units, baht: units < 0n ? -value : value };
}
