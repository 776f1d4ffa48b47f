import { csvOf } from "../../../domain/csv.ts";
import { formatDate, formatNumber } from "../../kit/text/format.ts";
import type { Translate } from "../../kit/text/i18n.ts";
import type { LinePoint } from "./line-point.ts";

/** The names of the chart's line and of its reference line. */
export type LineNames = readonly [string, string?];

/** One month of a history. Its days are listed latest first; `last` is the day that represents the month. */
export type Month = { readonly last: LinePoint; readonly days: readonly LinePoint[] };

/** Groups the shown points by month, latest month first. */
export function monthsOf(points: readonly LinePoint[]): readonly Month[] {
  // The oldest supported browsers lack `Map.groupBy`.
  const months = new Map<string, LinePoint[]>();
  for (const point of points.toReversed()) {
    const month = point.date.slice(0, "2026-11".length);
    const days = months.get(month);
    if (days) days.push(point);
    else months.set(month, [point]);
  }
  return [...months.values()].flatMap((days) => (days[0] === undefined ? [] : [{ last: days[0], days }]));
}

/** Returns one day as text for the slider and screen readers: `10/07/2026 · NAV 11.7309 baht`. */
export function dayText(point: LinePoint, names: LineNames, words: Translate): string {
  const figure = (name: string, value: string) => `${name} ${formatNumber(value)} ${words("common:baht")}`;
  return [
    formatDate(point.date),
    figure(names[0], point.value),
    ...(names[1] === undefined || point.reference === undefined ? [] : [figure(names[1], point.reference)]),
  ].join(" · ");
}

/** Returns the shown points as CSV, earliest day first, with dates as YYYY-MM-DD and exact decimals. */
export function chartCsv(points: readonly LinePoint[], names: LineNames, words: Translate): string {
  const [name, reference] = names;
  const second = (value: string | undefined) => (reference === undefined ? [] : [value ?? null]);
  return csvOf([
    [words("my-account:strategy.date"), name, ...second(reference)],
    ...points.map((point) => [point.date, point.value, ...second(point.reference)]),
  ]);
}
