/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. An absent value has no property; `undefined` is not used. */
export type JsonObject = { readonly [name: string]: Json };

/** A JSON Schema (draft 2020-12 in the checked subset of `docs/flow-format.md`). */
export type JsonSchema = JsonObject;
