import { createRequire } from "node:module";
import { type Definition, tradeOf } from "../../engine/flow/index.ts";
import { testsOf } from "../../engine/rules/format.ts";

const require = createRequire(import.meta.url);

/**
 * The name of the module from which generated validators import the tests for formats. The bundler replaces
 * it by the real module.
 */
export const FORMATS_MODULE = "saphan:formats";

/**
 * Generates the validators of all steps as one CommonJS module, in the format that RJSF expects of a
 * precompiled validator. For each schema it has a function, named by the schema's `$id`. For each part that a
 * form evaluates separately (conditions, branches), it has a function named by RJSF's hash of the part.
 */
export function validatorsSource(definition: Definition): string {
  const schemas = new Map<string, object>();
  for (const schema of Object.values(definition.schemas))
    for (const [name, part] of Object.entries(partsOf(schema))) schemas.set(name, part);
  const { _, Ajv, standaloneCode } = tools();
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    // The validators contain no error messages, because the texts in `locales` supply them.
    messages: false,
    // Code that ajv-formats generates for a format of the portal fails when it is loaded. So the formats come
    // from a module.
    code: { source: true, lines: false, formats: _`require(${FORMATS_MODULE}).formats` },
    schemas: [...schemas.values()],
    formats: testsOf(tradeOf(definition).formats),
  });
  ajv.addKeyword("__additional_property");
  return standaloneCode(ajv);
}

type Tools = {
  readonly _: (parts: TemplateStringsArray, ...values: readonly unknown[]) => unknown;
  readonly Ajv: new (options: object) => { addKeyword: (name: string) => void };
  readonly standaloneCode: (ajv: unknown) => string;
};

function tools(): Tools {
  const ajv = require("ajv") as Tools & { readonly default: Tools["Ajv"] };
  const standalone = require("ajv/dist/standalone") as { readonly default: Tools["standaloneCode"] };
  return { _: ajv._, Ajv: ajv.default, standaloneCode: standalone.default };
}

/** Returns every part of a schema that RJSF validates separately, by the name of its validator. */
function partsOf(schema: object): { readonly [name: string]: object } {
  const { schemaParser } = require("@rjsf/utils") as {
    readonly schemaParser: (schema: object) => { readonly [name: string]: object };
  };
  return schemaParser(schema);
}
