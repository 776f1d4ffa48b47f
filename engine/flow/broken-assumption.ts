import type { Scope } from "../rules/rule.ts";
import type { JsonObject } from "../values/json.ts";
import type { Compiled } from "./compiled.ts";

/** An assumption that is false for a fact's value: the rule, and the clauses that fail. */
export type BrokenAssumption = {
  readonly fact: string;
  readonly rule: string;
  readonly clauses: readonly string[];
};

/**
 * Returns the first assumption that a provider's value breaks, or `null` if the value breaks none. A missing
 * part of the value breaks an assumption only if a clause requires the part. An absent fact (`null`) breaks
 * no assumption.
 */
export function brokenAssumption(
  compiled: Compiled,
  fact: string,
  value: JsonObject | null,
): BrokenAssumption | null {
  if (value === null) return null;
  const scope: Scope = { answers: {}, facts: { [fact]: value }, derived: {}, effects: {}, flags: {} };
  for (const { id, run } of compiled.plan.assumptions.get(fact) ?? []) {
    const outcome = run(scope);
    if (outcome.kind !== "fails") continue;
    const failed = outcome.clauses.filter(({ missing }) => missing.length === 0);
    return { fact, rule: id, clauses: failed.map((clause) => clause.id) };
  }
  return null;
}
