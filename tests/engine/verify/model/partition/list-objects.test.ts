import { describe, expect, it } from "vitest";
import type { Type } from "../../../../../engine/rules/types.ts";
import type { JsonSchema } from "../../../../../engine/values/json.ts";
import { schemaOfType } from "../../../../../engine/verify/model/partition/domain.ts";
import { cellsOf, integer, type Row, text, words } from "./lists.ts";

const person: Type = { kind: "object", fields: { kind: words, age: integer } };
const people = (...required: readonly string[]): JsonSchema => ({
  type: "array",
  items: { ...schemaOfType(person), required },
});

const rows: readonly Row[] = [
  [
    "objects for each enum value of a field",
    person,
    people("kind", "age"),
    { items: { kind: ["B"] } },
    [
      [],
      [{ kind: "B", age: 1 }],
      [{ kind: "A", age: 1 }],
      [
        { kind: "B", age: 1 },
        { kind: "A", age: 1 },
      ],
    ],
    true,
  ],
  [
    "objects with and without an optional field",
    person,
    { ...people("kind"), maxItems: 1 },
    { items: { age: [5] } },
    [[], [{ kind: "A", age: 4 }], [{ kind: "A", age: 5 }], [{ kind: "A", age: 6 }], [{ kind: "A" }]],
    true,
  ],
  [
    "any object, marked as inexact, if a field is unknown",
    person,
    { ...people("kind"), maxItems: 1 },
    { items: { gone: [5] } },
    [[], [{ kind: "A" }]],
    false,
  ],
  [
    "objects whose field is within its bounds",
    person,
    {
      type: "array",
      maxItems: 1,
      items: { type: "object", properties: { age: { type: "integer", minimum: 5 } }, required: ["age"] },
    },
    { items: { age: [5] } },
    [[], [{ age: 5 }], [{ age: 6 }]],
    true,
  ],
  [
    "objects whose field has only a type",
    person,
    { type: "array", maxItems: 1, items: { type: "object" } },
    { items: { kind: ["B"] } },
    [[], [{ kind: "B" }], [{ kind: "A" }], [{}]],
    true,
  ],
  [
    "objects, marked as inexact, if no other text is found for a field",
    { kind: "object", fields: { name: text } },
    {
      type: "array",
      maxItems: 1,
      items: {
        type: "object",
        properties: { name: { type: "string", pattern: "^x$" } },
        required: ["name"],
      },
    },
    { items: { name: ["x"] } },
    [[], [{ name: "x" }]],
    false,
  ],
  [
    "no object, marked as inexact, if none is found",
    person,
    {
      type: "array",
      items: { type: "object", properties: { kind: { type: "string", enum: [] } }, required: ["kind"] },
    },
    { items: { kind: ["B"] } },
    [[]],
    false,
  ],
  [
    "only the known fields, marked as inexact, if another field is unknown",
    person,
    { ...people("kind"), maxItems: 1 },
    { items: { gone: [5], kind: ["B"] } },
    [[], [{ kind: "B" }], [{ kind: "A" }]],
    false,
  ],
];

describe("the representatives of a list of objects", () => {
  it.each(rows)(
    "the representatives of a list of objects are correct: %s",
    (_, item, schema, asked, lists, exact) => {
      const found = cellsOf(item, schema, asked);
      expect({ lists: found.cells.map(({ value }) => value), exact: found.exact }).toEqual({ lists, exact });
    },
  );
});
