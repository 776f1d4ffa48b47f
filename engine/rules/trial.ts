import type { Json, JsonObject } from "../values/json.ts";
import { answerOf, scopeOf } from "./check-cases.ts";
import { compileRules } from "./compile-rules.ts";
import { partsOfRule } from "./condition-parts.ts";
import type { RuleSet, RuleSource } from "./program.ts";
import { logicsOf, rulesOf } from "./reads-of.ts";
import type { Path, Truth } from "./rule.ts";

/** The answer of a rule for one person, with the result of each of its conditions. */
export type Trial = {
  /** Answer as cases state it: the value, true or false, or "unknown". */
  readonly answer: Json;
  /** Missing data paths that make the answer unknown. */
  readonly missing: readonly Path[];
  /** Result of each condition and of each part of one, by its pointer in the rule's file. */
  readonly truths: { readonly [pointer: string]: Truth };
};

/**
 * Returns a function that tries a rule with data in the form of a case. Returns `null` if the set lacks the
 * rule, or if the rule or a rule that it refers to has an error.
 */
export function trialOf(set: RuleSet, id: string): ((given: JsonObject) => Trial) | null {
  const rules = withNested(set.rules, id);
  const own = rules.find(({ rule }) => rule.id === id);
  if (own === undefined) return null;
  const conditions = Object.fromEntries(
    partsOfRule(own.rule).map((part) => [part.pointer, { file: own.file, ...part }]),
  );
  const compiled = compileRules({ ...set, rules, conditions });
  if (!compiled.ok) return null;
  return (given) => {
    const scope = scopeOf(given);
    const answer = answerOf(id, scope, compiled.value);
    const truths = Object.entries(compiled.value.conditions).map(
      ([at, truth]) => [at, truth(scope)] as const,
    );
    const missing = answer === "unknown" ? (compiled.value.missing[id]?.(scope) ?? []) : [];
    return { answer, missing, truths: Object.fromEntries(truths) };
  };
}

/** Returns a rule and all rules that it refers to, directly or through other rules. */
function withNested(rules: readonly RuleSource[], id: string): readonly RuleSource[] {
  const needed = new Set([id]);
  // A set also visits the members that are added while it is visited.
  for (const one of needed)
    for (const { rule } of rules.filter(({ rule }) => rule.id === one))
      for (const nested of logicsOf(rule).flatMap(rulesOf)) needed.add(nested);
  return rules.filter(({ rule }) => needed.has(rule.id));
}
