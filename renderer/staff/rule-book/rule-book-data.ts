import type { RuleEntry, WholeRule } from "../../kit/api/answers.ts";

/** Props of a section of a rule's page. `heading` is the level of the section's title. */
export type PartOfRule = { readonly of: WholeRule; readonly heading: "h2" | "h3" };

/** Returns a sentence with its first letter as a capital. */
export function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** Whether a rule has all its details, as the printed rule book needs them. */
export function isWhole(rule: RuleEntry | WholeRule): rule is WholeRule {
  return "needs" in rule;
}

/** Whether a rule is only an entry of the list, without details. */
export function isEntry(rule: RuleEntry | WholeRule): rule is RuleEntry {
  return !isWhole(rule);
}
