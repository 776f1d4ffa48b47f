import type { Definition } from "../../../../engine/flow/index.ts";
import { ruleSetOf } from "../../../../engine/flow/rule-set.ts";
import type { Expression } from "../../../../engine/rules/expression.ts";
import { checkProgram } from "../../../../engine/rules/program.ts";
import type { Logic } from "../../../../engine/rules/rule.ts";

/**
 * Returns a condition over the data of a definition, checked like the flow's own conditions.
 * @throws if the condition is invalid.
 */
export function conditionIn(definition: Definition, logic: Logic): Expression {
  const conditions = { tried: { file: "tried.json", pointer: "", logic } };
  const { program, findings } = checkProgram({ ...ruleSetOf(definition), conditions });
  const [condition] = program.conditions;
  if (condition === undefined) throw new Error(JSON.stringify(findings, null, 1));
  return condition.logic;
}
