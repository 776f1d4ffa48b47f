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
  ["nothing if the other schema accepts more", integer({ minimum: 30 }), integer({ minimum: 20 }), undefined],
  ["the number below the other schema's minimum", integer({ minimum: 0 }), integer({ minimum: 100 }), 0],
  ["the number just below a distant bound", integer({}), integer({ minimum: -50 }), -51],
  ["the number just above a distant bound", integer({}), integer({ maximum: 50 }), 51],
  ["a number at an exclusive upper bound", integer({}), integer({ exclusiveMaximum: 50 }), 50],
  ["a number at an exclusive lower bound", integer({}), integer({ exclusiveMinimum: -50 }), -51],
  [
    "the first schema's maximum",
    integer({ minimum: 1, maximum: 60 }),
    integer({ minimum: 1, maximum: 59 }),
    60,
  ],
  [
    "a number with a fraction",
    { type: "number", maximum: 0.5 },
    { type: "number", exclusiveMaximum: 0.5 },
    0.5,
  ],
  ["a value of a closed list", text({ enum: ["A", "B"] }), text({ enum: ["A", "C"] }), "B"],
  ["a constant", { const: "B" }, text({ enum: ["A", "C"] }), "B"],
  [
    "a text of the first schema's length",
    text({ minLength: 13, maxLength: 20 }),
    text({ minLength: 13, maxLength: 18 }),
    "x".repeat(19),
  ],
  [
    "a text of the first schema's minimum length",
    text({ pattern: "^x+$", minLength: 3 }),
    text({ minLength: 4 }),
    "xxx",
  ],
  ["a text that the other schema's pattern rejects", text({}), text({ pattern: "^[a-z]+$" }), "Malee Jaidee"],
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
  ["a list that is too short for the other schema", list({}), list({ minItems: 3 }), []],
  ["a list that is too long for the other schema", list({}), list({ maxItems: 4 }), [1, 1, 1, 1, 1]],
  ["a long list of different items", list({ uniqueItems: true }), list({ maxItems: 4 }), [1, 2, 3, 4, 5]],
  [
    "a list of the first schema's minimum length",
    list({ minItems: 5 }),
    list({ minItems: 6 }),
    [1, 2, 3, 4, 5],
  ],
  [
    "a list of plain words if items are unknown",
    { type: "array" },
    { type: "array", maxItems: 2 },
    ["Malee Jaidee", "Malee Jaidee", "Malee Jaidee"],
  ],
  [
    "an object without a field that the other schema requires",
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
    "an object with every field except one",
    object({ a: integer({}), b: integer({}), c: integer({}) }, "a"),
    object({ a: integer({}), b: integer({}), c: integer({}) }, "a", "b"),
    { a: 1 },
  ],
  ["no text, although the other schema requires one character", text({}), text({ minLength: 1 }), ""],
  [
    "nothing if the first six samples do not distinguish the schemas",
    text({}),
    text({ pattern: "^(?!Moon)" }),
    undefined,
  ],
  ["a boolean", { type: "boolean" }, { type: "boolean", enum: [false] }, true],
];

describe("the value that one schema accepts and a second schema rejects", () => {
  it.each(rows)("the value that only one of two schemas accepts is found: %s", (_, one, other, found) => {
    expect(takenOnlyBy(one, other, formats)).toEqual(found);
  });

  it("the value has every field except one if the second schema requires that field together with the rest", () => {
    const one = object({ a: integer({}), b: integer({}) });
    const consequence = "then";
    const other: JsonSchema = {
      ...one,
      allOf: [{ if: { properties: { a: {} }, required: ["a"] }, [consequence]: { required: ["b"] } }],
    };
    expect(takenOnlyBy(one, other, formats)).toEqual({ a: 1 });
  });
});
