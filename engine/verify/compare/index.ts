/**
 * Compares versions by meaning. `compareRules(before, after, {types, domainOf})` returns that the rules are
 * equal, or the classes of people whose result changes: how, by which clause, with an example.
 * `compareFlows(before, after)` does the same for where a flow leads people, which answers it accepts, and
 * what its rules decide. Changes of texts only are reported as such.
 */
export type { AnswerChange } from "./answer-changes.ts";
export { wordsOfAnswers } from "./answer-words.ts";
export type { ChangedClass } from "./changed-classes.ts";
export { compareFlows, type FlowComparison, type StepChange } from "./compare-flows.ts";
export {
  type ClauseChange,
  compareChecked,
  compareRules,
  type RuleComparison,
  type RuleVersion,
} from "./compare-rules.ts";
export { type DependentChange, dependentChanges, rulesBehind, rulesThatMake } from "./dependent-rules.ts";
export { alike } from "./either-version.ts";
export { compareReach, type Reach } from "./reach.ts";
export { type ReadOtherwise, readOtherwise } from "./read-otherwise.ts";
export { withSameNames } from "./renamed-steps.ts";
export { stepPart } from "./step-part.ts";
