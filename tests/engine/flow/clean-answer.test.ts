import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formats } from "../../../domain/formats.ts";
import { compileClean } from "../../../engine/flow/clean-answer.ts";
import { fieldsOf, normaliseSchema } from "../../../engine/flow/form-schema.ts";
import { inlineSchema } from "../../../engine/flow/inline-schema.ts";
import type { JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import { when } from "./fixtures/shop.ts";

const text = { type: "string" };
const schema: JsonSchema = {
  type: "object",
  properties: {
    kind: { type: "string", enum: ["card", "bank", "none"] },
    foreign: { type: "boolean" },
    number: text,
    country: text,
    address: { type: "object", properties: { road: text } },
    people: {
      type: "array",
      items: {
        type: "object",
        properties: { name: text, tin: text, why: text },
        allOf: [when({ name: "x" }, ["tin"])],
      },
    },
  },
  required: ["kind"],
  allOf: [
    when({ kind: "card" }, ["number"]),
    when({ kind: "bank" }, ["number", "foreign"]),
    when({ foreign: true }, ["country"]),
  ],
  additionalProperties: false,
};

describe("compileClean", () => {
  const cases: readonly [string, JsonObject, JsonObject][] = [
    [
      "texts are trimmed and composed, at every depth",
      { kind: "card ", number: "\u00a0 1 2\n", address: { road: " ถนน " }, people: [{ name: "e\u0301 " }] },
      { kind: "card", number: "1 2", address: { road: "ถนน" }, people: [{ name: "é" }] },
    ],
    [
      "unknown fields are removed, at every depth",
      { kind: "none", x: 1, address: { road: "A", y: 2 } },
      { kind: "none", address: { road: "A" } },
    ],
    [
      "a field stays if any of its conditions holds",
      { kind: "bank", number: "1" },
      { kind: "bank", number: "1" },
    ],
    ["a field is removed if none of its conditions holds", { kind: "none", number: "1" }, { kind: "none" }],
    [
      "a field that depends on a removed field is removed too",
      { kind: "card", foreign: true, country: "TH", number: "1" },
      { kind: "card", number: "1" },
    ],
    [
      "entries of a list are cleaned one by one",
      {
        kind: "none",
        people: [
          { name: "x", tin: "1" },
          { name: "y", tin: "1" },
        ],
      },
      { kind: "none", people: [{ name: "x", tin: "1" }, { name: "y" }] },
    ],
    [
      "a value of a wrong type stays, so that the validator rejects it",
      { kind: 3, people: "no", address: [] },
      { kind: 3, people: "no", address: [] },
    ],
    [
      "names of inherited object properties are unknown fields",
      JSON.parse('{"kind":"none","__proto__":{"a":1},"constructor":1}'),
      { kind: "none" },
    ],
  ];
  it.each(cases)("has the expected result: %s", (_, given, expected) => {
    const cleaned = compileClean(schema, formats)(given);
    expect(cleaned).toEqual(expected);
    expect(Object.keys(cleaned).sort()).toEqual(Object.keys(expected).sort());
  });

  it("normalises a name, and leaves a text that is not a name as the user typed it", () => {
    const names: JsonSchema = {
      type: "object",
      properties: { last: { ...text, means: "last-name" }, detail: text },
    };
    const typed = { last: "O\u2019N\u200Beil\u00A0 Ltd", detail: "don\u2019t" };
    const kept = { last: "O'Neil Ltd", detail: "don\u2019t" };
    expect(compileClean(names, formats)(typed)).toEqual(kept);
    expect(compileClean(normaliseSchema(names), formats)(typed)).toEqual(kept);
  });

  it("returns the given object itself if nothing is removed", () => {
    const answer = { kind: "card", number: "1", people: [{ name: "y" }] };
    expect(compileClean(schema, formats)(answer)).toBe(answer);
  });

  it("changes nothing when it is run a second time, and gives an equal result with the normalised schema", () => {
    const clean = compileClean(schema, formats);
    const other = compileClean(normaliseSchema(schema), formats);
    const value = fc.oneof(
      fc.constantFrom("card", "bank", "none", "x", true, false),
      fc.record({ road: fc.string() }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("kind", "foreign", "number", "country", "address", "z"), value),
        (answer) => {
          const once = clean(answer as JsonObject);
          expect(clean(once)).toBe(once);
          expect(other(answer as JsonObject)).toEqual(once);
        },
      ),
    );
  });
});

describe("a normalised schema", () => {
  it("declares a conditional field only under its condition, whatever the order of declarations", () => {
    const normal = normaliseSchema(schema);
    expect(Object.keys(normal.properties as JsonObject)).toEqual(["kind", "address", "people"]);
    expect(normal).not.toHaveProperty("additionalProperties");
    expect(fieldsOf(normal).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["number", "foreign", "country"]),
    );
  });

  it("includes the common schemas, and records where each common schema is used", () => {
    const faults: string[] = [];
    const inlined = inlineSchema(
      {
        type: "object",
        properties: { mail: { $ref: "common/email", maxLength: 9 }, other: { $ref: "common/none" } },
      },
      {
        common: { "common/email": { $id: "common/email", type: "string", format: "email", maxLength: 254 } },
        formats,
      },
      (fault) => faults.push(`${fault.pointer} ${fault.says.key}`),
    );
    expect((inlined.properties as JsonObject).mail).toEqual({
      type: "string",
      format: "email",
      maxLength: 9,
      common: "email",
    });
    expect(faults).toEqual(["/properties/other/$ref unknown-schema"]);
  });

  it("reports a common schema that refers to itself", () => {
    const faults: string[] = [];
    inlineSchema(
      { $ref: "common/a" },
      { common: { "common/a": { type: "object", properties: { a: { $ref: "common/a" } } } }, formats },
      (fault) => faults.push(fault.says.key),
    );
    expect(faults).toContain("schema-circle");
  });
});

describe("cleaning an optional field", () => {
  const line = { type: "string", minLength: 1 };
  const group = { type: "object", properties: { road: line, no: line }, required: ["road"] };
  const fields: JsonSchema = {
    type: "object",
    properties: {
      name: line,
      code: { type: "string", pattern: "^[A-Z]+$" },
      mail: { type: "string", format: "email" },
      note: { type: "string" },
      group,
      list: { type: "array", items: { type: "string" }, minItems: 1 },
      any: { type: "array", items: { type: "string" } },
      must: line,
      card: line,
    },
    required: ["must"],
    allOf: [when({ must: "a" }, ["card"])],
  };
  const clean = compileClean(fields, formats);

  it.each<readonly [what: string, answer: JsonObject, kept: JsonObject]>([
    ["an empty line is removed", { name: "" }, {}],
    ["a line of blanks is removed", { name: "  " }, {}],
    ["an empty text with a format is removed", { code: "", mail: "" }, {}],
    ["an empty list is removed if the list must not be empty", { list: [] }, {}],
    ["an empty group with a required field is removed", { group: {} }, {}],
    ["a group that becomes empty is removed", { group: { no: "", other: 1 } }, {}],
    ["a text that may be empty stays", { note: "" }, { note: "" }],
    ["a list that may be empty stays", { any: [] }, { any: [] }],
    ["a group with an invalid value stays", { group: { road: "" } }, { group: { road: "" } }],
    ["an empty required field stays, so that it is rejected", { must: "" }, { must: "" }],
    [
      "an empty field that another answer makes required stays",
      { must: "a", card: "" },
      { must: "a", card: "" },
    ],
    [
      "a filled field stays",
      { name: "A", list: ["a"], group: { road: "A" } },
      { name: "A", list: ["a"], group: { road: "A" } },
    ],
  ])("has the expected result: %s", (_, answer, kept) => {
    expect(clean(answer)).toEqual(kept);
  });
});

it("a secret is not changed by cleaning", () => {
  const secret = compileClean(
    {
      type: "object",
      properties: { password: { type: "string", writeOnly: true }, name: { type: "string" } },
    },
    formats,
  );
  expect(secret({ password: " e\u0301 ", name: " e\u0301 " })).toEqual({ password: " e\u0301 ", name: "é" });
});
