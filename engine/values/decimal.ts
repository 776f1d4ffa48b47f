import { fail, ok, type Result } from "./result.ts";

/** Why a text is not a decimal of the wanted scale. */
export type DecimalFailure = {
  readonly code: "not-a-decimal" | "too-precise" | "too-long";
  readonly text: string;
};

/** Maximum length of a decimal text; `NUMERIC` columns hold far less. */
const MAX_LENGTH = 64;

/**
 * Parses a decimal into whole smallest units at a scale: `parseDecimal("10000.5", 2)` is `1000050n`. Accepts
 * an optional minus sign and up to `scale` decimals. Further decimals must be zeros.
 */
export function parseDecimal(text: string, scale: number): Result<bigint, DecimalFailure> {
  if (text.length > MAX_LENGTH) return fail({ code: "too-long", text: text.slice(0, MAX_LENGTH) });
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return fail({ code: "not-a-decimal", text });
  const fraction = parts[3] ?? "";
  for (let place = scale; place < fraction.length; place += 1) {
    if (fraction[place] !== "0") return fail({ code: "too-precise", text });
  }
  const magnitude = BigInt((parts[2] ?? "") + fraction.slice(0, scale).padEnd(scale, "0"));
  return ok(parts[1] === "-" ? -magnitude : magnitude);
}

/**
 * Formats smallest units as a decimal with exactly `scale` decimals: `formatDecimal(1000050n, 2)` is
 * `10000.50`.
 */
export function formatDecimal(smallest: bigint, scale: number): string {
  const sign = smallest < 0n ? "-" : "";
  const digits = (smallest < 0n ? -smallest : smallest).toString().padStart(scale + 1, "0");
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/**
 * Compares two decimals exactly, with any number of decimal places. The result is negative, zero or positive
 * if `left` is less than, equal to or greater than `right`.
 * @throws if one of the texts is not a decimal.
 */
export function compareDecimals(left: string, right: string): number {
  const scale = Math.max(placesOf(left), placesOf(right));
  const a = parseDecimal(left, scale);
  const b = parseDecimal(right, scale);
  if (!a.ok || !b.ok) throw new Error(`compareDecimals: not decimals: ${left}, ${right}`);
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

/**
 * Returns true if a text is the canonical form of a decimal that is not negative: no sign, no leading zeros,
 * exactly `scale` decimal places. To compare two canonical decimals, compare their lengths and then their
 * texts.
 */
export function isCanonicalDecimal(text: string, scale: number): boolean {
  const point = text.length - scale - 1;
  if (point < 1 || text.length > MAX_LENGTH || text.charCodeAt(point) !== 46) return false;
  if (text.charCodeAt(0) === 48 && point !== 1) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (at !== point && (code < 48 || code > 57)) return false;
  }
  return true;
}

/** Compares two canonical decimals of one scale without parsing them. */
export function compareCanonical(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

function placesOf(text: string): number {
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}
