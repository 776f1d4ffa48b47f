import type { Decimal } from "../engine/rules/types.ts";
import { BAHT_SCALE } from "./money.ts";
import { UNIT_SCALE } from "./units.ts";

/** Format of a baht amount in answers, facts and rules. */
export const baht: Decimal = {
  name: "baht",
  places: BAHT_SCALE,
  example: "10000.00",
  kind: { th: 'จำนวนเงินบาท ("10000.00")', en: 'an amount of baht ("10000.00")' },
  one: { th: "จำนวนเงินบาท", en: "an amount of baht" },
  placesInWords: { th: "สอง", en: "two" },
  unit: { th: "บาท", en: "baht" },
};

/** Format of a number of units of a strategy. */
export const units: Decimal = {
  name: "units",
  places: UNIT_SCALE,
  example: "12.3456",
  kind: { th: 'จำนวนหน่วย ("12.3456")', en: 'units ("12.3456")' },
  one: { th: "จำนวนหน่วย", en: "a number of units" },
  placesInWords: { th: "สี่", en: "four" },
};

/**
 * Format of the NAV of one unit, in baht. The format shows no currency sign, because funds print the number
 * alone.
 */
export const nav: Decimal = {
  name: "nav",
  places: UNIT_SCALE,
  example: "10.1234",
  kind: { th: 'NAV ต่อหน่วย ("10.1234")', en: 'a NAV per unit ("10.1234")' },
  one: { th: "NAV ต่อหน่วย", en: "a NAV per unit" },
  placesInWords: { th: "สี่", en: "four" },
};
