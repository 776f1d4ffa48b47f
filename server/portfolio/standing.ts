import { profitOf, valueOfUnits } from "../../domain/fund.ts";
import { formatBaht } from "../../domain/money.ts";
import { halfUp } from "../../domain/rounding.ts";
import { type NavPoint, percentOfBps } from "../../domain/strategy-returns.ts";
import { kindOf, type OrderKindName } from "../orders/index.ts";
import type { DayValue, Figures } from "./answers.ts";

/*
 * Where an investor stands in a strategy: every number of their account is made here, once for every screen and statement.
 * Units in ten-thousandths, baht in satang.
 */

/** What one allotted order did to what its investor holds. */
export type Movement = {
  readonly kind: OrderKindName;
  /** The day whose NAV it got: units count from it on. */
  readonly navDate: string;
  readonly units: bigint;
  /** Into a strategy what was given for the units, its fee and VAT included; out of it what the units brought before fees. */
  readonly gross: bigint;
  /** Out of a strategy what the units had cost, by average. */
  readonly cost: bigint;
  readonly fee: bigint;
  readonly vat: bigint;
};

/** What all movements up to a day came to. */
export type Standing = {
  readonly units: bigint;
  /** What is held has cost so much: the principal. */
  readonly cost: bigint;
  /** Fees and VAT within that cost. */
  readonly feesWithin: bigint;
  /** Paid in from outside, in all. */
  readonly paidIn: bigint;
  /** Brought in by switches, in all. */
  readonly switchedIn: bigint;
  /** What sells brought before fees, less what the units had cost. */
  readonly realised: bigint;
  readonly fees: FeesPaid;
};

/** Fees ever paid, by kind; `sellVat` is the part of `vat` that sells paid. */
type FeesPaid = {
  readonly frontEnd: bigint;
  readonly switchIn: bigint;
  readonly profitFee: bigint;
  readonly vat: bigint;
  readonly sellVat: bigint;
};

/** Nothing held, nothing paid. */
export const nothing: Standing = {
  units: 0n,
  cost: 0n,
  feesWithin: 0n,
  paidIn: 0n,
  switchedIn: 0n,
  realised: 0n,
  fees: { frontEnd: 0n, switchIn: 0n, profitFee: 0n, vat: 0n, sellVat: 0n },
};

/** Where somebody stands after one more movement. */
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
        // They leave with the units that they were paid for, as the cost does. Units that a corrected NAV brought later cost nothing.
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

/** Where somebody stands after all of them. */
export function standingOf(movements: readonly Movement[]): Standing {
  return movements.reduce(after, nothing);
}

/** Several strategies together. What a switch moved between them was paid in once. */
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

/** Everything gained or lost, fees counted: on what is held, and on what was sold. */
export function totalProfitOf(value: bigint, at: Standing): bigint {
  return value - at.cost + at.realised - at.fees.profitFee - at.fees.sellVat;
}

/** The figures that a screen or statement shows of a value and where its investor stands. */
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
 * What part of the total each value is, in hundredths of a percent: together exactly 100 %, the hundredths that rounding down leaves
 * going to the largest remainders. Nothing of nothing is nothing.
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

/** One strategy: its NAVs by date, and what was moved, by NAV date. */
export type Position = { readonly points: readonly NavPoint[]; readonly movements: readonly Movement[] };

/**
 * How an account did on every day on which one of its strategies got a NAV, from the first purchase on. Each strategy counts at
 * its own last NAV by then, so that the last day says what the account says today.
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

/** Answers where one strategy stood on ever later days. */
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
