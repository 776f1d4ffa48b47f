import type { Validator } from "../../../engine/flow/index.ts";
import { interpretSchema } from "../../../engine/flow/interpret-schema.ts";
import type { JsonSchema } from "../../../engine/values/json.ts";

type Options = { readonly formats?: { readonly [name: string]: (text: string) => boolean } };

/**
 * Replaces the library ajv wherever the page interprets a draft (`vite.config.ts`). Ajv generates code, which
 * the page's security policy forbids. Both give the same results for all our schemas
 * (`tests/engine/flow/interpret-schema.test.ts`).
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
