/**
 * Rules: JSON-logic with types, three truth values and explanations.
 *
 * - `typesOfSchema(schema, {prefix, resolve})` → `TypeEnv`: the type of each path; merge them for a flow's
 *   whole scope.
 * - `checkRules(set)` → findings of a `RuleSet` ({rules, conditions, types}), cases included; empty if it has
 *   no faults.
 * - `compileRules(set)` → `CompiledRules`, closures: `must[id](scope)` → outcome, `value[id](scope)` → value
 *   or undefined, `truth[id](scope)` and `conditions[key](scope)` → true, false or "unknown",
 *   `missing[id](scope)` → missing places.
 * - `generateRules(set)` → source of an ES module that exports the same tables.
 * - `applyOnMissing(truth, onMissing)` → what a flow does with an unknown result.
 * - `readsOf(logic)`, `rulesOf(logic)` → places read and rules referred to.
 * - `parseRuleText(text)` → the JSON of a proposed rule, rejected if it is too large; `withinBounds(json)`
 *   for parsed JSON.
 */
import { checkCases } from "./check-cases.ts";
import { compileRules } from "./compile-rules.ts";
import { checkProgram, type RuleSet } from "./program.ts";
import type { Finding } from "./rule.ts";

export { MAX_DEPTH, MAX_FILE_BYTES, MAX_NODES, parseRuleText, withinBounds } from "./bounds.ts";
export { checkCases, scopeOf } from "./check-cases.ts";
export { checkExpression } from "./check-expression.ts";
export type { Known } from "./checking.ts";
export { type CompiledRules, compileRules } from "./compile-rules.ts";
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
export { describeType, type Type, type TypeEnv, typeAt } from "./types.ts";
export { type ResolveRef, typeOfSchema, typesOfSchema } from "./types-of-schema.ts";

/** Returns every fault of a rule set: references, types, cycles, and cases with wrong results. */
export function checkRules(set: RuleSet): readonly Finding[] {
  const { findings } = checkProgram(set);
  const compiled = compileRules(set);
  return compiled.ok ? [...findings, ...checkCases(set.rules, compiled.value)] : findings;
}
