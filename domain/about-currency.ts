import { formatDecimal } from "../engine/values/decimal.ts";
import { satangOf } from "./money.ts";
import { halfUp } from "./rounding.ts";
import { tenThousandthsOf } from "./units.ts";

/**
 * About what baht are in another currency, with two places, half up: `aboutIn({ baht: "10000.00", rate: "32.0000" })` is
 * `312.50`. For looking at only; nothing is owed by it.
 * @param of `rate` is baht for one of the currency, above zero, with up to four places.
 */
export function aboutIn(of: { readonly baht: string; readonly rate: string }): string {
  return formatDecimal(halfUp(satangOf(of.baht) * 10_000n, tenThousandthsOf(of.rate)), 2);
}
