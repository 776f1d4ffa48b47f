import { formatDecimal } from "../engine/values/decimal.ts";
import { satangOf } from "./money.ts";
import { halfUp } from "./rounding.ts";
import { tenThousandthsOf } from "./units.ts";

/**
 * Converts baht to an approximate amount in another currency, with two decimals, rounded half up: `aboutIn({
 * baht: "10000.00", rate: "32.0000" })` is `312.50`. For display only; never use the result for an amount
 * that is owed.
 * @param of `rate` is the price of one unit of the currency in baht, above zero, with up to four decimals.
 */
export function aboutIn(of: { readonly baht: string; readonly rate: string }): string {
  return formatDecimal(halfUp(satangOf(of.baht) * 10_000n, tenThousandthsOf(of.rate)), 2);
}
