import { objectOf, type Schema, TEXT, type TypeOf } from "../http/index.ts";

/** Schema of a text with at least one visible character, without HTML tags. */
const told: Schema<string> = { ...TEXT, maxLength: 1_000, pattern: "^(?![^]*<[A-Za-z/!?])[^]*\\S[^]*$" };
const inBoth = (description: string) => ({ ...objectOf({ th: told, en: told }), description });

/** Schema of a strategy's description in both languages. */
export const TermsTexts = objectOf({
  about: inBoth("What it is"),
  managedBy: inBoth("Who manages it"),
  model: inBoth("How it is managed"),
  suits: inBoth("Whom it suits, one reason a line"),
  suitsNot: inBoth("Whom it does not suit, one reason a line"),
  businessDay: inBoth("On which days increases are taken"),
  timeWindow: inBoth("At which hours orders are taken"),
  servicePeriod: inBoth("How long units or money take"),
  supporters: inBoth("Who stands behind it: custodian, auditor, bank"),
});
export type TermsTexts = TypeOf<typeof TermsTexts>;
