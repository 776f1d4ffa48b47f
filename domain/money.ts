import {
  type DecimalFailure,
  formatDecimal,
  isCanonicalDecimal,
  parseDecimal,
} from "../engine/values/decimal.ts";
import type { Result } from "../engine/values/result.ts";

/** Decimal places of the baht. */
export const BAHT_SCALE = 2;

/** Reads baht such as `10000.00` as whole satang. */
export function parseBaht(text: string): Result<bigint, DecimalFailure> {
  return parseDecimal(text, BAHT_SCALE);
}

/**
 * Reads an amount of baht that is known to be well-formed, such as a database column or a validated answer.
 * @throws if the text is not well-formed.
 */
export function satangOf(text: string): bigint {
  const parsed = parseBaht(text);
  if (!parsed.ok) throw new Error(`satangOf: ${parsed.error.code}: ${text}`);
  return parsed.value;
}

/** Writes satang as baht with two decimals: `formatBaht(1000000n)` is `10000.00`. */
export function formatBaht(satang: bigint): string {
  return formatDecimal(satang, BAHT_SCALE);
}

/**
 * Returns true if a text is an amount of baht as answers and facts write it: not negative, two decimals, no
 * leading zeros.
 */
export function isBaht(text: string): boolean {
  return isCanonicalDecimal(text, BAHT_SCALE);
}
