import { equalJson } from "../values/canonical-json.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { CompiledRules } from "./compile-rules.ts";
import type { RuleSource } from "./program.ts";
import { errorAt } from "./report.ts";
import type { Finding, Scope } from "./rule.ts";

/** A scope from what a case gives: the sections it leaves out are empty. */
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

/** Runs every case of the rules; a finding for each that is not answered as stated. */
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

/** What a rule answers, as cases spell it: the value or the truth, or "unknown". */
function answerOf(id: string, scope: Scope, compiled: CompiledRules): Json {
  const must = compiled.must[id];
  if (must) {
    const outcome = must(scope);
    return outcome.kind === "unknown" ? "unknown" : outcome.kind === "holds";
  }
  const value = compiled.value[id];
  if (!value) throw new Error(`checkCases: ${id} is not among the compiled rules`);
  return value(scope) ?? "unknown";
}
