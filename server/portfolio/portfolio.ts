import { profitOf, valueOfUnits } from "../../domain/fund.ts";
import { formatBaht } from "../../domain/money.ts";
import { type NavPoint, percentOfBps } from "../../domain/strategy-returns.ts";

/** Value, principal and the investor's own profit; baht with two decimals, percent of principal or `null`. */
export type Figures = {
  readonly value: string;
  /** What was paid in for what is held, fees included. */
  readonly principal: string;
  /** Value minus principal. */
  readonly profit: string;
  readonly profitPercent: string | null;
  /** Front-end fee and VAT within the principal. */
  readonly fees: string;
  /** Profit before those fees: what the strategy itself did with the money. */
  readonly beforeFees: string;
};

/** Units that one order brought. Units in ten-thousandths, baht in satang. */
export type Bought = {
  readonly navDate: string;
  readonly units: bigint;
  readonly amount: bigint;
  readonly fees: bigint;
};

/** One strategy of a portfolio: its NAVs by date, and what was bought of it, by NAV date. */
export type Position = { readonly points: readonly NavPoint[]; readonly bought: readonly Bought[] };

/** Value and principal on one day. */
export type DayValue = { readonly date: string; readonly value: string; readonly principal: string };

/** The figures of amounts in satang; of several strategies each is the sum. */
export function figuresOf(of: {
  readonly value: bigint;
  readonly cost: bigint;
  readonly fees: bigint;
}): Figures {
  const { profit, ofCost } = profitOf(of);
  return {
    value: formatBaht(of.value),
    principal: formatBaht(of.cost),
    profit: formatBaht(profit),
    profitPercent: ofCost.kind === "bps" ? percentOfBps(ofCost.bps) : null,
    fees: formatBaht(of.fees),
    beforeFees: formatBaht(profit + of.fees),
  };
}

/**
 * What a portfolio was worth on every day on which one of its strategies got a NAV, from the first purchase on. Each strategy
 * counts at its own last NAV by then, so that the last day says what the account says today.
 */
export function seriesOf(positions: readonly Position[]): readonly DayValue[] {
  const first = positions.flatMap(({ bought }) => bought.map(({ navDate }) => navDate)).sort()[0];
  if (first === undefined) return [];
  const days = [
    ...new Set(
      positions.flatMap(({ points }) => points.map(({ date }) => date).filter((day) => day >= first)),
    ),
  ].sort();
  const walks = positions.map(walkThrough);
  return days.map((date) => {
    let value = 0n;
    let principal = 0n;
    for (const walk of walks) {
      const held = walk(date);
      value += held.value;
      principal += held.principal;
    }
    return { date, value: formatBaht(value), principal: formatBaht(principal) };
  });
}

/** Answers what one strategy was worth on ever later days. */
function walkThrough({
  points,
  bought,
}: Position): (date: string) => { readonly value: bigint; readonly principal: bigint } {
  let point = 0;
  let order = 0;
  let nav = 0n;
  let units = 0n;
  let principal = 0n;
  return (date) => {
    for (let next = points[point]; next !== undefined && next.date <= date; next = points[point]) {
      nav = next.nav;
      point += 1;
    }
    for (let next = bought[order]; next !== undefined && next.navDate <= date; next = bought[order]) {
      units += next.units;
      principal += next.amount;
      order += 1;
    }
    return { value: valueOfUnits({ units, nav }), principal };
  };
}
