import { profitOf, valueOfUnits } from "../../domain/fund.ts";
import { formatBaht } from "../../domain/money.ts";
import { halfUp } from "../../domain/rounding.ts";
import { type NavPoint, percentOfBps } from "../../domain/strategy-returns.ts";
import { kindOf, type OrderKindName } from "../orders/index.ts";
import type { DayValue, Figures } from "./answers.ts";

/*
 * This file computes an investor's position in a strategy. All screens and statements take their account
 * figures from it. Units are in ten-thousandths, baht in satang.
 */

/** How one allotted order changes a holding. */
export type Movement = {
  readonly kind: OrderKindName;
  /** The business day at whose NAV the order was dealt. From this day on the units count. */
  readonly navDate: string;
  readonly units: bigint;
  /**
   * Amount before charges. For a buy, it is the amount paid, including fee and VAT. For a sell, it is the
   * proceeds before fees.
   */
  readonly gross: bigint;
  /** Average cost of the units that were sold. Only sells have it. */
  readonly cost: bigint;
  readonly fee: bigint;
  readonly vat: bigint;
};

/** An investor's position in a strategy: the result of all movements until a day. */
export type Standing = {
  readonly units: bigint;
  /** Cost of the units that are held. Screens call it the principal. */
  readonly cost: bigint;
  /** Part of that cost that is fees and VAT. */
  readonly feesWithin: bigint;
  /** Total amount that the investor paid in from a bank account. */
  readonly paidIn: bigint;
  /** Total amount that switches brought into this strategy. */
  readonly switchedIn: bigint;
  /** Proceeds of sells before fees, minus the cost of the sold units. */
  readonly realised: bigint;
  readonly fees: FeesPaid;
};

/** Total fees, by kind. `sellVat` is that part of `vat` that was paid for sells. */
type FeesPaid = {
  readonly frontEnd: bigint;
  readonly switchIn: bigint;
  readonly profitFee: bigint;
  readonly vat: bigint;
  readonly sellVat: bigint;
};

/** The position before the first movement. */
export const nothing: Standing = {
  units: 0n,
  cost: 0n,
  feesWithin: 0n,
  paidIn: 0n,
  switchedIn: 0n,
  realised: 0n,
  fees: { frontEnd: 0n, switchIn: 0n, profitFee: 0n, vat: 0n, sellVat: 0n },
};

/** Returns the position after a further movement. */
export function after(before: Standing, by: Movement): Standing {
  const { side, money } = kindOf(by.kind);
  switch (side) {
    case "buy": {
      const bought = money === "paid-in";
      return {
        units: before.units + by.units,
        cost: before.cost + by.gross,
        feesWithin: before.feesWithin + by.fee + by.vat,
        paidIn: before.paidIn + (bought ? by.gross : 0n),
        switchedIn: before.switchedIn + (bought ? 0n : by.gross),
        realised: before.realised,
        fees: {
          ...before.fees,
          frontEnd: before.fees.frontEnd + (bought ? by.fee : 0n),
          switchIn: before.fees.switchIn + (bought ? 0n : by.fee),
          vat: before.fees.vat + by.vat,
        },
      };
    }
    case "sell": {
      const cost = before.cost - by.cost;
      return {
        units: before.units - by.units,
        cost,
        // A sell reduces these fees in the same proportion as the units, like the cost. If the units came
        // from a corrected NAV later, they have no cost and no fees.
        feesWithin:
          by.units >= before.units || cost === 0n
            ? 0n
            : before.feesWithin - halfUp(before.feesWithin * by.units, before.units),
        paidIn: before.paidIn,
        switchedIn: before.switchedIn,
        realised: before.realised + by.gross - by.cost,
        fees: {
          ...before.fees,
          profitFee: before.fees.profitFee + by.fee,
          vat: before.fees.vat + by.vat,
          sellVat: before.fees.sellVat + by.vat,
        },
      };
    }
  }
}

/** Returns the position after all movements. */
export function standingOf(movements: readonly Movement[]): Standing {
  return movements.reduce(after, nothing);
}

/**
 * Adds up positions in several strategies. Money that a switch moved between them counts only once as paid
 * in.
 */
export function together(parts: readonly Standing[]): Standing {
  return parts.reduce(
    (sum, part) => ({
      units: 0n,
      cost: sum.cost + part.cost,
      feesWithin: sum.feesWithin + part.feesWithin,
      paidIn: sum.paidIn + part.paidIn,
      switchedIn: 0n,
      realised: sum.realised + part.realised,
      fees: {
        frontEnd: sum.fees.frontEnd + part.fees.frontEnd,
        switchIn: sum.fees.switchIn + part.fees.switchIn,
        profitFee: sum.fees.profitFee + part.fees.profitFee,
        vat: sum.fees.vat + part.fees.vat,
        sellVat: sum.fees.sellVat + part.fees.sellVat,
      },
    }),
    nothing,
  );
}

/** Returns the total profit or loss after fees, including units that were already sold. */
export function totalProfitOf(value: bigint, at: Standing): bigint {
  return value - at.cost + at.realised - at.fees.profitFee - at.fees.sellVat;
}

/** Returns the figures that screens and statements show about a position that has this value. */
export function figuresOf(value: bigint, at: Standing): Figures {
  const { profit, ofCost } = profitOf({ value, cost: at.cost });
  return {
    value: formatBaht(value),
    principal: formatBaht(at.cost),
    profit: formatBaht(profit),
    profitPercent: ofCost.kind === "bps" ? percentOfBps(ofCost.bps) : null,
    fees: formatBaht(at.feesWithin),
    beforeFees: formatBaht(profit + at.feesWithin),
    realised: formatBaht(at.realised),
    totalProfit: formatBaht(totalProfitOf(value, at)),
    feesOnSells: formatBaht(at.fees.profitFee + at.fees.sellVat),
    invested: formatBaht(at.paidIn + at.switchedIn),
    feesPaid: {
      frontEnd: formatBaht(at.fees.frontEnd),
      switchIn: formatBaht(at.fees.switchIn),
      profit: formatBaht(at.fees.profitFee),
      vat: formatBaht(at.fees.vat),
      total: formatBaht(at.fees.frontEnd + at.fees.switchIn + at.fees.profitFee + at.fees.vat),
    },
  };
}

/**
 * Returns the share that each value has in the total, in hundredths of a percent. The shares always add up to
 * 100 %. What rounding leaves over goes to the shares with the largest fractions. If the total is zero, all
 * shares are zero.
 */
export function sharesOf(values: readonly bigint[]): readonly bigint[] {
  const total = values.reduce((sum, value) => sum + value, 0n);
  if (total === 0n) return values.map(() => 0n);
  const down = values.map((value) => (value * 10_000n) / total);
  const left = 10_000n - down.reduce((sum, share) => sum + share, 0n);
  const byRemainder = values
    .map((value, at) => ({ at, remainder: (value * 10_000n) % total }))
    .sort((one, other) =>
      one.remainder === other.remainder ? one.at - other.at : one.remainder < other.remainder ? 1 : -1,
    );
  const raised = new Set(byRemainder.slice(0, Number(left)).map(({ at }) => at));
  return down.map((share, at) => (raised.has(at) ? share + 1n : share));
}

/** An investor's position in one strategy: the strategy's NAVs by date, and the movements by NAV date. */
export type Position = { readonly points: readonly NavPoint[]; readonly movements: readonly Movement[] };

/**
 * Returns how an account performed on every day with a NAV since the first purchase. Each strategy is valued
 * at its latest NAV of that time. So the last day has the same figures as the account now.
 */
export function seriesOf(positions: readonly Position[]): readonly DayValue[] {
  const first = positions.flatMap(({ movements }) => movements.map(({ navDate }) => navDate)).sort()[0];
  if (first === undefined) return [];
  const days = [
    ...new Set(
      positions.flatMap(({ points }) => points.map(({ date }) => date).filter((day) => day >= first)),
    ),
  ].sort();
  const walks = positions.map(walkThrough);
  return days.map((date) => {
    const parts = walks.map((walk) => walk(date));
    const value = parts.reduce((sum, part) => sum + part.value, 0n);
    const at = together(parts.map(({ standing }) => standing));
    return {
      date,
      value: formatBaht(value),
      principal: formatBaht(at.cost),
      profit: formatBaht(totalProfitOf(value, at)),
      invested: formatBaht(at.paidIn),
    };
  });
}

/**
 * Returns a function that computes the position in a strategy on a day. Its calls must ask for days in
 * ascending order.
 */
export function walkThrough({ points, movements }: Position): (date: string) => {
  readonly value: bigint;
  readonly nav: NavPoint | null;
  readonly standing: Standing;
} {
  let point = 0;
  let movement = 0;
  let nav: NavPoint | null = null;
  let standing = nothing;
  return (date) => {
    for (let next = points[point]; next !== undefined && next.date <= date; next = points[point]) {
      nav = next;
      point += 1;
    }
    for (
      let next = movements[movement];
      next !== undefined && next.navDate <= date;
      next = movements[movement]
    ) {
      standing = after(standing, next);
      movement += 1;
    }
    return { value: valueOfUnits({ units: standing.units, nav: nav?.nav ?? 0n }), nav, standing };
  };
}
