import {
  type DecimalFailure,
  formatDecimal,
  isCanonicalDecimal,
  parseDecimal,
} from "../engine/values/decimal.ts";
import type { Result } from "../engine/values/result.ts";

/** Decimal places of fund units and of the net asset value per unit. */
export const UNIT_SCALE = 4;

/** Reads units or a NAV such as `12.3456` as whole ten-thousandths. */
export function parseUnits(text: string): Result<bigint, DecimalFailure> {
  return parseDecimal(text, UNIT_SCALE);
}

/**
 * Reads units or a NAV that are known to be well-formed.
 * @throws if the text is not well-formed.
 */
export function tenThousandthsOf(text: string): bigint {
  const parsed = parseUnits(text);
  if (!parsed.ok) throw new Error(`tenThousandthsOf: ${parsed.error.code}: ${text}`);
  return parsed.value;
}

/** Writes ten-thousandths with four decimals: `formatUnits(123456n)` is `12.3456`. */
export function formatUnits(tenThousandths: bigint): string {
  return formatDecimal(tenThousandths, UNIT_SCALE);
}

/** Returns true if a text is a number of units or a NAV as answers and facts write it. */
export function isUnits(text: string): boolean {
  return isCanonicalDecimal(text, UNIT_SCALE);
}
