import { formatDecimal } from "../engine/values/decimal.ts";
import { addDays, type LocalDate } from "../engine/values/local-date.ts";
import { halfUp } from "./rounding.ts";

/** One NAV of a strategy. `date` is YYYY-MM-DD; `nav` is in ten-thousandths of a baht. */
export type NavPoint = { readonly date: string; readonly nav: bigint };

/**
 * A return in basis points, or `not-available` if the history is too short. A missing return is never shown
 * as zero.
 */
export type Performance = { readonly kind: "bps"; readonly bps: bigint } | { readonly kind: "not-available" };

/** The strategy's own returns in basis points. They do not depend on any investor's profit. */
export type StrategyReturns = {
  readonly day1: Performance;
  readonly days7: Performance;
  readonly months3: Performance;
  readonly months6: Performance;
  readonly year1: Performance;
  readonly yearToDate: Performance;
  readonly sinceInception: Performance;
  /**
   * Whether the return since inception is per year. False for a history under one year: the return is then
   * cumulative, because an annualised return over a short period would mislead.
   */
  readonly sinceInceptionPerYear: boolean;
  readonly maxDrawdown: Drawdown;
};

/** The deepest fall from a peak, in basis points (negative), with the dates of the peak and the trough. */
export type Drawdown =
  | { readonly kind: "fall"; readonly bps: bigint; readonly peak: NavPoint; readonly trough: NavPoint }
  | { readonly kind: "none" };

const unavailable: Performance = { kind: "not-available" };
const daysPerYear = 365;

/**
 * Returns the strategy's returns as of the last point. Each return compares the last point with the last NAV
 * on or before the start of its period. Year-to-date starts from the last NAV of the year before. Source:
 * docs/fund.md (Returns).
 * @param history by date, ascending, without duplicates; may be empty.
 */
export function strategyReturns(history: readonly NavPoint[]): StrategyReturns {
  const last = history.at(-1);
  const first = history[0];
  if (last === undefined || first === undefined) return nothingYet;
  const since = (date: string): Performance => change(navOnOrBefore(history, date), last);
  const over = (months: number): Performance => change(history[periodStart(history, months) ?? -1], last);
  const days = daysBetween(first.date, last.date);
  return {
    day1: since(addDays(last.date as LocalDate, -1)),
    days7: since(addDays(last.date as LocalDate, -7)),
    months3: over(3),
    months6: over(6),
    year1: over(12),
    yearToDate: since(`${Number(last.date.slice(0, 4)) - 1}-12-31`),
    sinceInception: inception(first, last, days),
    sinceInceptionPerYear: days >= daysPerYear,
    maxDrawdown: maximumDrawdown(history),
  };
}

/**
 * Returns the deepest fall: the minimum of NAV / running maximum − 1. Compares fractions, so that rounding
 * cannot select the wrong trough.
 */
export function maximumDrawdown(history: readonly NavPoint[]): Drawdown {
  let peak = history[0];
  let worst: { peak: NavPoint; trough: NavPoint } | undefined;
  if (peak === undefined) return { kind: "none" };
  for (const point of history) {
    if (point.nav > peak.nav) peak = point;
    else if (point.nav < peak.nav && (worst === undefined || isDeeper({ peak, trough: point }, worst)))
      worst = { peak, trough: point };
  }
  if (worst === undefined) return { kind: "none" };
  const { peak: from, trough } = worst;
  return { kind: "fall", bps: halfUp((trough.nav - from.nav) * 10_000n, from.nav), peak: from, trough };
}

/** Returns the change between two NAVs, in basis points of the earlier NAV. */
export function changeBps(of: { readonly from: bigint; readonly to: bigint }): bigint {
  return halfUp((of.to - of.from) * 10_000n, of.from);
}

/**
 * Returns the index of the point at which a period of `months` months begins. The last point ends the period.
 * The last point on or before the period's first day begins the period. Returns `null` if the history begins
 * later.
 */
export function periodStart(points: readonly { readonly date: string }[], months: number): number | null {
  const last = points.at(-1);
  if (last === undefined) return null;
  const at = countUpTo(points, monthsBack(last.date, months)) - 1;
  return at < 0 ? null : at;
}

/** Formats basis points as a percentage with two decimals, as in the API: -5000n is "-50.00". */
export function percentOfBps(bps: bigint): string {
  return formatDecimal(bps, 2);
}

/**
 * Parses a percentage of the API into basis points: "-50.00" is -5000n.
 * @throws if the text is not a percentage.
 */
export function bpsOfPercent(percent: string): bigint {
  const [, sign, whole = "", hundredths = ""] = /^(-?)(\d+)\.(\d{2})$/.exec(percent) ?? [];
  if (sign === undefined) throw new Error(`bpsOfPercent: ${JSON.stringify(percent)} is not a percentage`);
  return BigInt(`${sign}${whole}${hundredths}`);
}

const nothingYet: StrategyReturns = {
  day1: unavailable,
  days7: unavailable,
  months3: unavailable,
  months6: unavailable,
  year1: unavailable,
  yearToDate: unavailable,
  sinceInception: unavailable,
  sinceInceptionPerYear: false,
  maxDrawdown: { kind: "none" },
};

function change(from: NavPoint | undefined, to: NavPoint): Performance {
  return from === undefined ? unavailable : { kind: "bps", bps: changeBps({ from: from.nav, to: to.nav }) };
}

/**
 * Returns the return since inception. Only this return needs a power, and therefore floating point. The
 * result is shown with two decimals and never booked.
 */
function inception(first: NavPoint, last: NavPoint, days: number): Performance {
  if (days <= 0) return unavailable;
  // After exactly one year, the annualised return equals the plain change, which is exact.
  if (days <= daysPerYear) return change(first, last);
  const yearly = (Number(last.nav) / Number(first.nav)) ** (daysPerYear / days) - 1;
  // Rounds half away from zero, like the code for the other returns. Math.round alone rounds -0.5 up.
  return { kind: "bps", bps: BigInt(Math.sign(yearly) * Math.round(Math.abs(yearly) * 10_000)) };
}

function isDeeper(
  one: { readonly peak: NavPoint; readonly trough: NavPoint },
  other: { readonly peak: NavPoint; readonly trough: NavPoint },
): boolean {
  return one.trough.nav * other.peak.nav < other.trough.nav * one.peak.nav;
}

function navOnOrBefore(history: readonly NavPoint[], date: string): NavPoint | undefined {
  return history[countUpTo(history, date) - 1];
}

/** Returns the number of points on or before a day. */
function countUpTo(points: readonly { readonly date: string }[], date: string): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle] as { readonly date: string }).date <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the same day of an earlier month, or the last day of that month if it is shorter. */
function monthsBack(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return isoDate(new Date(Date.UTC(year, month - 1 - months, Math.min(day, lastOfMonth))));
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}
