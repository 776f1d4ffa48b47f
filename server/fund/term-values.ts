import { DAY, inputOf, oneOf, type TypeOf } from "../http/index.ts";
import { BAHT, BPS } from "./amount-types.ts";
import type { Terms } from "./terms.ts";
import { TermsTexts } from "./terms-texts.ts";

const rate = { ...BPS, minimum: 0, maximum: 10_000 };
const amount = { ...BAHT, maxLength: 20 };

/** The values of a strategy's terms, in the format of the API. */
export const TermsValues = inputOf({
  frontEndBps: rate,
  vatBps: rate,
  managementBps: rate,
  reductionProfitBps: rate,
  switchInBps: rate,
  performanceBps: rate,
  totalCostBps: rate,
  minFirst: amount,
  minNext: amount,
  minReduction: amount,
  minRemainder: amount,
  maxOrder: amount,
  navJumpBps: { ...BPS, minimum: 1, maximum: 10_000 },
  typeKey: oneOf("single-coin", "large-cap", "infrastructure", "metaverse", "stable", "new-generation"),
  currencyPolicyKey: oneOf("unhedged", "hedged", "discretion"),
  dividendPolicyKey: oneOf("none", "yearly", "discretion"),
  registeredOn: DAY,
  managedFrom: DAY,
  texts: TermsTexts,
});
export type TermsValues = TypeOf<typeof TermsValues>;

const COLUMNS = {
  frontEndBps: "front_end_bps",
  vatBps: "vat_bps",
  managementBps: "management_bps",
  reductionProfitBps: "reduction_profit_bps",
  switchInBps: "switch_in_bps",
  performanceBps: "performance_bps",
  totalCostBps: "total_cost_bps",
  minFirst: "min_first",
  minNext: "min_next",
  minReduction: "min_reduction",
  minRemainder: "min_remainder",
  maxOrder: "max_order",
  navJumpBps: "nav_jump_bps",
  typeKey: "type_key",
  currencyPolicyKey: "currency_policy_key",
  dividendPolicyKey: "dividend_policy_key",
  registeredOn: "registered_on",
  managedFrom: "managed_from",
  texts: "texts",
} as const satisfies { readonly [Name in keyof TermsValues]: keyof Terms };
const names = Object.keys(COLUMNS) as (keyof TermsValues)[];

type Columns = Omit<Terms, "strategy" | "from_date">;

/** Converts terms to the columns of the database. */
export function columnsOf(terms: TermsValues): Columns {
  return Object.fromEntries(names.map((name) => [COLUMNS[name], terms[name]])) as Columns;
}

/** Converts columns of the database to the values of the terms. */
export function valuesOf(row: Columns): TermsValues {
  return Object.fromEntries(names.map((name) => [name, row[COLUMNS[name]]])) as TermsValues;
}

/** Returns whether all values of two terms are equal. */
export function sameTerms(one: TermsValues, other: TermsValues): boolean {
  return names.every((name) =>
    name === "texts" ? sameTexts(one.texts, other.texts) : one[name] === other[name],
  );
}

function sameTexts(one: TermsTexts, other: TermsTexts): boolean {
  return (Object.keys(one) as (keyof TermsTexts)[]).every(
    (name) => one[name].th === other[name].th && one[name].en === other[name].en,
  );
}
