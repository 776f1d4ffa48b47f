/**
 * Rules for lawyers. `ruleBookOf(definition)` returns a page for each rule, and `chaptersOf` groups the pages
 * by chapter. `casesOf(definition, rule, naming)` returns the cases of a rule in words.
 */
export { type Chapter, chaptersOf } from "./chapters.ts";
export { type RulePage, ruleBookOf } from "./rule-book.ts";
export { type CaseWords, type CoverageWords, casesOf } from "./rule-cases.ts";
export type { MendWords, RuleUse } from "./rule-uses.ts";
