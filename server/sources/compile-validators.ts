import { createRequire } from "node:module";
import { type Definition, tradeOf } from "../../engine/flow/index.ts";
import { testsOf } from "../../engine/rules/format.ts";

const require = createRequire(import.meta.url);

/**
 * Module name from which generated validators import the functions that test formats. The bundler resolves
 * it.
 */
export const FORMATS_MODULE = "saphan:formats";

/**
 * Generates the validators of all step schemas as one CommonJS module, in the format of RJSF's precompiled
 * validator. It has one function per schema, named by its `$id`, and one per part that a form evaluates
 * (conditions, branches), named by RJSF's hash of that part.
 */
export function validatorsSource(definition: Definition): string {
  const schemas = new Map<string, object>();
  for (const schema of Object.values(definition.schemas))
    for (const [name, part] of Object.entries(partsOf(schema))) schemas.set(name, part);
  const { _, Ajv, standaloneCode } = tools();
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    // No messages are generated, because the locales supply them.
    messages: false,
    // The code that ajv-formats generates for a custom format fails at load time, so the formats are
    // referenced as a module.
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

/** Returns every part of a schema that RJSF validates separately, by the name of the part's validator. */
function partsOf(schema: object): { readonly [name: string]: object } {
  const { schemaParser } = require("@rjsf/utils") as {
    readonly schemaParser: (schema: object) => { readonly [name: string]: object };
  };
  return schemaParser(schema);
}
