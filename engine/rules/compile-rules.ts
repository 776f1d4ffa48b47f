import type { Json } from "../values/json.ts";
import { fail, ok, type Result } from "../values/result.ts";
import { type Condition, compileCondition, compileValue } from "./closures.ts";
import type { Constant } from "./expression.ts";
import { compileMissingPaths, type MissingPathsLinks } from "./missing-paths.ts";
import { HOLDS, outcomeBuilder } from "./outcome.ts";
import { type CheckedRule, checkProgram, type RuleSet } from "./program.ts";
import type { Finding, Path, RuleOutcome, Scope, Truth } from "./rule.ts";

/** Compiled rules. Closures and generated modules have the same names and results. */
export type CompiledRules = {
  /**
   * Functions of `must` rules, by id. Each returns whether all clauses hold, and the clauses that do not
   * hold.
   */
  readonly must: { readonly [id: string]: (scope: Scope) => RuleOutcome };
  /** Functions of `value` rules, by id. Each returns the value, or `undefined` if the value is unknown. */
  readonly value: { readonly [id: string]: (scope: Scope) => Json | undefined };
  /** Functions of `must` rules and boolean `value` rules, by id. Each returns only the truth value. */
  readonly truth: { readonly [id: string]: (scope: Scope) => Truth };
  /** Functions of conditions, by the condition's key in the rule set. */
  readonly conditions: { readonly [key: string]: (scope: Scope) => Truth };
  /** Functions by rule id. Each returns the missing data paths that make the rule unknown. */
  readonly missing: { readonly [id: string]: (scope: Scope) => readonly Path[] };
  /** Functions by condition key. Each returns the missing data paths that make the condition unknown. */
  readonly conditionMissing: { readonly [key: string]: (scope: Scope) => readonly Path[] };
};

/**
 * Compiles a rule set to closures, without generating source text. If any finding is an error, the function
 * fails and returns all findings.
 */
export function compileRules(set: RuleSet): Result<CompiledRules, readonly Finding[]> {
  const { program, findings } = checkProgram(set);
  if (findings.some((finding) => finding.severity === "error")) return fail(findings);
  const truths = new Map<string, (scope: Scope) => Truth>();
  const values = new Map<string, (scope: Scope) => Constant | undefined>();
  const missingPaths = new Map<string, (scope: Scope) => readonly Path[]>();
  const links: MissingPathsLinks = {
    truthOf: (id) => linked("truth", truths, id),
    valueOf: (id) => values.get(id) ?? valueOfTruth(linked("truth", truths, id)),
    missingPathsOf: (id) => linked("missing data paths", missingPaths, id),
  };
  const must: { [id: string]: (scope: Scope) => RuleOutcome } = {};
  for (const rule of program.rules) {
    if (rule.kind === "must") {
      must[rule.id] = compileMust(rule, links, (truth, missing) => {
        truths.set(rule.id, truth);
        missingPaths.set(rule.id, missing);
      });
      continue;
    }
    const value = withoutItem(compileValue(rule.logic, links));
    values.set(rule.id, value);
    missingPaths.set(rule.id, compileMissingPaths(rule.logic, links));
    if (rule.type.kind === "boolean") truths.set(rule.id, truthOfValue(value));
  }
  const conditions = program.conditions.map(
    ({ key, logic }) => [key, withoutItem(compileCondition(logic, links))] as const,
  );
  const conditionMissing = program.conditions.map(
    ({ key, logic }) => [key, compileMissingPaths(logic, links)] as const,
  );
  return ok({
    must,
    value: Object.fromEntries(values),
    truth: Object.fromEntries(truths),
    conditions: Object.fromEntries(conditions),
    missing: Object.fromEntries(missingPaths),
    conditionMissing: Object.fromEntries(conditionMissing),
  });
}

function compileMust(
  rule: Extract<CheckedRule, { kind: "must" }>,
  links: MissingPathsLinks,
  announce: (truth: (scope: Scope) => Truth, missing: (scope: Scope) => readonly Path[]) => void,
): (scope: Scope) => RuleOutcome {
  const clauses = rule.clauses.map((clause) => compileCondition(clause.logic, links));
  const missingPaths = rule.clauses.map((clause) => compileMissingPaths(clause.logic, links));
  const build = outcomeBuilder(rule.clauses, missingPaths);
  announce(
    (scope) => {
      let truth: Truth = true;
      for (let at = 0; at < clauses.length; at += 1) {
        const one = (clauses[at] as Condition)(scope, undefined);
        if (one === false) return false;
        if (one === "unknown") truth = one;
      }
      return truth;
    },
    (scope) => {
      const unknown = missingPaths.filter(
        (_, at) => (clauses[at] as Condition)(scope, undefined) === "unknown",
      );
      return [...new Set(unknown.flatMap((cause) => cause(scope)))];
    },
  );
  return (scope) => {
    let failed = 0;
    let unknown = 0;
    for (let at = 0; at < clauses.length; at += 1) {
      const truth = (clauses[at] as Condition)(scope, undefined);
      if (truth === false) failed |= 1 << at;
      else if (truth === "unknown") unknown |= 1 << at;
    }
    return (failed | unknown) === 0 ? HOLDS : build(scope, failed, unknown);
  };
}

function withoutItem<Answer>(
  compiled: (scope: Scope, item: Json | undefined) => Answer,
): (scope: Scope) => Answer {
  return compiled as (scope: Scope) => Answer;
}

function valueOfTruth(truth: (scope: Scope) => Truth): (scope: Scope) => boolean | undefined {
  return (scope) => {
    const answer = truth(scope);
    return answer === "unknown" ? undefined : answer;
  };
}

function truthOfValue(value: (scope: Scope) => Constant | undefined): (scope: Scope) => Truth {
  return (scope) => {
    const answer = value(scope);
    return typeof answer === "boolean" ? answer : "unknown";
  };
}

function linked<Value>(what: string, table: ReadonlyMap<string, Value>, id: string): Value {
  const found = table.get(id);
  if (!found)
    throw new Error(`compileRules: ${id} has no ${what}; rules must come in the order of their references`);
  return found;
}
