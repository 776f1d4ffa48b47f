import { profitFee, shareOf, unitsBought, valueOfUnits } from "./fund.ts";
import { halfUp } from "./rounding.ts";

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

/**
 * An order as it stands, earlier corrections counted; baht in satang. `residue`: what its roundings brought to the strategy's
 * residues. `borne`: what the company has paid into the strategy for it.
 */
export type Settled =
  /** A subscription or switch-in: what was left of its amount after charges, and the units for it. */
  | {
      readonly kind: "buy";
      readonly units: bigint;
      readonly net: bigint;
      readonly residue: bigint;
      readonly borne: bigint;
    }
  /** A sell that pays exactly its amount. */
  | {
      readonly kind: "sell-amount";
      readonly units: bigint;
      readonly amount: bigint;
      readonly cost: bigint;
      readonly residue: bigint;
      readonly borne: bigint;
    }
  /** A sell of units, or of all. */
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

/** What making an order good changes. Only `residue` and `borne` may be negative: nobody gives anything back. */
export type MadeGood = {
  /** Units for the investor, and what they cost them: nothing of a purchase, which they have paid; their part of a sale. */
  readonly units: bigint;
  readonly cost: bigint;
  /** What units sold bring more, before and after charges. */
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
 * What makes an order good at the right NAV. Whoever got too little gets the difference from the strategy, as if the order had been
 * settled at that NAV; whoever got too much keeps it, and the company pays the strategy what it lacks. Either way the strategy has
 * afterwards what the order's units are worth.
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
        // By average every unit that was sold had cost the same.
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

/** A switch-in as it stands, with the charges on what it bought for. */
export type BoughtIn = Extract<Settled, { readonly kind: "buy" }> & {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly vat: bigint;
  readonly feeBps: bigint;
  readonly vatBps: bigint;
};

/** What a switch-in gets that should have bought for `more`, since its out leg brought too little: at the NAV that it stands at. */
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

/** What its investor would have more (or, negative, less) at the right NAV: units, and what they or the baht come to. */
export function differenceAt(order: Settled, nav: bigint): { readonly units: bigint; readonly baht: bigint } {
  switch (order.kind) {
    case "buy":
      return inUnits(unitsBought({ net: order.net, nav }) - order.units, nav);
    case "sell-amount":
      // Fewer units sold for the same amount are units that stay.
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
