import { describe, expect, it } from "vitest";
import { formats } from "../../../domain/formats.ts";
import { type Field, fieldsOf, normaliseSchema, type SchemaFault } from "../../../engine/flow/form-schema.ts";
import { inlineSchema } from "../../../engine/flow/inline-schema.ts";
import type { Json, JsonSchema } from "../../../engine/values/json.ts";
import { where } from "./fixtures/visit.ts";

const COMMON = {
  "common/mail": { $id: "common/mail", type: "string", format: "email" },
  "common/home": { type: "object", properties: { mail: { $ref: "common/mail" } } },
  "common/loop": { type: "object", properties: { a: { $ref: "common/loop" } } },
  "common/wrong": { type: "object", properties: { "a/b": { type: "strnig" } } },
};

/** Returns the faults of a schema, and the schema after inlining. */
function inlined(schema: Json): { readonly schema: JsonSchema; readonly faults: readonly SchemaFault[] } {
  const faults: SchemaFault[] = [];
  return { schema: inlineSchema(schema, { common: COMMON, formats }, (fault) => faults.push(fault)), faults };
}

const object = (properties: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  ...rest,
});
const text = { type: "string" };

describe("a schema that uses the supported part of JSON Schema", () => {
  it.each([
    ["$id", "shop/choose"],
    ["$comment", "why"],
    ["description", "what"],
    ["type", "string"],
    ["properties", { a: { type: "string" } }],
    ["required", ["a"]],
    ["additionalProperties", false],
    ["enum", ["A"]],
    ["const", "A"],
    ["minLength", 1],
    ["maxLength", 2],
    ["pattern", "^a$"],
    ["format", "baht"],
    ["minimum", 1],
    ["maximum", 2],
    ["exclusiveMinimum", 1],
    ["exclusiveMaximum", 2],
    ["multipleOf", 2],
    ["items", { type: "string" }],
    ["minItems", 1],
    ["maxItems", 2],
    ["uniqueItems", true],
    ["minProperties", 1],
    ["allOf", [{ enum: ["A"] }]],
    ["if", { type: "string" }],
    ["then", { type: "string" }],
    ["writeOnly", true],
    ["common", "name"],
  ])("a schema keeps the keyword %s unchanged", (keyword, value) => {
    expect(inlined({ [keyword]: value })).toEqual({ schema: { [keyword]: value }, faults: [] });
  });

  it.each(["object", "array", "string", "integer", "number", "boolean"])(
    "a schema may contain the type %s",
    (type) => {
      expect(inlined({ type }).faults).toEqual([]);
    },
  );

  it.each(Object.keys(formats))("a schema may contain the format %s", (format) => {
    const type = formats[format as keyof typeof formats].type.kind === "integer" ? "integer" : "string";
    expect(inlined({ type, format }).faults).toEqual([]);
  });

  it("common schemas are copied into a schema at any depth, and their names are recorded", () => {
    const mail = { type: "string", format: "email", common: "mail" };
    const reference = { $ref: "common/mail" };
    const branch = where({ kind: "A" }, { properties: { b: reference } });
    expect(
      inlined(
        object(
          {
            a: reference,
            home: { $ref: "common/home" },
            many: { type: "array", items: { ...reference, maxLength: 9 } },
          },
          { allOf: [branch, { properties: { c: reference } }] },
        ),
      ),
    ).toEqual({
      faults: [],
      schema: object(
        {
          a: mail,
          home: object({ mail }, { common: "home" }),
          many: { type: "array", items: { ...mail, maxLength: 9 } },
        },
        { allOf: [where({ kind: "A" }, { properties: { b: mail } }), { properties: { c: mail } }] },
      ),
    });
  });

  it.each([
    ["a value that is not an object", "text", [["", { key: "schema-not-object" }]], {}],
    ["a list", [], [["", { key: "schema-not-object" }]], {}],
    [
      "a field that is not a schema",
      object({ "a/b~c": 1 }),
      [["/properties/a~1b~0c", { key: "schema-not-object" }]],
      object({ "a/b~c": {} }),
    ],
    ["properties that are not an object", { properties: [] }, [], { properties: {} }],
    ["an allOf that is not a list", { allOf: {} }, [], { allOf: [] }],
    [
      "a title inside a condition",
      { allOf: [{ if: { title: "x" } }] },
      [["/allOf/0/if/title", { key: "schema-keyword.title" }]],
      { allOf: [{ if: {} }] },
    ],
    [
      "an entry of allOf that is not a schema",
      { allOf: [{}, 1] },
      [["/allOf/1", { key: "schema-not-object" }]],
      { allOf: [{}, {}] },
    ],
    ["items that are not a schema", { items: 1 }, [["/items", { key: "schema-not-object" }]], { items: {} }],
    ["a title", { title: "Name" }, [["/title", { key: "schema-keyword.title" }]], {}],
    ["an else", { else: {} }, [["/else", { key: "schema-keyword.else" }]], {}],
    [
      "a keyword outside the subset",
      object({ a: { oneOf: [] } }),
      [["/properties/a/oneOf", { key: "schema-keyword", params: { keyword: "oneOf" } }]],
      object({ a: {} }),
    ],
    [
      "a default, which the user may never have entered",
      object({ a: { const: true, default: true } }),
      [["/properties/a/default", { key: "schema-keyword", params: { keyword: "default" } }]],
      object({ a: { const: true } }),
    ],
    [
      "a type outside the subset",
      { type: ["string", "null"] },
      [
        [
          "/type",
          {
            key: "schema-type",
            params: {
              type: '["string","null"]',
              types: ["object", "array", "string", "integer", "number", "boolean"],
            },
          },
        ],
      ],
      { type: ["string", "null"] },
    ],
    [
      "an unknown format",
      { format: "bath" },
      [["/format", { key: "unknown-format", params: { format: '"bath"', formats: Object.keys(formats) } }]],
      { format: "bath" },
    ],
    [
      "a format named like an inherited property",
      { format: "constructor" },
      [
        [
          "/format",
          { key: "unknown-format", params: { format: '"constructor"', formats: Object.keys(formats) } },
        ],
      ],
      { format: "constructor" },
    ],
    [
      "an invalid pattern",
      { pattern: "(" },
      [["/pattern", { key: "bad-pattern", params: { pattern: "(" } }]],
      { pattern: "(" },
    ],
    [
      "a pattern that is invalid with the flag u",
      { pattern: "\\-" },
      [["/pattern", { key: "bad-pattern", params: { pattern: "\\-" } }]],
      { pattern: "\\-" },
    ],
    [
      "a pattern that could block the server",
      { pattern: "^(a+)+$" },
      [["/pattern", { key: "bad-pattern.slow", params: { pattern: "^(a+)+$" } }]],
      { pattern: "^(a+)+$" },
    ],
    [
      "an unknown reference",
      object({ a: { $ref: "common/bath" } }),
      [
        [
          "/properties/a/$ref",
          { key: "unknown-schema", params: { name: '"common/bath"', known: Object.keys(COMMON) } },
        ],
      ],
      object({ a: {} }),
    ],
    [
      "a reference named like an inherited property",
      { $ref: "constructor" },
      [["/$ref", { key: "unknown-schema", params: { name: '"constructor"', known: Object.keys(COMMON) } }]],
      {},
    ],
    [
      "a reference that is not a text",
      { $ref: 1, type: "string" },
      [["/$ref", { key: "unknown-schema", params: { name: "1", known: Object.keys(COMMON) } }]],
      text,
    ],
  ] as readonly (readonly [string, Json, readonly unknown[], JsonSchema])[])(
    "a schema with a fault is read as far as possible, and the fault is reported: %s",
    (_, schema, faults, rest) => {
      const read = inlined(schema);
      expect(read.faults.map(({ pointer, says }) => [pointer, says])).toEqual(faults);
      expect(read.faults.every(({ file }) => file === undefined)).toBe(true);
      expect(read.schema).toEqual(rest);
    },
  );

  it("a fault of a common schema is reported in the file of that schema", () => {
    expect(inlined(object({ a: { $ref: "common/wrong" } })).faults).toMatchObject([
      { file: "schemas/common/wrong.json", pointer: "/properties/a~1b/type", says: { key: "schema-type" } },
    ]);
    expect(inlined(object({ a: { $ref: "common/loop" } })).faults).toEqual([
      {
        file: "schemas/common/loop.json",
        pointer: "/properties/a/$ref",
        says: { key: "schema-circle", params: { name: "common/loop" } },
      },
    ]);
  });
});

/**
 * Returns the fields by name: whether they are required, and the conditions under which they are asked or
 * required.
 */
function summary(fields: readonly Field[]) {
  return Object.fromEntries(
    fields.map(({ name, required, when, requiredWhen, schema }) => [
      name,
      { required, when, requiredWhen, schema },
    ]),
  );
}

describe("the fields of an object schema", () => {
  const plain = { required: false, when: [], requiredWhen: [], schema: text };

  it.each([
    ["no properties", {}, {}],
    ["properties that are not an object", { properties: 1, required: "a" }, {}],
    [
      "required fields",
      object({ a: text, b: text }, { required: ["a", 1] }),
      { a: { ...plain, required: true }, b: plain },
    ],
    [
      "a field under a condition",
      object({ a: text }, { allOf: [where({ a: "X" }, { properties: { b: text } })] }),
      { a: plain, b: { ...plain, when: [{ a: ["X"] }] } },
    ],
    [
      "a field that is required under a condition",
      object({ a: text }, { allOf: [where({ a: "X" }, { properties: { b: text }, required: ["b"] })] }),
      { a: plain, b: { ...plain, when: [{ a: ["X"] }], requiredWhen: [{ a: ["X"] }] } },
    ],
    [
      "a field under either of two conditions",
      object(
        { a: text },
        {
          allOf: [
            where({ a: "X" }, { properties: { b: text }, required: ["b"] }),
            where({ a: "Y" }, { properties: { b: { type: "integer" } } }),
            where({ a: "Z" }, { properties: { b: text }, required: ["b"] }),
          ],
        },
      ),
      {
        a: plain,
        b: {
          ...plain,
          when: [{ a: ["X"] }, { a: ["Y"] }, { a: ["Z"] }],
          requiredWhen: [{ a: ["X"] }, { a: ["Z"] }],
        },
      },
    ],
    [
      "a field that is declared unconditionally and also named under a condition",
      object({ a: text, b: text }, { allOf: [where({ a: "X" }, { required: ["b"] })] }),
      { a: plain, b: { ...plain, when: [{ a: ["X"] }], requiredWhen: [{ a: ["X"] }] } },
    ],
    [
      "a field that a condition only narrows",
      object({ a: text, b: text }, { allOf: [where({ a: "X" }, { properties: { b: { enum: ["B"] } } })] }),
      { a: plain, b: plain },
    ],
    [
      "a required field that a condition narrows",
      object(
        { a: text, b: text },
        { required: ["b"], allOf: [where({ a: "X" }, { properties: { b: { enum: ["B"] } } })] },
      ),
      { a: plain, b: { ...plain, required: true } },
    ],
    ["an allOf that is not a list", object({ a: text }, { allOf: {} }), { a: plain }],
    [
      "entries that are not conditions",
      object({ a: text }, { allOf: [1, { maxLength: 1 }, { if: 1 }] }),
      { a: plain },
    ],
    [
      "a condition without a consequence",
      object({ a: text }, { allOf: [{ if: where({ a: "X" }, {}).if as Json }] }),
      { a: plain },
    ],
  ] as readonly (readonly [string, JsonSchema, object])[])(
    "the fields are sorted into required, optional and conditional fields for a schema with %s",
    (_, schema, expected) => {
      expect(summary(fieldsOf(schema))).toEqual(expected);
    },
  );

  it("a condition may narrow a field; a fault at the top level has a short pointer", () => {
    const narrowed = object(
      { a: text, b: text },
      { required: ["b"], allOf: [where({ a: "X" }, { properties: { b: text } })] },
    );
    const pointers: string[] = [];
    fieldsOf(narrowed, ({ pointer }) => pointers.push(pointer));
    fieldsOf(object({}, { required: ["b"] }), ({ pointer }) => pointers.push(pointer));
    expect(pointers).toEqual(["/required"]);
  });

  it("a field is asked for each of the values that its condition names", () => {
    const test = { properties: { a: { enum: ["X", "Y"] } }, required: ["a"] };
    const keyword = "then";
    const schema = object({ a: text }, { allOf: [{ if: test, [keyword]: { properties: { b: text } } }] });
    expect(summary(fieldsOf(schema)).b?.when).toEqual([{ a: ["X", "Y"] }]);
  });

  const keyword = "then";
  const then = { properties: { b: text } };
  it.each([
    [
      "a requirement of an undeclared field",
      object({ a: text }, { required: ["a", "b"] }),
      "/at/required",
      "unknown-field.undeclared-near",
      { name: "b", near: "a" },
    ],
    [
      "a conditional requirement of an undeclared field",
      object({ a: text }, { allOf: [{ enum: [] }, where({ a: "X" }, { required: ["colour"] })] }),
      "/at/allOf/1/then/required",
      "unknown-field.undeclared",
      { name: "colour" },
    ],
    [
      "a field that is required twice",
      object({ a: text, b: text }, { required: ["b"], allOf: [where({ a: "X" }, { required: ["b"] })] }),
      "/at/allOf/0/then/required",
      "required-twice",
      { name: "b" },
    ],
    [
      "a second declaration of a conditional field, which would be ignored",
      object(
        { a: text, b: text },
        { allOf: [where({ a: "X" }, { required: ["b"], properties: { b: { ...text, minLength: 9 } } })] },
      ),
      "/at/allOf/0/then/properties/b",
      "declared-twice",
      { name: "b" },
    ],
    [
      "two different declarations of a conditional field",
      object(
        { a: text },
        {
          allOf: [
            where({ a: "X" }, { properties: { "b/c": text } }),
            where({ a: "Y" }, { properties: { "b/c": { type: "integer" } } }),
          ],
        },
      ),
      "/at/allOf/1/then/properties/b~1c",
      "declared-twice",
      { name: "b/c" },
    ],
    [
      "a comparison with a value that is not a text",
      object(
        { "a/b": text },
        { allOf: [{ if: { properties: { "a/b": { minLength: 1 } }, required: ["a/b"] }, [keyword]: then }] },
      ),
      "/at/allOf/0/if/properties/a~1b",
      "condition-form.values",
      { name: "a/b" },
    ],
    [
      "a comparison without a schema",
      object({ a: text }, { allOf: [{ if: { properties: { a: 1 }, required: ["a"] }, [keyword]: then }] }),
      "/at/allOf/0/if/properties/a",
      "condition-form.values",
      { name: "a" },
    ],
    [
      "a condition that holds without an answer",
      object({ a: text }, { allOf: [{ if: { properties: { a: { const: "X" } } }, [keyword]: then }] }),
      "/at/allOf/0/if/required",
      "condition-form.required",
      { name: "a" },
    ],
    [
      "an empty condition",
      object({ a: text }, { allOf: [{ if: { required: ["a"] }, [keyword]: then }] }),
      "/at/allOf/0/if",
      "condition-form.empty",
      undefined,
    ],
  ] as readonly (readonly [string, JsonSchema, string, string, object | undefined])[])(
    "the reading of the fields of an object schema reports %s",
    (_, schema, pointer, key, params) => {
      const faults: SchemaFault[] = [];
      fieldsOf(schema, (fault) => faults.push(fault), "/at");
      expect(faults).toEqual([{ pointer, says: params === undefined ? { key } : { key, params } }]);
    },
  );
});

describe("normaliseSchema", () => {
  const conditional = (test: JsonSchema, consequence: JsonSchema): JsonSchema => ({
    if: test,
    [keyword]: consequence,
  });
  const keyword = "then";
  const is = (name: string, value: Json): JsonSchema => ({
    properties: { [name]: { const: value } },
    required: [name],
  });

  it.each([
    ["a plain value stays", text, text],
    ["a list of plain values stays", { type: "array", items: text }, { type: "array", items: text }],
    ["a list without a schema for its entries stays", { type: "array" }, { type: "array" }],
    [
      "entries of a list are normalised",
      { type: "array", items: object({ a: text }, { additionalProperties: false }), minItems: 1 },
      { type: "array", items: object({ a: text }), minItems: 1 },
    ],
    [
      "a conditional field is declared only under its condition",
      object({ a: text, b: text }, { required: ["a"], allOf: [where({ a: "X" }, { required: ["b"] })] }),
      object(
        { a: text },
        { required: ["a"], allOf: [conditional(is("a", "X"), { properties: { b: text }, required: ["b"] })] },
      ),
    ],
    [
      "fields with the same condition are grouped",
      object(
        { a: text },
        {
          allOf: [
            where({ a: "X" }, { properties: { b: text } }),
            where({ a: "X" }, { properties: { c: text }, required: ["c"] }),
            where({ a: "Y" }, { properties: { c: text }, required: ["c"] }),
          ],
        },
      ),
      object(
        { a: text },
        {
          allOf: [
            conditional(is("a", "X"), { properties: { b: text, c: text }, required: ["c"] }),
            conditional(is("a", "Y"), { properties: { c: text }, required: ["c"] }),
          ],
        },
      ),
    ],
    [
      "several required fields under one condition are all required",
      object(
        { a: text },
        { allOf: [where({ a: "X" }, { properties: { b: text, c: text }, required: ["b", "c"] })] },
      ),
      object(
        { a: text },
        { allOf: [conditional(is("a", "X"), { properties: { b: text, c: text }, required: ["b", "c"] })] },
      ),
    ],
    [
      "a condition with several values keeps all of these values",
      object(
        { a: text },
        {
          allOf: [
            conditional(
              { properties: { a: { enum: ["X", "Y"] } }, required: ["a"] },
              { properties: { b: text } },
            ),
          ],
        },
      ),
      object(
        { a: text },
        {
          allOf: [
            conditional(
              { properties: { a: { enum: ["X", "Y"] } }, required: ["a"] },
              { properties: { b: text } },
            ),
          ],
        },
      ),
    ],
    [
      "a condition on two fields names both fields",
      object({ a: text, c: text }, { allOf: [where({ a: "X", c: "Y" }, { properties: { b: text } })] }),
      object(
        { a: text, c: text },
        {
          allOf: [
            conditional(
              { properties: { a: { const: "X" }, c: { const: "Y" } }, required: ["a", "c"] },
              { properties: { b: text } },
            ),
          ],
        },
      ),
    ],
    [
      "constraints on an unconditional field stay, before the conditional fields",
      object(
        { a: text, b: text },
        {
          allOf: [
            where({ a: "X" }, { properties: { b: { enum: ["B"] }, c: text } }),
            where({ a: "Y" }, { properties: { c: text } }),
            { if: is("a", "Z") },
            { minProperties: 1 },
          ],
        },
      ),
      object(
        { a: text, b: text },
        {
          allOf: [
            { minProperties: 1 },
            conditional(is("a", "X"), { properties: { b: { enum: ["B"] } } }),
            conditional(is("a", "X"), { properties: { c: text } }),
            conditional(is("a", "Y"), { properties: { c: text } }),
          ],
        },
      ),
    ],
    [
      "nested groups are normalised",
      object({ a: object({ b: text }, { additionalProperties: false, required: ["b"] }) }),
      object({ a: object({ b: text }, { required: ["b"] }) }),
    ],
  ] as readonly (readonly [string, JsonSchema, JsonSchema])[])(
    "has the expected result: %s",
    (_, schema, expected) => {
      expect(normaliseSchema(schema)).toEqual(expected);
    },
  );

  it.each([
    ["in a group", object({ "a/b": object({}, { required: ["c"] }) }), "/properties/a~1b/required"],
    [
      "in the entries of a list",
      { type: "array", items: object({}, { required: ["c"] }) },
      "/items/required",
    ],
    [
      "in the entries of a list of a field",
      object({ list: { type: "array", items: object({}, { required: ["c"] }) } }),
      "/properties/list/items/required",
    ],
  ] as readonly (readonly [string, JsonSchema, string])[])(
    "a fault %s is reported at the right location",
    (_, schema, pointer) => {
      const faults: SchemaFault[] = [];
      normaliseSchema(schema, (fault) => faults.push(fault));
      expect(faults.map((fault) => fault.pointer)).toEqual([pointer]);
    },
  );
});
