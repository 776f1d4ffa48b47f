/**
 * Rules: JSON-logic with types, three truth values and explanations.
 *
 * - `typesOfSchema(schema, {prefix, resolve})` returns a `TypeEnv`, the type of each data path. Merge several
 *   of them for a flow's whole scope.
 * - `checkRules(set)` returns the findings of a `RuleSet` ({rules, conditions, types}), including wrong
 *   cases. The list is empty if the set has no faults.
 * - `compileRules(set)` returns `CompiledRules` as closures: `must[id](scope)` returns an outcome,
 *   `value[id](scope)` a value or undefined, `truth[id](scope)` and `conditions[key](scope)` true, false or
 *   "unknown", and `missing[id](scope)` the missing data paths.
 * - `generateRules(set)` returns the source of an ES module that exports the same tables.
 * - `trialOf(set, id)` returns a function that tries one rule with the data of a case. It returns the answer and
 *   the result of each condition.
 * - `applyOnMissing(truth, onMissing)` returns what a flow does with an unknown result.
 * - `readsOf(logic)` returns the data paths that an expression reads, and `rulesOf(logic)` the rules that it
 *   refers to.
 * - `parseRuleText(text)` returns the JSON of a proposed rule, or fails if the rule is too large.
 *   `withinBounds(json)` does the same for parsed JSON.
 */
import { checkCases } from "./check-cases.ts";
import { compileRules } from "./compile-rules.ts";
import { checkProgram, type RuleSet } from "./program.ts";
import type { Finding } from "./rule.ts";

export { MAX_DEPTH, MAX_FILE_BYTES, MAX_NODES, parseRuleText, withinBounds } from "./bounds.ts";
export { answerOf, checkCases, scopeOf } from "./check-cases.ts";
export { checkExpression } from "./check-expression.ts";
export type { Known } from "./checking.ts";
export { type CompiledRules, compileRules } from "./compile-rules.ts";
export { partsOfCondition, partsOfRule } from "./condition-parts.ts";
export type { Constant, Expression, Order, Read } from "./expression.ts";
export { generateRules } from "./generate-rules.ts";
export { applyOnMissing, type Ruling } from "./on-missing.ts";
export { TYPED_OPERATORS } from "./operators.ts";
export {
  type CheckedClause,
  type CheckedRule,
  type ConditionSource,
  checkProgram,
  type Program,
  type RuleSet,
  type RuleSource,
} from "./program.ts";
export { logicsOf, readsOf, rulesOf } from "./reads-of.ts";
export { type Trial, trialOf } from "./trial.ts";
export { describeType, type Type, type TypeEnv, typeAt } from "./types.ts";
export { type ResolveRef, typeOfSchema, typesOfSchema } from "./types-of-schema.ts";

/** Returns every fault of a rule set: references, types, cycles, and cases with wrong results. */
export function checkRules(set: RuleSet): readonly Finding[] {
  const { findings } = checkProgram(set);
  const compiled = compileRules(set);
  return compiled.ok ? [...findings, ...checkCases(set.rules, compiled.value)] : findings;
}
