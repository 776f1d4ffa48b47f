import { describe, expect, it } from "vitest";
import { formats } from "../../../../../domain/formats.ts";
import { fitsSchema } from "../../../../../engine/flow/fits-schema.ts";
import type { Json, JsonSchema } from "../../../../../engine/values/json.ts";

type Row = readonly [what: string, schema: JsonSchema, taken: readonly Json[], refused: readonly Json[]];

const consequence = "then";
const ofKind = (kind: string, then: JsonSchema): JsonSchema => ({
  if: { properties: { kind: { const: kind } }, required: ["kind"] },
  [consequence]: then,
});

const rows: readonly Row[] = [
  ["anything for a schema without keywords", {}, [null, 1, "", [], {}, false], []],
  ["a constant", { const: "A" }, ["A"], ["B", 1, null]],
  ["a constant that is a list", { const: ["A", 1] }, [["A", 1]], [["A"], ["A", 2], []]],
  ["the values of a closed list of texts", { type: "string", enum: ["A", "B"] }, ["A", "B"], ["C", ""]],
  ["the values of a closed list of numbers", { type: "integer", enum: [0, 3] }, [0, 3], [1, "3"]],
  ["nothing for a closed list of another type", { type: "string", enum: ["A", 1] }, ["A"], [1]],
  ["nothing for an empty closed list", { enum: [] }, [], ["A", null]],
  ["whole numbers", { type: "integer" }, [0, -1, 7], [0.5, "1", true, null]],
  ["numbers", { type: "number" }, [0, 0.5, -2], ["1", false, null, [1]]],
  ["texts", { type: "string" }, ["", "a"], [1, null, ["a"]]],
  ["booleans", { type: "boolean" }, [true, false], ["true", 0, null]],
  ["lists", { type: "array" }, [[], [1, "a"]], [{}, "[]", null]],
  ["objects", { type: "object" }, [{}, { a: 1 }], [[], null, "{}"]],
  ["numbers from a minimum", { type: "integer", minimum: 3 }, [3, 4], [2]],
  ["numbers up to a maximum", { type: "integer", maximum: 3 }, [3, 2], [4]],
  ["numbers above an exclusive minimum", { type: "integer", exclusiveMinimum: 3 }, [4], [3, 2]],
  ["numbers below an exclusive maximum", { type: "integer", exclusiveMaximum: 3 }, [2], [3, 4]],
  ["multiples of a step", { type: "number", multipleOf: 0.5 }, [0, 0.5, 2], [0.25, 1.1]],
  ["texts of at least a length", { type: "string", minLength: 2 }, ["ab", "abc"], ["a", ""]],
  ["texts of at most a length", { type: "string", maxLength: 2 }, ["", "ab"], ["abc"]],
  [
    "texts by their length in characters, not in UTF-16 units",
    { maxLength: 2, minLength: 2 },
    ["🙂🙂"],
    ["🙂", "🙂🙂🙂"],
  ],
  ["texts that match a pattern", { type: "string", pattern: "^[A-Z]\\d$" }, ["A1"], ["a1", "A", "A12"]],
  ["texts whose pattern matches whole characters", { pattern: "^.$" }, ["a", "🙂"], ["ab", ""]],
  ["only dates that exist", { type: "string", format: "date" }, ["2024-02-29"], ["2023-02-29", "yesterday"]],
  ["amounts", { type: "string", format: "baht" }, ["0.00", "10.50"], ["10,50", "1.005", "-1.00"]],
  ["any text of an unknown format", { type: "string", format: "colour" }, ["red"], [1]],
  ["any text of a format named like an inherited property", { format: "toString" }, ["", "red"], []],
  [
    "lists of at least a length",
    { type: "array", minItems: 2 },
    [
      [1, 1],
      [1, 2, 3],
    ],
    [[], [1]],
  ],
  ["lists of at most a length", { type: "array", maxItems: 1 }, [[], [1]], [[1, 2]]],
  [
    "lists of different items",
    { type: "array", uniqueItems: true },
    [[], [1, 2], [{ a: 1 }, { a: 2 }]],
    [
      [1, 1],
      [{ a: 1 }, { a: 1 }],
    ],
  ],
  ["lists of equal items if items may repeat", { type: "array", uniqueItems: false }, [[1, 1]], []],
  [
    "lists whose items all satisfy their schema",
    { type: "array", items: { type: "integer" } },
    [[], [1, 2]],
    [["a"], [1, "a"], ["a", 1]],
  ],
  ["lists of any items if the schema of items is invalid", { type: "array", items: true }, [["a", 1]], []],
  [
    "objects with their required properties",
    { type: "object", required: ["a", "b"] },
    [{ a: 1, b: null }],
    [{ a: 1 }, { b: 1 }, {}],
  ],
  ["objects without counting inherited properties", { type: "object", required: ["toString"] }, [], [{}]],
  [
    "objects by the schema of each property, ignoring others",
    { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } } },
    [{}, { a: 1 }, { a: 1, b: "x" }, { c: null }, { toString: 1 }],
    [{ a: "x" }, { a: 1, b: 2 }, { a: "x", b: "x" }],
  ],
  [
    "values that satisfy every part of allOf",
    { allOf: [{ minimum: 2 }, { maximum: 4 }] },
    [2, 4, "a"],
    [1, 5],
  ],
  [
    "the consequence of a condition only if the condition holds",
    { type: "object", allOf: [ofKind("A", { required: ["a"] }), ofKind("B", { required: ["b"] })] },
    [{}, { kind: "A", a: 1 }, { kind: "B", b: 1 }, { kind: "C" }],
    [{ kind: "A" }, { kind: "B" }, { kind: "A", b: 1 }, { kind: "B", a: 1 }],
  ],
  ["every value if a condition has no consequence", { allOf: [{ if: { const: 1 } }] }, [1, 2], []],
  [
    "values that satisfy the parts after a condition without a consequence",
    { allOf: [{ if: { const: 1 } }, { maximum: 2 }] },
    [1, 2],
    [3],
  ],
];

describe("fitsSchema", () => {
  it.each(rows)("accepts only values that satisfy the schema: %s", (_, schema, taken, refused) => {
    expect(taken.filter((value) => !fitsSchema(value, schema, formats))).toEqual([]);
    expect(refused.filter((value) => fitsSchema(value, schema, formats))).toEqual([]);
  });
});
