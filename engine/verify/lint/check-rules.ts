import type { Definition } from "../../flow/definition.ts";
import { ruleSetOf } from "../../flow/rule-set.ts";
import { checkRules as checkRuleSet } from "../../rules/index.ts";
import type { Finding } from "../../rules/rule.ts";

/** Rules and conditions: operators, types, references, circles, and every case answered as stated. */
export function checkRules(definition: Definition, fileOf: (rule: string) => string): readonly Finding[] {
  return checkRuleSet(ruleSetOf(definition, fileOf));
}
