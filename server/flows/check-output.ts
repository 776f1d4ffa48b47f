import { createRequire } from "node:module";
import { trade } from "../../domain/index.ts";
import type { EffectSignature } from "../../engine/flow/index.ts";
import { testsOf } from "../../engine/rules/format.ts";
import { isUuid } from "../../engine/values/id.ts";
import type { JsonObject, JsonSchema } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { FlowsDeps } from "./deps.ts";
import type { EffectFailure } from "./effects.ts";

type Validate = ((value: unknown) => boolean) & { readonly errors?: unknown };

const compiled = new WeakMap<object, Validate>();

/**
 * Throws if an effect fails with a code that its signature does not declare. In development and tests
 * (`checksOutputs`), also throws if the output does not match the signature. The output must match, because
 * proofs of rules rely on the signature and pages show the output.
 */
export function checkOutcome(
  { checksOutputs = false }: Pick<FlowsDeps, "checksOutputs">,
  { id, errors, output }: EffectSignature,
  outcome: Result<JsonObject, EffectFailure>,
): void {
  if (!outcome.ok && errors[outcome.error.code] === undefined)
    throw new Error(`flows: "${id}" failed with "${outcome.error.code}", which its signature does not know`);
  if (!outcome.ok || !checksOutputs) return;
  const validate = compiled.get(output) ?? compile(output);
  if (!validate(outcome.value))
    throw new Error(
      `flows: "${id}" answered what its output does not allow: ${JSON.stringify(validate.errors)}`,
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
