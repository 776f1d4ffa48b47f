import type { RuleEntry, WholeRule } from "../../kit/api/answers.ts";

/** Props of a section of a rule's page; `heading`: the level of its title. */
export type PartOfRule = { readonly of: WholeRule; readonly heading: "h2" | "h3" };

/** Starts a sentence with a capital letter. */
export function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** Whether a rule has all its details, as in the printed book. */
export function isWhole(rule: RuleEntry | WholeRule): rule is WholeRule {
  return "needs" in rule;
}

/** Whether a rule is a list entry. */
export function isEntry(rule: RuleEntry | WholeRule): rule is RuleEntry {
  return !isWhole(rule);
}
