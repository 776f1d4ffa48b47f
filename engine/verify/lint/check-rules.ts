import type { Definition } from "../../flow/definition.ts";
import { ruleSetOf } from "../../flow/rule-set.ts";
import { checkRules as checkRuleSet } from "../../rules/index.ts";
import type { Finding } from "../../rules/rule.ts";

/** Checks rules and conditions: operators, types, references, cycles, and the result of every case. */
export function checkRules(definition: Definition, fileOf: (rule: string) => string): readonly Finding[] {
  return checkRuleSet(ruleSetOf(definition, fileOf));
}
