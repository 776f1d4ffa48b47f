import { firstText } from "../text/i18n.ts";

/** Steps of the flow in which what is sent in is given. */
const GIVEN_IN = [
  "general",
  "contact",
  "work",
  "aml",
  "interests",
  "company",
  "us-documents",
  "us-loss-certificate",
  "card-front",
  "card-back",
  "selfie",
  "bank",
] as const;

/** Where the definition of the flow may say something about a field that was sent in. */
export function sentFieldKeys(field: string, part: string): readonly string[] {
  return GIVEN_IN.map((step) => `kyc:kyc.${step}.${field}.${part}`);
}

/** What a field that was sent in is called. */
export function sentFieldLabel(field: string): string {
  const common = `form:common.${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.label`;
  return firstText([...sentFieldKeys(field, "label"), common, `staff:review.field.${field}`]) ?? field;
}
