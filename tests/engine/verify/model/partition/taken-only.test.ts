import { describe, expect, it } from "vitest";
import { formats } from "../../../../../domain/formats.ts";
import type { Json, JsonSchema } from "../../../../../engine/values/json.ts";
import { takenOnlyBy } from "../../../../../engine/verify/model/partition/taken-only.ts";

const integer = (more: JsonSchema): JsonSchema => ({ type: "integer", ...more });
const text = (more: JsonSchema): JsonSchema => ({ type: "string", ...more });
const list = (more: JsonSchema): JsonSchema => ({ type: "array", items: { type: "integer" }, ...more });
const object = (properties: JsonSchema, ...required: readonly string[]): JsonSchema => ({
  type: "object",
  properties,
  required,
});

type Row = readonly [what: string, one: JsonSchema, other: JsonSchema, found: Json | undefined];

const rows: readonly Row[] = [
  ["nothing for two equal schemas", integer({ minimum: 3 }), integer({ minimum: 3 }), undefined],
  ["nothing if the other accepts more", integer({ minimum: 30 }), integer({ minimum: 20 }), undefined],
  ["the number under the other's minimum", integer({ minimum: 0 }), integer({ minimum: 100 }), 0],
  ["the number just under a far bound", integer({}), integer({ minimum: -50 }), -51],
  ["the number just over a far bound", integer({}), integer({ maximum: 50 }), 51],
  ["a number at an open upper end", integer({}), integer({ exclusiveMaximum: 50 }), 50],
  ["a number at an open lower end", integer({}), integer({ exclusiveMinimum: -50 }), -51],
  ["one's own maximum", integer({ minimum: 1, maximum: 60 }), integer({ minimum: 1, maximum: 59 }), 60],
  [
    "a number with a fraction",
    { type: "number", maximum: 0.5 },
    { type: "number", exclusiveMaximum: 0.5 },
    0.5,
  ],
  ["a word of a list", text({ enum: ["A", "B"] }), text({ enum: ["A", "C"] }), "B"],
  ["a constant", { const: "B" }, text({ enum: ["A", "C"] }), "B"],
  [
    "a text of one's own length",
    text({ minLength: 13, maxLength: 20 }),
    text({ minLength: 13, maxLength: 18 }),
    "x".repeat(19),
  ],
  [
    "a text of one's own minimum length",
    text({ pattern: "^x+$", minLength: 3 }),
    text({ minLength: 4 }),
    "xxx",
  ],
  ["a text that the other's pattern rejects", text({}), text({ pattern: "^[a-z]+$" }), "Malee Jaidee"],
  [
    "no text of 5,001 characters",
    text({ pattern: "^x*$", maxLength: 6_000 }),
    text({ maxLength: 5_000 }),
    undefined,
  ],
  [
    "a text of 5,000 characters",
    text({ pattern: "^x*$", maxLength: 6_000 }),
    text({ maxLength: 4_999 }),
    "x".repeat(5_000),
  ],
  ["a list that is too short for the other", list({}), list({ minItems: 3 }), []],
  ["a list that is too long for the other", list({}), list({ maxItems: 4 }), [1, 1, 1, 1, 1]],
  ["a long list of different items", list({ uniqueItems: true }), list({ maxItems: 4 }), [1, 2, 3, 4, 5]],
  ["a list of one's own minimum length", list({ minItems: 5 }), list({ minItems: 6 }), [1, 2, 3, 4, 5]],
  [
    "a list of plain words if items are unknown",
    { type: "array" },
    { type: "array", maxItems: 2 },
    ["Malee Jaidee", "Malee Jaidee", "Malee Jaidee"],
  ],
  [
    "an object without a field that the other requires",
    object({ a: { type: "integer" } }),
    object({ a: { type: "integer" } }, "a"),
    {},
  ],
  [
    "an object with a field at a bound",
    object({ a: integer({ maximum: 60 }), b: text({}) }, "b"),
    object({ a: integer({ maximum: 59 }), b: text({}) }, "b"),
    { a: 60, b: "Malee Jaidee" },
  ],
  [
    "an object with all optional fields",
    object({ a: integer({}), b: integer({}) }),
    { ...object({}), allOf: [{ properties: { a: { const: 2 } } }] },
    { a: 1, b: 1 },
  ],
  [
    "an object with everything but one field",
    object({ a: integer({}), b: integer({}), c: integer({}) }, "a"),
    object({ a: integer({}), b: integer({}), c: integer({}) }, "a", "b"),
    { a: 1 },
  ],
  ["no text, if the other requires one character", text({}), text({ minLength: 1 }), ""],
  [
    "nothing if the first six samples do not distinguish the two",
    text({}),
    text({ pattern: "^(?!Moon)" }),
    undefined,
  ],
  ["a boolean", { type: "boolean" }, { type: "boolean", enum: [false] }, true],
];

describe("a value that one schema accepts and another does not", () => {
  it.each(rows)("is %s", (_, one, other, found) => {
    expect(takenOnlyBy(one, other, formats)).toEqual(found);
  });

  it("is everything but one field if the other schema requires that field together with the rest", () => {
    const one = object({ a: integer({}), b: integer({}) });
    const consequence = "then";
    const other: JsonSchema = {
      ...one,
      allOf: [{ if: { properties: { a: {} }, required: ["a"] }, [consequence]: { required: ["b"] } }],
    };
    expect(takenOnlyBy(one, other, formats)).toEqual({ a: 1 });
  });
});
