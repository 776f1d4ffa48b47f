import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { END, next, YES } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";
import { when } from "../../flow/fixtures/shop.ts";
import { told } from "./rules-found.ts";

/** Returns the findings about a form with this schema. */
function found(ask: JsonObject) {
  const form = { kind: "form", next: next("done") };
  return prove(small({ steps: { ask: form, done: END }, forms: { ask } }));
}

/** Returns the findings about a form with one required field. */
const foundOf = (field: JsonObject) => found({ a: field }).map(told);

const nothingFits = (reason: unknown, pointer = "/properties/a") => [
  ["error", pointer, { key: "schema-unsatisfiable", params: { reason } }],
];
const undecided = (reason: unknown, pointer = "/properties/a") => [
  ["error", pointer, { key: "not-proved.schema", params: { reason } }],
];
const words = (...given: readonly unknown[]) => ({
  key: "reasons.words",
  params: { words: JSON.stringify(given) },
});
const bounds = (least: string, from: number, most: string, to: number) => ({
  key: "reasons.bounds",
  params: { least, from, most, to },
});
const items = (least: number, kinds: number) => ({ key: "reasons.items", params: { least, kinds } });
const texts = (...keywords: readonly string[]) => ({ key: "reasons.texts", params: { keywords } });
const AB = { type: "string", enum: ["a", "b"] };
const SHORT = { type: "string", enum: ["long"], maxLength: 2 };
const list = (more: JsonObject): JsonObject => ({ type: "array", items: AB, ...more });

describe("the check that each field of a form has a valid answer", () => {
  it.each<readonly [what: string, field: JsonObject, findings: readonly unknown[]]>([
    ["a field with a valid value", { type: "string", minLength: 1 }, []],
    ["a list of values of which one is valid", { type: "string", enum: ["long", "a"], maxLength: 2 }, []],
    ["a list of values that are all too long", SHORT, nothingFits(words("long"))],
    ["a list of one value", { type: "string", const: "long", maxLength: 2 }, nothingFits(words("long"))],
    [
      "an invalid value beside valid ones",
      { type: "string", const: "c", enum: ["a"] },
      nothingFits(words("c")),
    ],
    [
      "contradictory bounds of a number",
      { type: "integer", minimum: 3, maximum: 2 },
      nothingFits(bounds("minimum", 3, "maximum", 2)),
    ],
    ["equal bounds", { type: "integer", minimum: 3, maximum: 3 }, []],
    ["a minimum alone", { type: "integer", minimum: 3 }, []],
    ["a maximum alone", { type: "integer", maximum: -3 }, []],
    [
      "bounds without a whole number between",
      { type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 4 },
      nothingFits({ key: "reasons.integers" }),
    ],
    [
      "bounds with one whole number between",
      { type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 5 },
      [],
    ],
    ["a whole number at the bound", { type: "integer", minimum: 3, exclusiveMaximum: 4 }, []],
    [
      "bounds without a multiple between",
      { type: "integer", minimum: 1901, maximum: 1999, multipleOf: 1000 },
      nothingFits({ key: "reasons.integers" }),
    ],
    ["a multiple at the bound", { type: "integer", minimum: 1901, maximum: 2000, multipleOf: 1000 }, []],
    [
      "contradictory bounds of a length",
      { type: "string", minLength: 3, maxLength: 2 },
      nothingFits(bounds("minLength", 3, "maxLength", 2)),
    ],
    [
      "contradictory bounds of a list",
      list({ minItems: 3, maxItems: 2 }),
      nothingFits(bounds("minItems", 3, "maxItems", 2)),
    ],
    [
      "a list of more different items than there are values",
      list({ minItems: 3, uniqueItems: true }),
      nothingFits(items(3, 2)),
    ],
    ["a list of as many different items as there are values", list({ minItems: 2, uniqueItems: true }), []],
    ["a list whose items may be equal", list({ minItems: 3 }), []],
    [
      "a list of more different items than there are booleans",
      list({ items: YES, minItems: 3, uniqueItems: true }),
      nothingFits(items(3, 2)),
    ],
    ["a list of both booleans", list({ items: YES, minItems: 2, uniqueItems: true }), []],
    ["a list of different numbers", list({ items: { type: "integer" }, minItems: 3, uniqueItems: true }), []],
    [
      "a list of more whole numbers than exist",
      list({ items: { type: "integer", minimum: 1, maximum: 3 }, minItems: 4, uniqueItems: true }),
      nothingFits(items(4, 3)),
    ],
    [
      "a list of more values than are valid",
      list({ items: { ...AB, pattern: "^a" }, minItems: 2, uniqueItems: true }),
      nothingFits(items(2, 1)),
    ],
    [
      "exclusive bounds of any number",
      { type: "number", exclusiveMinimum: 3, maximum: 3 },
      nothingFits(bounds("exclusiveMinimum", 3, "maximum", 3)),
    ],
    [
      "a pattern longer than the maximum length",
      { type: "string", pattern: "^[0-9]{13}$", minLength: 1, maxLength: 10 },
      nothingFits(texts("pattern ^[0-9]{13}$", "maxLength 10")),
    ],
    [
      "two patterns",
      { type: "string", pattern: "^[0-9]+$", allOf: [{ pattern: "^[A-Z]" }] },
      nothingFits(texts("pattern ^[0-9]+$", "pattern ^[A-Z]")),
    ],
    [
      "a format and a pattern",
      { type: "string", format: "thai-id", pattern: "^[A-Z]{2}" },
      nothingFits(texts("pattern ^[A-Z]{2}", "format thai-id")),
    ],
    [
      "a format and an enum value",
      { type: "string", format: "pin", enum: ["12345"] },
      nothingFits(words("12345")),
    ],
    ["a pattern that few texts match", { type: "string", pattern: "^(?=.*k)(?=.*7)[a-z]{6}[0-9]{2}$" }, []],
    [
      "a list of at least one impossible item",
      list({ items: SHORT, minItems: 1 }),
      nothingFits(words("long")),
    ],
    ["a list of impossible items that may be empty", list({ items: SHORT }), []],
    ["bounds for values of another type", { ...AB, minItems: 1, items: SHORT }, []],
  ])("gives the expected findings, with the reason, for %s", (_, field, findings) => {
    expect(foundOf(field)).toEqual(findings);
  });

  it("names the file of the form's schema", () => {
    expect(found({ a: SHORT })).toMatchObject([
      { file: "schemas/small/ask.json", code: "schema-unsatisfiable", pointer: "/properties/a" },
    ]);
  });

  it("reports each field without a valid answer, and then nothing more about the flow is proved", () => {
    const form = (to: string): JsonObject => ({ kind: "form", next: next(to) });
    const definition = small({
      steps: {
        ask: form("more"),
        more: { kind: "form", next: next([{ var: "answers.ask.c" }, "never"], "never") },
        never: END,
      },
      forms: { ask: { a: SHORT, b: { ...AB, const: "c" }, c: YES }, more: { a: SHORT } },
    });
    expect(prove(definition).map(({ file, pointer }) => [file, pointer])).toEqual([
      ["schemas/small/ask.json", "/properties/a"],
      ["schemas/small/ask.json", "/properties/b"],
      ["schemas/small/more.json", "/properties/a"],
    ]);
  });
});

describe("the fields that this check includes", () => {
  it("the check does not include an optional field", () => {
    expect(found({ "a?": SHORT })).toEqual([]);
  });

  it("the check includes a field that becomes necessary through a second field", () => {
    const asked: JsonObject = {
      type: "object",
      properties: { on: YES, a: SHORT },
      required: ["on"],
      allOf: [when({ on: true }, ["a"])],
    };
    expect(found(asked).map(told)).toEqual(nothingFits(words("long")));
  });

  it("the check includes fields that are nested in a field", () => {
    const inside = { type: "object", properties: { b: SHORT, c: SHORT }, required: ["b"] };
    expect(foundOf(inside)).toEqual(nothingFits(words("long"), "/properties/a/properties/b"));
    expect(found({ "a?": inside })).toEqual([]);
  });
});

describe("a field for which the check finds no answer", () => {
  const far = (count: number): JsonObject => ({ type: "string", pattern: `^(.)\\1{${count}}7$` });

  it("reports a text field for which no answer is found", () => {
    expect(foundOf(far(1))).toEqual(undecided(JSON.stringify(far(1))));
  });

  it("reports only the beginning of a long field schema", () => {
    const long = { ...far(1), pattern: `^(.)\\1[${"z".repeat(200)}]$` };
    expect(foundOf(long)).toEqual(undecided(JSON.stringify(long).slice(0, 120)));
  });

  it("reports an object as proved if its fields can be answered only separately", () => {
    const then = (values: JsonObject, properties: JsonObject) => ({
      ...when(values, []),
      ["then" as string]: { properties },
    });
    const object: JsonObject = {
      type: "object",
      properties: { on: YES, a: AB },
      required: ["on", "a"],
      allOf: [
        then({ on: true }, { a: { const: "a" } }),
        then({ a: "a" }, { on: { const: false } }),
        then({ on: false }, { a: { const: "b" } }),
        then({ a: "b" }, { on: { const: true } }),
      ],
    };
    expect(foundOf(object)).toEqual(nothingFits({ key: "reasons.fields" }));
    expect(found(object).map(told)).toEqual(nothingFits({ key: "reasons.fields" }, ""));
    const open = { ...object, allOf: (object.allOf as JsonObject[]).slice(0, 3) };
    expect(found(open)).toEqual([]);
  });

  it("reports a field without an answer as an error, because the proof cannot continue after that field", () => {
    const definition = small({
      steps: {
        ask: {
          kind: "form",
          next: next([{ var: "answers.ask.b" }, "a"], [{ var: "answers.ask.b" }, "done"], "done"),
        },
        a: END,
        done: END,
      },
      forms: { ask: { a: far(1), b: YES } },
    });
    expect(prove(definition).map(({ code, severity }) => [code, severity])).toEqual([
      ["not-proved", "error"],
    ]);
  });
});
