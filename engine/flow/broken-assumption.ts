import type { Scope } from "../rules/rule.ts";
import type { JsonObject } from "../values/json.ts";
import type { Compiled } from "./compiled.ts";

/** An answer of a provider that an assumption rules out: which one, and the clauses that do not hold. */
export type BrokenAssumption = {
  readonly fact: string;
  readonly rule: string;
  readonly clauses: readonly string[];
};

/**
 * The first assumption that a provider's answer breaks; `null` where it keeps them all. What is missing breaks nothing,
 * unless a clause says that it must be there; a fact of which there is nothing to say (`null`) keeps every promise.
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
