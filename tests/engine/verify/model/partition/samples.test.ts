import { describe, expect, it } from "vitest";
import { formats } from "../../../../../domain/formats.ts";
import type { Json, JsonObject, JsonSchema } from "../../../../../engine/values/json.ts";
import { completed, samplesOf } from "../../../../../engine/verify/model/partition/samples.ts";

const INTEGER: JsonSchema = { type: "integer" };
const consequence = "then";
const where = (field: string, value: Json, then: JsonSchema): JsonSchema => ({
  if: { properties: { [field]: { const: value } }, required: [field] },
  [consequence]: then,
});

describe("the sample values for a schema", () => {
  it.each<readonly [string, JsonSchema, number, readonly Json[]]>([
    ["a constant", { const: "A" }, 3, ["A"]],
    ["the values of a closed list, in order", { type: "string", enum: ["B", "A", "C"] }, 2, ["B", "A"]],
    ["every value of a closed list if more are wanted", { type: "string", enum: ["B", "A"] }, 5, ["B", "A"]],
    ["the numbers of a closed list", { type: "integer", enum: [7, 9] }, 5, [7, 9]],
    ["one value without keywords", { type: "boolean" }, 1, [false]],
    ["both booleans", { type: "boolean" }, 3, [false, true]],
    ["numbers from one", { type: "integer" }, 3, [1, 2, 3]],
    ["numbers from the minimum", { type: "integer", minimum: 5 }, 3, [5, 6, 7]],
    ["numbers from zero", { type: "integer", minimum: 0, maximum: 1 }, 3, [0, 1]],
    ["numbers above a bound", { type: "integer", exclusiveMinimum: 5 }, 2, [6, 7]],
    ["numbers down from the maximum", { type: "integer", maximum: 5 }, 3, [5, 4, 3]],
    ["numbers below a bound", { type: "integer", exclusiveMaximum: 5 }, 2, [4, 3]],
    ["numbers from the greater of two minimums", { minimum: 9, exclusiveMinimum: 5, ...INTEGER }, 1, [9]],
    [
      "numbers above an exclusive minimum that is greater than an inclusive one",
      { minimum: 5, exclusiveMinimum: 9, ...INTEGER },
      1,
      [10],
    ],
    [
      "numbers down from the smaller of two maximums",
      { maximum: 5, exclusiveMaximum: 9, ...INTEGER },
      1,
      [5],
    ],
    [
      "numbers below an exclusive maximum that is smaller than an inclusive one",
      { maximum: 9, exclusiveMaximum: 5, ...INTEGER },
      1,
      [4],
    ],
    ["numbers up to the third from a bound", { ...INTEGER, minimum: 5, allOf: [{ minimum: 7 }] }, 1, [7]],
    ["no number farther from a bound", { ...INTEGER, minimum: 5, allOf: [{ minimum: 8 }] }, 1, []],
    [
      "multiples up to the third from a bound",
      { ...INTEGER, minimum: 15, multipleOf: 10, allOf: [{ minimum: 40 }] },
      1,
      [40],
    ],
    [
      "multiples down to the third from a bound",
      { ...INTEGER, maximum: 15, multipleOf: 10, allOf: [{ maximum: -10 }] },
      1,
      [-10],
    ],
    [
      "no middle value if there is one bound only",
      { type: "number", minimum: 5, allOf: [{ minimum: 8 }] },
      1,
      [],
    ],
    ["multiples of a step", { type: "integer", multipleOf: 10 }, 3, [10, 20, 30]],
    ["multiples from a bound", { type: "integer", minimum: 15, multipleOf: 10 }, 2, [20, 30]],
    ["multiples down from a bound", { type: "integer", maximum: 15, multipleOf: 10 }, 2, [10, 0]],
    ["whole numbers at the bounds first", { type: "number", minimum: 0.5, maximum: 1.5 }, 2, [1]],
    [
      "the middle value if no whole number is valid",
      { type: "number", minimum: 0.5, maximum: 0.75 },
      1,
      [0.625],
    ],
    [
      "the middle value between exclusive bounds",
      { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
      1,
      [0.5],
    ],
    ["no value if none is valid", { type: "integer", minimum: 3, maximum: 2 }, 2, []],
    ["an empty list if its items are unknown", { type: "array" }, 1, [[]]],
    ["the shortest list", { type: "array", items: { enum: ["A", "B"] } }, 1, [[]]],
    [
      "the shortest list, then longer ones",
      { type: "array", items: { enum: ["A", "B", "C", "D"] } },
      4,
      [[], ["A"], ["A", "B"]],
    ],
    ["only the empty list of unknown items", { type: "array" }, 3, [[]]],
    [
      "different items up to the minimum length, then repeated ones",
      { type: "array", minItems: 2, items: { enum: ["A", "B"] } },
      3,
      [
        ["A", "B"],
        ["A", "A"],
      ],
    ],
    [
      "as many different items as required",
      { type: "array", minItems: 3, uniqueItems: true, items: { enum: ["A", "B", "C", "D"] } },
      2,
      [
        ["A", "B", "C"],
        ["A", "B", "C", "D"],
      ],
    ],
    ["no list for items that are unknown", { type: "array", minItems: 2 }, 1, [[null, null]]],
    ["no item if none is valid", { type: "array", items: { enum: [] } }, 3, [[]]],
    ["a text of a format", { type: "string", format: "baht" }, 3, ["10000.00", "50000.00", "100000.00"]],
    ["plain words for a text", { type: "string" }, 2, ["Malee Jaidee", "Somchai Rakdee"]],
    [
      "plain words for a text of an unknown format",
      { type: "string", format: "colour" },
      1,
      ["Malee Jaidee"],
    ],
    ["words of a given length", { type: "string", maxLength: 4 }, 3, ["Anan", "A1", "x"]],
    ["four texts of a pattern", { type: "string", pattern: "^[B-H]$" }, 9, ["C", "D", "E", "F"]],
    [
      "a text of one character before truncated words",
      { type: "string", minLength: 1, maxLength: 1 },
      6,
      ["x", "s", "M", "S", "A", "e"],
    ],
    ["texts of a pattern", { type: "string", pattern: "^[B-E]{3}$" }, 4, ["CCC", "DDD", "EEE", "BBB"]],
    [
      "a long text",
      { type: "string", minLength: 40, maxLength: 80 },
      1,
      ["something long enough for whatever a form may ask here, in plain words"],
    ],
    ["no text if none is allowed", { type: "string", maxLength: 0 }, 2, [""]],
  ])("the sample values are correct for a schema with %s", (_, schema, wanted, expected) => {
    expect(samplesOf(schema, formats, wanted)).toEqual(expected);
  });

  it("the sample values are a single value if no number is given", () => {
    expect(samplesOf({ type: "integer" }, formats)).toEqual([1]);
  });

  it("the sample texts have exactly the minimum length if that length is large", () => {
    const [text] = samplesOf(
      { type: "string", minLength: 150, maxLength: 150 },
      formats,
    ) as readonly string[];
    expect(text).toHaveLength(150);
    expect(text?.startsWith("something long enough")).toBe(true);
    expect(samplesOf({ type: "string", minLength: 4_999 }, formats)).toHaveLength(1);
    expect(samplesOf({ type: "string", minLength: 5_000 }, formats)).toEqual(["a".repeat(5_000)]);
  });

  it.each<readonly [number, readonly string[]]>([
    [1, ["x", "M", "S", "A", "e", ""]],
    [3, ["A1", "x", "Mal", "Som", "Ana", "exa"]],
    [11, ["Anan", "example", "A1", "x", "Malee Jaide", "Somchai Rak"]],
    [12, ["Malee Jaidee", "Anan", "example", "A1", "Sunrise#2026", "Moonlit#2027"]],
  ])(
    "the sample texts are words cut off at %i characters if too few short words exist",
    (maxLength, expected) => {
      expect(samplesOf({ type: "string", maxLength }, formats, 6)).toEqual(expected);
    },
  );

  it.each(Object.keys(formats))("the format %s has at least two different sample texts", (format) => {
    expect(new Set(samplesOf({ type: "string", format }, formats, 3)).size).toBeGreaterThanOrEqual(3);
  });

  it("the samples of an object differ in all required fields", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { a: { enum: ["A", "B"] }, b: { type: "integer" }, c: { type: "string" } },
      required: ["a", "b"],
    };
    expect(samplesOf(schema, formats, 9)).toEqual([
      { a: "A", b: 1 },
      { a: "B", b: 2 },
      { a: "A", b: 3 },
    ]);
  });
});

describe("the completion of an object by its schema", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      kind: { enum: ["A", "B", "C"] },
      home: {
        type: "object",
        properties: { street: { type: "string" }, number: { type: "integer" }, floor: { type: "integer" } },
        required: ["street", "number"],
      },
      free: { type: "string" },
      ofB: { type: "integer" },
      ofSecond: { type: "boolean" },
      impossible: { type: "string", enum: [] },
    },
    required: ["kind", "home", "impossible"],
    allOf: [where("kind", "B", { required: ["ofB"] }), where("ofB", 2, { required: ["ofSecond"] })],
  };
  const home = { street: "Malee Jaidee", number: 1 };

  it.each<readonly [string, JsonObject, number, readonly string[], JsonObject]>([
    ["adds the required fields of the schema", {}, 0, [], { kind: "A", home }],
    [
      "keeps given values",
      { kind: "C", free: "x", other: 1 },
      0,
      [],
      { kind: "C", free: "x", other: 1, home },
    ],
    ["adds the fields that a value requires", { kind: "B" }, 0, [], { kind: "B", home, ofB: 1 }],
    [
      "adds the fields that an added field requires",
      { kind: "B", ofB: 2 },
      0,
      [],
      { kind: "B", ofB: 2, home, ofSecond: false },
    ],
    ["keeps a given conditional field", { kind: "B", ofB: 7 }, 0, [], { kind: "B", ofB: 7, home }],
    [
      "completes nested objects",
      { home: { number: 9 } },
      0,
      [],
      { kind: "A", home: { number: 9, street: "Malee Jaidee" } },
    ],
    ["adds no withheld field", {}, 0, ["home"], { kind: "A" }],
    ["adds no withheld field of a nested object", {}, 0, ["home.street"], { kind: "A", home: { number: 1 } }],
    [
      "adds a field whose name begins with a withheld name",
      {},
      0,
      ["hom", "homely.street", "kind.street"],
      { kind: "A", home },
    ],
    ["adds nothing for a value whose field is withheld", { kind: "B" }, 0, ["ofB"], { kind: "B", home }],
    [
      "uses the second sample for a second object",
      {},
      1,
      [],
      { kind: "B", home: { street: "Somchai Rakdee", number: 2 }, ofB: 2, ofSecond: true },
    ],
    ["keeps a value that is not an object", { home: "x" }, 0, [], { kind: "A", home: "x" }],
  ])("%s", (_, given, variant, withheld, expected) => {
    expect(completed(schema, { given, formats, variant, withheld: new Set(withheld) })).toStrictEqual(
      expected,
    );
  });

  it("uses for every variant the only value that a field can have", () => {
    const only: JsonSchema = { type: "object", properties: { a: { const: "A" } }, required: ["a"] };
    expect(completed(only, { given: {}, formats, variant: 2 })).toEqual({ a: "A" });
  });

  it("adds the fields that two values require together only if both values are present", () => {
    const two: JsonSchema = {
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "integer" }, c: { type: "integer" } },
      allOf: [
        {
          if: { properties: { a: { const: 1 }, b: { const: 2 } }, required: ["a", "b"] },
          [consequence]: { required: ["c"] },
        },
      ],
    };
    expect(completed(two, { given: { a: 1, b: 3 }, formats })).toEqual({ a: 1, b: 3 });
    expect(completed(two, { given: { a: 1 }, formats })).toEqual({ a: 1 });
    expect(completed(two, { given: { a: 1, b: 2 }, formats })).toEqual({ a: 1, b: 2, c: 1 });
  });

  it("adds a field that a later value requires, even if the field is declared before that value", () => {
    const chain: JsonSchema = {
      type: "object",
      properties: { c: { type: "integer" }, b: { type: "integer" }, a: { type: "integer" } },
      required: ["a"],
      allOf: [where("a", 1, { required: ["b"] }), where("b", 1, { required: ["c"] })],
    };
    expect(completed(chain, { given: {}, formats })).toEqual({ a: 1, b: 1, c: 1 });
  });

  it("does not change the object that was given", () => {
    const given = { kind: "B" };
    completed(schema, { given, formats });
    expect(given).toEqual({ kind: "B" });
  });

  it("completes an optional object if the object was given", () => {
    const open: JsonSchema = {
      type: "object",
      properties: { home: (schema.properties as JsonObject).home as Json },
    };
    expect(completed(open, { given: {}, formats })).toEqual({});
    expect(completed(open, { given: { home: {} }, formats })).toEqual({ home });
  });
});
