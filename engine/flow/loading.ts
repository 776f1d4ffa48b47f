import { Ajv } from "ajv";
import { compileRules } from "../rules/compile-rules.ts";
import { testsOf } from "../rules/format.ts";
import { assemble, type Compiled } from "./compiled.ts";
import type { Definition } from "./definition.ts";
import type { Validator } from "./field-errors.ts";
import { ruleSetOf } from "./rule-set.ts";
import { tradeOf } from "./trade.ts";

export { type Reading, readDefinition } from "./read-definition.ts";

/**
 * Compiles a definition in process: rules as closures, schemas by ajv. For tests, previews and unpublished
 * definitions. Needs `new Function`, so it cannot run in the browser.
 * @throws on a definition that `load` would reject.
 */
export function compileInProcess(definition: Definition, hash = ""): Compiled {
  const rules = compileRules(ruleSetOf(definition));
  if (!rules.ok)
    throw new Error(
      `compileInProcess: ${definition.flow.id}: ${rules.error.map(({ file, pointer, says }) => `${file}#${pointer} ${says.key}`).join("; ")}`,
    );
  const ajv = new Ajv({ allErrors: true, strict: false, formats: testsOf(tradeOf(definition).formats) });
  const validators: { [id: string]: Validator } = {};
  for (const schema of Object.values(definition.schemas))
    validators[schema.$id as string] = ajv.compile(schema as object) as Validator;
  return assemble(definition, { validators, rules: rules.value }, hash);
}
