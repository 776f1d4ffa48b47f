import { equalJson } from "../values/canonical-json.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { CompiledRules } from "./compile-rules.ts";
import type { RuleSource } from "./program.ts";
import { errorAt } from "./report.ts";
import type { Finding, Scope } from "./rule.ts";

/** Returns the scope of a rule's case. Sections that the case omits are empty. */
export function scopeOf(given: JsonObject): Scope {
  const section = (name: string): JsonObject => {
    const value = given[name];
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  };
  return {
    answers: section("answers"),
    facts: section("facts"),
    derived: section("derived"),
    effects: section("effects"),
    flags: section("flags") as Scope["flags"],
  };
}

/** Runs every case of the rules and returns a finding for each wrong result. */
export function checkCases(rules: readonly RuleSource[], compiled: CompiledRules): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { file, rule } of rules) {
    for (const [index, one] of rule.cases.entries()) {
      const answer = answerOf(rule.id, scopeOf(one.given), compiled);
      if (equalJson(answer, one.expect)) continue;
      findings.push({
        ...errorAt(
          { file, pointer: `/cases/${index}` },
          {
            key: "case-fails",
            params: {
              why: JSON.stringify(one.why),
              expected: JSON.stringify(one.expect),
              answer: JSON.stringify(answer),
            },
          },
        ),
        witness: one.given,
      });
    }
  }
  return findings;
}

/** Returns a rule's result as cases write it: the value, true or false, or "unknown". */
export function answerOf(id: string, scope: Scope, compiled: CompiledRules): Json {
  const must = compiled.must[id];
  if (must) {
    const outcome = must(scope);
    return outcome.kind === "unknown" ? "unknown" : outcome.kind === "holds";
  }
  const value = compiled.value[id];
  if (!value) throw new Error(`checkCases: ${id} was not compiled`);
  return value(scope) ?? "unknown";
}
