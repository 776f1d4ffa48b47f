import { describe, expect, test } from "vitest";
import { baht, units } from "../../../domain/decimals.ts";
import { formats } from "../../../domain/formats.ts";
import { typeAt, typeOfSchema, typesOfSchema } from "../../../engine/rules/index.ts";
import type { Type } from "../../../engine/rules/types.ts";
import type { JsonSchema } from "../../../engine/values/json.ts";

const nowhere = (): undefined => undefined;

describe("the type of a schema", () => {
  const table: readonly (readonly [JsonSchema, Type])[] = [
    [{ type: "boolean" }, { kind: "boolean" }],
    [{ type: "integer" }, { kind: "integer" }],
    [{ type: "number" }, { kind: "number" }],
    [{ type: "string" }, { kind: "string" }],
    [{}, { kind: "string" }],
    [
      { type: "string", format: "baht" },
      { kind: "decimal", of: baht },
    ],
    [
      { type: "string", format: "units" },
      { kind: "decimal", of: units },
    ],
    [{ type: "string", format: "date" }, { kind: "date" }],
    [{ type: "string", format: "date-time" }, { kind: "instant" }],
    [{ type: "string", format: "instant" }, { kind: "instant" }],
    [{ type: "string", format: "file-ref" }, { kind: "file" }],
    [{ type: "string", format: "email" }, { kind: "string" }],
    [{ format: "baht" }, { kind: "decimal", of: baht }],
    [{ const: "A" }, { kind: "enum", words: ["A"] }],
    [{ const: false }, { kind: "boolean" }],
    [{ enum: ["A", "B"] }, { kind: "enum", words: ["A", "B"] }],
    [
      { type: "string", enum: ["A"] },
      { kind: "enum", words: ["A"] },
    ],
    [{ enum: [true, false] }, { kind: "boolean" }],
    [{ enum: [1, 2] }, { kind: "integer", values: [1, 2] }],
    [{ enum: [1, 2.5] }, { kind: "number" }],
    [{ enum: [1, "A"] }, { kind: "string" }],
    [{ enum: [true, "A"] }, { kind: "string" }],
    [
      { type: "array", items: { type: "integer" } },
      { kind: "list", item: { kind: "integer" } },
    ],
    [{ type: "array" }, { kind: "list", item: { kind: "string" } }],
    [
      { type: "array", items: [{ type: "integer" }] },
      { kind: "list", item: { kind: "string" } },
    ],
    [{ type: "object" }, { kind: "object", fields: {} }],
    [{ properties: { a: { type: "integer" } } }, { kind: "object", fields: { a: { kind: "integer" } } }],
    [{ type: "object", properties: { a: true } } as JsonSchema, { kind: "object", fields: {} }],
    [
      { allOf: [{ properties: { a: { type: "integer" } } }] },
      { kind: "object", fields: { a: { kind: "integer" } } },
    ],
    [
      { type: "object", allOf: [true, null, []] },
      { kind: "object", fields: {} },
    ],
    [
      { type: "object", properties: { a: { type: "object", properties: { b: { type: "boolean" } } } } },
      {
        kind: "object",
        fields: { a: { kind: "object", fields: { b: { kind: "boolean" } } }, "a.b": { kind: "boolean" } },
      },
    ],
  ];

  test.each(table)("the type of the schema %j is %j", (schema, expected) => {
    expect(typeOfSchema(schema, formats, nowhere)).toEqual(expected);
  });

  test("the type of a schema includes the fields of both branches of a condition", () => {
    const schema = {
      type: "object",
      properties: { kind: { enum: ["A", "B"] } },
      allOf: [
        {
          if: { properties: { kind: { const: "A" } } },
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
          then: { properties: { kind: { const: "A" }, yes: { type: "integer" } } },
          else: { properties: { no: { type: "boolean" } } },
        },
      ],
    };
    expect(typesOfSchema(schema, { prefix: "", resolve: nowhere, formats })).toEqual({
      kind: { kind: "enum", words: ["A", "B"] },
      yes: { kind: "integer" },
      no: { kind: "boolean" },
    });
  });

  test("the type of a schema lists every data path, starting with the path of the whole value", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "object", properties: { b: { const: true } } } },
    };
    const types = typesOfSchema(schema, { prefix: "answers.x", resolve: nowhere, formats });
    expect(Object.keys(types)).toEqual(["answers.x", "answers.x.a", "answers.x.a.b"]);
    expect(typesOfSchema({ type: "integer" }, { prefix: "facts.n", resolve: nowhere, formats })).toEqual({
      "facts.n": { kind: "integer" },
    });
  });

  test("the type of a schema is found through up to sixteen references, and not through more", () => {
    const chain = (ref: string): JsonSchema =>
      Number(ref) === 0 ? { type: "boolean" } : { $ref: String(Number(ref) - 1) };
    expect(typeOfSchema({ $ref: "15" }, formats, chain)).toEqual({ kind: "boolean" });
    expect(typeOfSchema({ $ref: "16" }, formats, chain)).toEqual({ kind: "string" });
    expect(typeOfSchema({ $ref: "0" }, formats, nowhere)).toEqual({ kind: "string" });
    const round: JsonSchema = { type: "array", items: { $ref: "round" } };
    expect(JSON.stringify(typeOfSchema(round, formats, () => round)).match(/"list"/g)).toHaveLength(17);
    const group: JsonSchema = { type: "object", properties: { in: { $ref: "group" } } };
    expect(Object.keys(typesOfSchema(group, { prefix: "x", resolve: () => group, formats }))).toHaveLength(
      18,
    );
    const both: JsonSchema = { type: "object", allOf: [{ properties: { in: { $ref: "both" } } }] };
    expect(Object.keys(typesOfSchema(both, { prefix: "x", resolve: () => both, formats }))).toHaveLength(18);
  });
});

test("only the type of a list has a length, which is a whole number", () => {
  const types = {
    list: { kind: "list", item: { kind: "string" } },
    text: { kind: "string" },
    "a.length": { kind: "decimal", of: baht },
  } as const;
  expect(typeAt(types, "list")).toEqual(types.list);
  expect(typeAt(types, "list.length")).toEqual({ kind: "integer" });
  expect(typeAt(types, "a.length")).toEqual({ kind: "decimal", of: baht });
  for (const path of [
    "text.length",
    "gone.length",
    "list.lengths",
    "list.length.length",
    "gone",
    "",
    "length",
  ]) {
    expect(typeAt(types, path), path).toBe(undefined);
  }
});
