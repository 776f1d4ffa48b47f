import { formatBaht, satangOf } from "../../../domain/money.ts";
import { changeBps, percentOfBps, periodStart } from "../../../domain/strategy-returns.ts";
import { tenThousandthsOf } from "../../../domain/units.ts";
import type { LinePoint } from "./line-point.ts";

/** Months that a chart may show; `null` shows everything. */
export const RANGES = { "3m": 3, "6m": 6, "1y": 12, all: null } as const;
export type Range = keyof typeof RANGES;

/** The points of a range. `whole`: they are all there are, since the history is shorter than the range or no range was wanted. */
export type Shown = { readonly points: readonly LinePoint[]; readonly whole: boolean };

/** Cuts a history to a range. It begins where the returns of that period begin: at the last point on or before the day back. */
export function shownIn(points: readonly LinePoint[], range: Range): Shown {
  const months = RANGES[range];
  const start = months === null ? null : periodStart(points, months);
  return start === null ? { points, whole: true } : { points: points.slice(start), whole: false };
}

/** How far the NAV moved over what is shown, in percent; `null` where there is nothing to compare. */
export function navChange({ points }: Shown): string | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return percentOfBps(changeBps({ from: tenThousandthsOf(first.value), to: tenThousandthsOf(last.value) }));
}

/**
 * What the profit did over what is shown, in baht: deposits and withdrawals move the value, never this. Before the first point of
 * all nothing was held, and so nothing was gained.
 */
export function profitChange({ points, whole }: Shown): string {
  const at = (point: LinePoint | undefined) => satangOf(point?.profit ?? "0");
  return formatBaht(at(points.at(-1)) - (whole ? 0n : at(points[0])));
}
