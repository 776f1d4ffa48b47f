import { parseBaht } from "../../../domain/money.ts";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import type { TermsVersion } from "../../kit/api/answers.ts";
import { formatBaht, formatBps, formatDate } from "../../kit/text/format.ts";
import type { useText } from "../../kit/text/i18n.ts";

export type Terms = TermsVersion["terms"];

type Field = {
  readonly name: keyof Terms;
  readonly kind: "rate" | "baht" | "date" | "types" | "currencyPolicies" | "dividendPolicies";
};

/** What terms consist of, in groups, as the form asks and the list shows them. */
export const TERM_GROUPS: readonly { readonly group: string; readonly fields: readonly Field[] }[] = [
  {
    group: "amounts",
    fields: [
      { name: "minFirst", kind: "baht" },
      { name: "minNext", kind: "baht" },
      { name: "maxOrder", kind: "baht" },
      { name: "minReduction", kind: "baht" },
      { name: "minRemainder", kind: "baht" },
    ],
  },
  {
    group: "rates",
    fields: [
      { name: "frontEndBps", kind: "rate" },
      { name: "reductionProfitBps", kind: "rate" },
      { name: "switchInBps", kind: "rate" },
      { name: "performanceBps", kind: "rate" },
      { name: "managementBps", kind: "rate" },
      { name: "totalCostBps", kind: "rate" },
      { name: "vatBps", kind: "rate" },
      { name: "navJumpBps", kind: "rate" },
    ],
  },
  {
    group: "policy",
    fields: [
      { name: "typeKey", kind: "types" },
      { name: "currencyPolicyKey", kind: "currencyPolicies" },
      { name: "dividendPolicyKey", kind: "dividendPolicies" },
      { name: "registeredOn", kind: "date" },
      { name: "managedFrom", kind: "date" },
    ],
  },
];

/** What may be chosen where a value is one of several. */
export const TERM_CHOICES = {
  types: ["single-coin", "large-cap", "infrastructure", "metaverse", "stable", "new-generation"],
  currencyPolicies: ["unhedged", "hedged", "discretion"],
  dividendPolicies: ["none", "yearly", "discretion"],
} as const;

/** A value as people read it. */
export function shownTerm({ name, kind }: Field, terms: Terms, words: ReturnType<typeof useText>): string {
  const value = terms[name];
  if (typeof value === "number") return formatBps(value);
  switch (kind) {
    case "baht":
      return `${formatBaht(value)} ${words("common:baht")}`;
    case "date":
      return formatDate(value);
    default:
      return words(`strategy:${kind}.${value}`);
  }
}

/** A value as it stands in its field to be changed. */
export function typedTerm({ name, kind }: Field, terms: Terms): string {
  const value = terms[name];
  if (typeof value === "number") return formatBps(value).replace("%", "");
  if (kind === "baht") return formatBaht(value);
  return kind === "date" ? formatDate(value) : value;
}

/** What was typed, as the call takes it; `null` for a rate that is no number of percent with two decimals. */
export function readTerm({ kind }: Field, typed: string): string | number | null {
  const plain = normaliseDigits(typed.trim()).replaceAll(",", "").replace(/\s*%$/, "");
  if (kind === "rate") {
    const percent = parseBaht(plain);
    // A percentage with two decimals is a whole number of basis points, as baht are of satang.
    return percent.ok && percent.value >= 0n && percent.value <= 10_000n ? Number(percent.value) : null;
  }
  if (kind === "date") {
    const date = parseTypedDate(plain);
    return date.ok ? date.value : null;
  }
  return kind === "baht" ? plain : typed;
}

/** Which values differ, in the order of the form. */
export function changedTerms(before: Terms, after: Terms): readonly Field[] {
  return TERM_GROUPS.flatMap(({ fields }) => fields).filter(({ name }) => before[name] !== after[name]);
}
