import type { Json } from "../../engine/values/json.ts";
import { isPartialDate } from "../../engine/values/local-date.ts";
import { formatBirthDate } from "../kit/text/format.ts";
import { firstText, language, t } from "../kit/text/i18n.ts";

/** Steps of the flow in which what is sent in is given. */
const GIVEN_IN = [
  "general",
  "contact",
  "work",
  "aml",
  "interests",
  "company",
  "fixed-expenses",
  "financial-position",
  "experience",
  "horizon",
  "risk-ability",
  "return-chart",
  "feeling",
  "intolerable-drop",
  "reaction-to-loss",
  "fx-risk",
  "digital-asset-risk",
  "us-person",
  "us-indicia",
  "us-documents",
  "us-loss-certificate",
  "tax-residence",
  "card-front",
  "card-back",
  "selfie",
  "bank",
] as const;

/** Fields whose words stand with a common schema of another name. */
const COMMON: { readonly [field: string]: string } = {
  bank: "bank-code",
  incomeSources: "income-source",
  depositMethods: "deposit-method",
  strategies: "strategy-code",
};

/** Where the definition of the flow may say something about a field that was sent in. */
export function sentFieldKeys(field: string, part: string): readonly string[] {
  const common = COMMON[field] ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [...GIVEN_IN.map((step) => `kyc:kyc.${step}.${field}.${part}`), `form:common.${common}.${part}`];
}

/** What a field that was sent in is called. */
export function sentFieldLabel(field: string): string {
  return firstText([...sentFieldKeys(field, "label"), `staff:review.field.${field}`]) ?? field;
}

/** A value that was sent in, in words: choices by their names, lists and addresses in one line, a dash for nothing. */
export function sentFieldValue(field: string, value: Json): string {
  if (value === null || value === "") return "–";
  if (Array.isArray(value)) return value.map((item) => sentFieldValue(field, item as Json)).join(", ") || "–";
  if (typeof value === "object")
    return Object.values(value)
      .filter((part) => part !== null && part !== "")
      .map((part) => sentFieldValue(field, part as Json))
      .join(" ");
  const word = firstText(sentFieldKeys(field, `options.${value}`));
  if (word !== null) return word;
  if (typeof value === "boolean") return t(`form:boolean.${value}`);
  const text = String(value);
  if (/date$/i.test(field) && isPartialDate(text)) return formatBirthDate(text);
  if (/country/i.test(field) && /^[A-Z]{2}$/.test(text))
    return new Intl.DisplayNames(language(), { type: "region", fallback: "code" }).of(text) ?? text;
  return text;
}
