import { formatBaht, satangOf } from "../../../domain/money.ts";
import { changeBps, percentOfBps, periodStart } from "../../../domain/strategy-returns.ts";
import { tenThousandthsOf } from "../../../domain/units.ts";
import type { LinePoint } from "./line-point.ts";

/** Chart ranges in months; `null` shows the whole history. */
export const RANGES = { "3m": 3, "6m": 6, "1y": 12, all: null } as const;
export type Range = keyof typeof RANGES;

/**
 * The points of a range. `whole` means that these are all points, because the range is "all" or the history
 * is shorter than the range.
 */
export type Shown = { readonly points: readonly LinePoint[]; readonly whole: boolean };

/**
 * Cuts a history to a range. The result starts at the last point on or before the range's first day; returns
 * are computed in the same way.
 */
export function shownIn(points: readonly LinePoint[], range: Range): Shown {
  const months = RANGES[range];
  const start = months === null ? null : periodStart(points, months);
  return start === null ? { points, whole: true } : { points: points.slice(start), whole: false };
}

/** Returns the NAV change over the shown points, in percent; `null` if it cannot be computed. */
export function navChange({ points }: Shown): string | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return percentOfBps(changeBps({ from: tenThousandthsOf(first.value), to: tenThousandthsOf(last.value) }));
}

/**
 * Returns the change in profit over the shown points, in baht. Deposits and withdrawals do not affect it.
 * Before the first point of the history, the profit is zero.
 */
export function profitChange({ points, whole }: Shown): string {
  const at = (point: LinePoint | undefined) => satangOf(point?.profit ?? "0");
  return formatBaht(at(points.at(-1)) - (whole ? 0n : at(points[0])));
}
