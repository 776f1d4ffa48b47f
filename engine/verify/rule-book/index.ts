/** Rules as a lawyer reads them: `ruleBookOf(definition)` → a page for each, `chaptersOf` → in the order of a book. */
export { type Chapter, chaptersOf } from "./chapters.ts";
export { type RulePage, ruleBookOf } from "./rule-book.ts";
export type { CoverageWords } from "./rule-cases.ts";
export type { MendWords, RuleUse } from "./rule-uses.ts";
