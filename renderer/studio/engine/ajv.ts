import type { Validator } from "../../../engine/flow/index.ts";
import { interpretSchema } from "../../../engine/flow/interpret-schema.ts";
import type { JsonSchema } from "../../../engine/values/json.ts";

type Options = { readonly formats?: { readonly [name: string]: (text: string) => boolean } };

/**
 * What stands in for ajv where the engine reads a draft in the page (`vite.config.ts`): the policy lets nobody make code
 * from text there. Both say the same of every schema of ours (`tests/engine/flow/interpret-schema.test.ts`).
 */
export class Ajv {
  readonly #formats: NonNullable<Options["formats"]>;

  constructor({ formats = {} }: Options = {}) {
    this.#formats = formats;
  }

  compile(schema: object): Validator {
    return interpretSchema(schema as JsonSchema, this.#formats);
  }
}
