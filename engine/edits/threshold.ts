import { compareDecimals, formatDecimal, parseDecimal } from "../values/decimal.ts";
import type { Json } from "../values/json.ts";
import { isLocalDate } from "../values/local-date.ts";
import { withoutTrailing } from "../values/without-trailing.ts";

/** A value as a number of days (for a date), or as a number of units of the last decimal place. */
type Point = { readonly steps: bigint; readonly places: number | "day"; readonly isText: boolean };

const DAY_MS = 86_400_000;

function pointOf(value: Json, places: number): Point | null {
  if (typeof value === "string" && isLocalDate(value))
    return { steps: BigInt(Date.parse(`${value}T00:00:00Z`) / DAY_MS), places: "day", isText: true };
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return null;
  const parsed = parseDecimal(text, places);
  return parsed.ok ? { steps: parsed.value, places, isText: typeof value === "string" } : null;
}

function placesOf(value: Json): number {
  return /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
}

/**
 * Returns true if a value is at the threshold, or next to it. Next to it means one day away, or one unit of
 * the last decimal place of either number.
 */
export function isNear(value: Json, threshold: Json): boolean {
  const places = Math.max(placesOf(value), placesOf(threshold));
  const [one, other] = [pointOf(value, places), pointOf(threshold, places)];
  if (one === null || other === null || one.places !== other.places || one.isText !== other.isText)
    return false;
  const apart = one.steps - other.steps;
  return apart >= -1n && apart <= 1n;
}

/**
 * Moves a value so that its distance from the new threshold equals its old distance from the old threshold.
 * Returns `null` if the moved value would be invalid.
 */
export function moved(value: Json, from: Json, to: Json): Json {
  const places = Math.max(...[value, from, to].map(placesOf));
  const [one, old, now] = [pointOf(value, places), pointOf(from, places), pointOf(to, places)];
  if (one === null || old === null || now === null || old.places !== now.places) return null;
  const steps = one.steps - old.steps + now.steps;
  if (one.places === "day") return new Date(Number(steps) * DAY_MS).toISOString().slice(0, 10);
  if (one.isText && !String(value).startsWith("-") && steps < 0n) return null;
  const text = formatDecimal(steps, places);
  return one.isText ? text : Number(text);
}

/** Returns a threshold as texts write it, without trailing zeros after the decimal point. */
export function asSaid(threshold: Json): string {
  const text = String(threshold);
  if (!/^-?\d+\.\d+$/.test(text) || compareDecimals(text, "0") === 0) return text;
  return withoutTrailing(text, "0").replace(/\.$/, "");
}
