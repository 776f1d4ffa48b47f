import { assemble, type Definition, tradeOf, type Validator } from "../../../engine/flow/index.ts";
import { interpretSchema } from "../../../engine/flow/interpret-schema.ts";
import { ruleSetOf } from "../../../engine/flow/rule-set.ts";
import { testsOf } from "../../../engine/rules/format.ts";
import { compileRules } from "../../../engine/rules/index.ts";
import type { JsonSchema } from "../../../engine/values/json.ts";
import type { LoadedFlow } from "../../flow/module.ts";

/**
 * Turns a draft into a flow that the runner can run, without the compiler. Schemas are interpreted, and rules
 * run as closures.
 */
export function draftFlow(definition: Definition): LoadedFlow {
  const rules = compileRules(ruleSetOf(definition));
  if (!rules.ok) throw new Error(`draftFlow: the rules of ${definition.flow.id} do not load`);
  const formats = testsOf(tradeOf(definition).formats);
  const validatorOf = (schema: JsonSchema) => interpretSchema(schema, formats);
  const validators: { [id: string]: Validator } = {};
  for (const schema of Object.values(definition.schemas))
    validators[String(schema.$id)] = validatorOf(schema);
  const compiled = assemble(definition, { validators, rules: rules.value }, "draft");
  return { compiled, validateFns: {}, validatorOf };
}
