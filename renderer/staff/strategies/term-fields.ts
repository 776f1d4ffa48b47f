import { BAHT_SCALE } from "../../../domain/money.ts";
import { LANGUAGES, type Language } from "../../../engine/values/languages.ts";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import { parseTypedDecimal } from "../../../engine/values/typed-decimal.ts";
import type { TermsVersion } from "../../kit/api/answers.ts";
import { formatBaht, formatBps, formatDate } from "../../kit/text/format.ts";
import type { useText } from "../../kit/text/i18n.ts";

export type Terms = TermsVersion["terms"];

type Text = keyof Terms["texts"];
/** A field of a strategy's terms. A text field has one value for each language. */
export type Field =
  | {
      readonly name: Exclude<keyof Terms, "texts">;
      readonly kind: "rate" | "baht" | "date" | "types" | "currencyPolicies" | "dividendPolicies";
    }
  | {
      readonly name: `${Text}-${Language}`;
      readonly kind: "told";
      readonly text: Text;
      readonly lng: Language;
    };

const TEXTS: readonly Text[] = [
  "about",
  "managedBy",
  "model",
  "suits",
  "suitsNot",
  "businessDay",
  "timeWindow",
  "servicePeriod",
  "supporters",
];

/** The fields of the terms in groups, in the order of the form and the list. */
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
  {
    group: "texts",
    fields: TEXTS.flatMap((text) =>
      LANGUAGES.map((lng) => ({
        name: `${text}-${lng}` as const,
        kind: "told" as const,
        text,
        lng,
      })),
    ),
  },
];

/** Returns the label of a field. */
export function labelOfTerm(field: Field, words: ReturnType<typeof useText>): string {
  if (field.kind !== "told") return words(`staff:terms.field.${field.name}`);
  return `${words(`staff:terms.field.${field.text}`)} · ${words(`staff:terms.language.${field.lng}`)}`;
}

/** Returns the pointer of a field in the body of the call. */
export function pointerOfTerm(field: Field): string {
  return field.kind === "told" ? `/terms/texts/${field.text}/${field.lng}` : `/terms/${field.name}`;
}

/** Builds a strategy's terms from the values of the fields, by field name. */
export function termsOfFields(read: Readonly<Record<string, string | number>>): Terms {
  const texts = TEXTS.map((text) => [text, { th: read[`${text}-th`], en: read[`${text}-en`] }]);
  const plain = Object.entries(read).filter(
    ([name]) => !LANGUAGES.some((language) => name.endsWith(`-${language}`)),
  );
  // The fields have the names and kinds that `Terms` declares, and the server checks each value.
  return { ...Object.fromEntries(plain), texts: Object.fromEntries(texts) } as Terms;
}

function valueIn(field: Field, terms: Terms): string | number {
  return field.kind === "told" ? terms.texts[field.text][field.lng] : terms[field.name];
}

/** The options of fields with a closed list. */
export const TERM_CHOICES = {
  types: ["single-coin", "large-cap", "infrastructure", "metaverse", "stable", "new-generation"],
  currencyPolicies: ["unhedged", "hedged", "discretion"],
  dividendPolicies: ["none", "yearly", "discretion"],
} as const;

/** Returns a field's value as readable text. */
export function shownTerm(field: Field, terms: Terms, words: ReturnType<typeof useText>): string {
  const value = valueIn(field, terms);
  if (typeof value === "number") return formatBps(value);
  switch (field.kind) {
    case "told":
      return value;
    case "baht":
      return `${formatBaht(value)} ${words("common:baht")}`;
    case "date":
      return formatDate(value);
    default:
      return words(`strategy:${field.kind}.${value}`);
  }
}

/** Returns a field's value as editable text. */
export function typedTerm(field: Field, terms: Terms): string {
  const value = valueIn(field, terms);
  if (typeof value === "number") return formatBps(value).replace("%", "");
  if (field.kind === "baht") return formatBaht(value);
  return field.kind === "date" ? formatDate(value) : value;
}

/**
 * Parses input for the call. Returns `null` if the input is empty, or if a rate is not a percentage with up
 * to two decimals.
 */
export function readTerm({ kind }: Field, typed: string): string | number | null {
  if (kind === "told") return typed.trim() === "" ? null : typed.trim();
  const plain = normaliseDigits(typed.trim()).replace(/%$/, "").trimEnd();
  if (kind === "rate") {
    const percent = parseTypedDecimal(plain, BAHT_SCALE, "decimal");
    // A percentage is parsed like an amount in baht with satang. The result is a whole number of basis
    // points.
    return percent.ok && percent.value >= 0n && percent.value <= 10_000n ? Number(percent.value) : null;
  }
  if (kind === "date") {
    const date = parseTypedDate(plain);
    return date.ok ? date.value : null;
  }
  return kind === "baht" ? plain : typed;
}

/** Returns the changed fields, in the order of the form. */
export function changedTerms(before: Terms, after: Terms): readonly Field[] {
  return TERM_GROUPS.flatMap(({ fields }) => fields).filter(
    (field) => valueIn(field, before) !== valueIn(field, after),
  );
}
