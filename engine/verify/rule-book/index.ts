/** Rules as a lawyer reads them: `ruleBookOf(definition)` → a page for each, `chaptersOf` → in the order of a book; `casesOf(definition, rule, naming)` → its cases in words. */
export { type Chapter, chaptersOf } from "./chapters.ts";
export { type RulePage, ruleBookOf } from "./rule-book.ts";
export { type CaseWords, type CoverageWords, casesOf } from "./rule-cases.ts";
export type { MendWords, RuleUse } from "./rule-uses.ts";
