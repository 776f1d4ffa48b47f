import { expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import type { JsonObject, JsonSchema } from "../../../../engine/values/json.ts";
import { wider } from "../../../../engine/verify/lint/wider.ts";

const text = (rest: JsonSchema = {}): JsonSchema => ({ type: "string", ...rest });
const number = (rest: JsonSchema = {}): JsonSchema => ({ type: "integer", ...rest });
const list = (items: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({ type: "array", items, ...rest });
const object = (
  properties: { readonly [name: string]: JsonObject },
  ...required: readonly string[]
): JsonSchema => ({
  type: "object",
  properties,
  required: [...required],
});

it.each<readonly [given: JsonSchema, wanted: JsonSchema, found: string | null]>([
  [text(), text(), null],
  [text({ maxLength: 9 }), text({ maxLength: 9 }), null],
  [text({ maxLength: 10 }), text({ maxLength: 9 }), "maxLength"],
  [text(), text({ maxLength: 9 }), "maxLength"],
  [text({ minLength: 1 }), text({ minLength: 2 }), "minLength"],
  [text({ minLength: 2 }), text({ minLength: 2 }), null],
  [text(), text({ minLength: 1 }), "minLength"],
  [text({ format: "date" }), text({ minLength: 1, maxLength: 40 }), null],
  [text({ pattern: "^a$" }), text({ maxLength: 1 }), null],
  [text({ pattern: "^a$", maxLength: 3 }), text({ maxLength: 2 }), "maxLength"],
  [text({ format: "date" }), text({ format: "baht" }), "format"],
  [text({ format: "date" }), text({ format: "date" }), null],
  [text({ pattern: "^a$" }), text({ pattern: "^b$" }), "pattern"],
  [text({ pattern: "^[0-9]+$" }), text({ pattern: "\\S" }), null],
  [text({ pattern: "^[a-z][a-z ]*$" }), text({ pattern: "\\S" }), null],
  [text({ pattern: "^[a-z ]+$" }), text({ pattern: "\\S" }), "pattern"],
  [text({ pattern: "^[a-z]*$" }), text({ pattern: "\\S" }), "pattern"],
  [text({ pattern: "^[a-z]*$", minLength: 1 }), text({ pattern: "\\S" }), null],
  [text({ enum: ["a", "b"] }), text({ enum: ["b", "a", "c"] }), null],
  [text({ enum: ["a", "b"] }), text({ enum: ["a"] }), "enum"],
  [text({ enum: ["a", "long"], maxLength: 2 }), text({ enum: ["a"] }), null],
  [text({ enum: ["a", "bb"] }), text({ pattern: "^.$" }), "pattern"],
  [text({ enum: ["a"] }), text({ maxLength: 1, pattern: "^a$" }), null],
  [text(), text({ enum: ["a"] }), "enum"],
  [{ type: "boolean" }, { const: true }, "const"],
  [{ type: "boolean", const: true }, { const: true }, null],
  [{ type: "boolean" }, { type: "boolean", enum: [true, false] }, null],
  [number({ minimum: 0, maximum: 5 }), number({ minimum: 0, maximum: 5 }), null],
  [number({ minimum: -1 }), number({ minimum: 0 }), "minimum"],
  [number(), number({ maximum: 5 }), "maximum"],
  [number({ maximum: 6 }), number({ maximum: 5 }), "maximum"],
  [number({ exclusiveMinimum: 1 }), number({ exclusiveMinimum: 2 }), "exclusiveMinimum"],
  [number({ exclusiveMaximum: 2 }), number({ exclusiveMaximum: 1 }), "exclusiveMaximum"],
  [list(text()), list(text()), null],
  [list(text()), list(text(), { minItems: 0 }), null],
  [list(text()), list(text(), { minItems: 1 }), "minItems"],
  [list(text(), { maxItems: 3 }), list(text(), { maxItems: 2 }), "maxItems"],
  [list(text()), list(text({ maxLength: 1 })), "maxLength/items"],
  [object({ a: text() }, "a"), object({ a: text() }, "a"), null],
  [object({ a: text() }), object({ a: text() }, "a"), "required"],
  [object({}), object({ a: text() }, "a"), "required"],
  [object({ a: text(), b: text() }, "a"), object({ a: text() }), null],
  [
    object({ a: object({ b: number() }, "b") }, "a"),
    object({ a: object({ b: number({ maximum: 1 }) }, "b") }, "a"),
    "maximum/a/b",
  ],
])(
  "the check of an input compares the value schema %j with the input schema %j and reports %j",
  (given, wanted, expected) => {
    const found = wider(given, wanted, formats);
    expect(found && `${found.keyword}${found.inside}`).toBe(expected);
  },
);
