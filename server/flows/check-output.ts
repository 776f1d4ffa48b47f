import { createRequire } from "node:module";
import { trade } from "../../domain/index.ts";
import type { EffectSignature } from "../../engine/flow/index.ts";
import { testsOf } from "../../engine/rules/format.ts";
import { isUuid } from "../../engine/values/id.ts";
import type { JsonObject, JsonSchema } from "../../engine/values/json.ts";

type Validate = ((value: unknown) => boolean) & { readonly errors?: unknown };

const compiled = new WeakMap<object, Validate>();

/**
 * Throws where a handler answers what its signature does not promise: rules were proved over that promise, and a page
 * shows it. For development and tests; there such a handler should fail loudly.
 */
export function checkOutput(signature: EffectSignature, output: JsonObject): void {
  const validate = compiled.get(signature.output) ?? compile(signature.output);
  if (validate(output)) return;
  throw new Error(
    `checkOutput: "${signature.id}" answered what its output does not allow: ${JSON.stringify(validate.errors)}`,
  );
}

function compile(schema: JsonSchema): Validate {
  const { default: Ajv } = createRequire(import.meta.url)("ajv") as {
    readonly default: new (options: object) => { compile: (schema: JsonSchema) => Validate };
  };
  const ajv = new Ajv({ strict: false, formats: { ...testsOf(trade.formats), uuid: isUuid } });
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}
