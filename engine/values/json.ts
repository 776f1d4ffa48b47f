/** Anything JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; a name that is absent is spelled by its absence. */
export type JsonObject = { readonly [name: string]: Json };

/** A JSON Schema (draft 2020-12 in the checked subset of `docs/flow-format.md`). */
export type JsonSchema = JsonObject;
