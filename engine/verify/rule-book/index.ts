/**
 * Rules for lawyers: `ruleBookOf(definition)` → a page for each rule, `chaptersOf` → pages by chapter;
 * `casesOf(definition, rule, naming)` → the cases of a rule in words.
 */
export { type Chapter, chaptersOf } from "./chapters.ts";
export { type RulePage, ruleBookOf } from "./rule-book.ts";
export { type CaseWords, type CoverageWords, casesOf } from "./rule-cases.ts";
export type { MendWords, RuleUse } from "./rule-uses.ts";
