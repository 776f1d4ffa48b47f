import { describe, expect, it } from "vitest";
import { units } from "../../../../../domain/decimals.ts";
import { formats } from "../../../../../domain/formats.ts";
import type { Json } from "../../../../../engine/values/json.ts";
import { placeUse, type Use } from "../../../../../engine/verify/model/partition/uses.ts";
import { variablesOf } from "../../../../../engine/verify/model/partition/variables.ts";
import { integer, money, type Place, text, times, valuesOf, variable, words } from "./places.ts";

type Row = readonly [what: string, place: Place, values: readonly Json[], exact: boolean];

const rows: readonly Row[] = [
  ["both booleans", { type: { kind: "boolean" } }, [true, false], true],
  [
    "the only allowed boolean",
    { type: { kind: "boolean" }, schema: { type: "boolean", const: true } },
    [true],
    true,
  ],
  ["one enum value for all of them", { type: words }, ["A"], true],
  [
    "the enum values that are named, and one for the others",
    { type: words, constants: ["C"] },
    ["C", "A"],
    true,
  ],
  [
    "every enum value if each is named",
    { type: words, constants: ["D", "C", "B", "A"] },
    ["A", "B", "C", "D"],
    true,
  ],
  [
    "no enum value that the schema rejects",
    { type: words, schema: { enum: ["B", "C"] }, constants: ["A", "B"] },
    ["B", "C"],
    true,
  ],
  [
    "every enum value if they are in arithmetic",
    { type: words, calculated: true },
    ["A", "B", "C", "D"],
    true,
  ],
  [
    "every number of a closed list",
    { type: { kind: "integer", values: [1, 5, 9] }, constants: [5] },
    [1, 5, 9],
    true,
  ],
  ["numbers below, at and above a constant", { type: integer, constants: [5] }, [4, 5, 6], true],
  [
    "numbers within bounds",
    { type: integer, schema: { type: "integer", minimum: 0, maximum: 5 }, constants: [5] },
    [0, 5],
    true,
  ],
  [
    "each number of a small range in arithmetic",
    { type: integer, schema: { type: "integer", minimum: 2, maximum: 5 }, calculated: true },
    [2, 3, 4, 5],
    true,
  ],
  [
    "a few numbers of a large range in arithmetic",
    { type: integer, constants: [5], calculated: true },
    [4, 5, 6],
    false,
  ],
  [
    "a number beyond which numbers are no longer distinguished",
    { type: integer, constants: [2 ** 53] },
    [2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2],
    false,
  ],
  [
    "the last number that is distinguished from the next one",
    { type: integer, constants: [2 ** 53 - 1] },
    [2 ** 53 - 2, 2 ** 53 - 1, 2 ** 53],
    true,
  ],
  [
    "multiples of a step",
    { type: integer, schema: { type: "integer", minimum: 1, multipleOf: 5 }, constants: [10] },
    [5, 10, 15],
    true,
  ],
  [
    "the ranges that contain a multiple of a large step, marked as inexact, because one range has none",
    { type: integer, schema: { type: "integer", minimum: 1, multipleOf: 50 }, constants: [10] },
    [],
    false,
  ],
  [
    "amounts below, at and above a constant",
    { type: money, constants: ["100.00"] },
    ["0.00", "100.00", "100.01"],
    true,
  ],
  [
    "amounts only, even if booleans are compared",
    { type: money, constants: [true, "100.00"] },
    ["0.00", "100.00", "100.01"],
    true,
  ],
  [
    "units below, at and above a constant",
    { type: { kind: "decimal", of: units }, constants: ["1.0000"] },
    ["0.0000", "1.0000", "1.0001"],
    true,
  ],
  [
    "days before, at and after a constant",
    { type: { kind: "date" }, constants: ["2026-03-01"] },
    ["0001-01-01", "2026-03-01", "2026-03-02"],
    true,
  ],
  [
    "dates only, even if other values are compared",
    { type: { kind: "date" }, constants: ["soon"] },
    ["0001-01-01"],
    true,
  ],
  [
    "numbers with fractions",
    { type: { kind: "number" }, schema: { minimum: 0, maximum: 8 }, constants: [4] },
    [2, 4, 6],
    true,
  ],
  ["lists for a list", { type: { kind: "list", item: words } }, [[], ["A"]] as readonly Json[], true],
  [
    "a few numbers on both sides of zero in arithmetic",
    { type: integer, schema: { type: "integer", minimum: -100, maximum: 100 }, calculated: true },
    [-100],
    false,
  ],
  ["the next multiple", { type: integer, schema: { type: "integer", minimum: 1, multipleOf: 2 } }, [2], true],
  [
    "a multiple twenty steps away",
    { type: integer, schema: { type: "integer", minimum: 1, multipleOf: 21 } },
    [21],
    true,
  ],
  [
    "no multiple further away",
    { type: integer, schema: { type: "integer", minimum: 1, multipleOf: 22 } },
    [],
    false,
  ],
  ["one text for all texts", { type: text }, ["Malee Jaidee"], true],
  [
    "the texts that are named, and another",
    { type: text, constants: ["x", "Malee Jaidee"] },
    ["x", "Malee Jaidee", "Somchai Rakdee"],
    true,
  ],
  [
    "no text that the schema rejects",
    { type: text, schema: { type: "string", minLength: 3 }, constants: ["x"] },
    ["Malee Jaidee"],
    true,
  ],
  [
    "texts only, even if numbers are compared",
    { type: text, constants: ["x", 1, true] },
    ["x", "Malee Jaidee"],
    true,
  ],
  [
    "texts in arithmetic, marked as inexact",
    { type: text, constants: ["x"], calculated: true },
    ["x", "Malee Jaidee"],
    false,
  ],
  [
    "no other text if none is found",
    { type: text, schema: { type: "string", const: "x" }, constants: ["x"] },
    ["x"],
    false,
  ],
  ["one number if only its presence matters", { type: integer, constants: [5], valued: false }, [1], true],
  [
    "one object if only its presence matters",
    { type: { kind: "object", fields: {} }, valued: false },
    [{}],
    true,
  ],
  [
    "an empty object if no valid one is found",
    { type: { kind: "object", fields: {} }, schema: { type: "object", required: ["a"] }, valued: false },
    [{}],
    false,
  ],
  [
    "some text, although no valid one is found",
    { type: text, schema: { type: "string", enum: [] }, valued: false },
    ["x"],
    false,
  ],
];

describe("the representatives of a data path", () => {
  it.each(rows)("the representatives of a data path are correct: %s", (_, place, values, exact) => {
    const found = variable(place);
    expect({ values: valuesOf(found), exact: found.exact }).toEqual({
      values: [...values, undefined],
      exact,
    });
  });

  // Ranges on a continuous number line include their ends, and so do numbers that are not distinguished.
  const apart = rows.filter(
    ([what]) => what !== "numbers with fractions" && !what.includes("no longer distinguished"),
  );
  it.each(apart)("each representative of a data path is covered by exactly one cell: %s", (_, place) => {
    const found = variable(place);
    for (const value of valuesOf(found))
      expect({ value, times: times(found, value) }).toEqual({ value, times: 1 });
  });

  it("the representatives of a switch never include a missing value", () => {
    const place: Place = { path: "flags.open", type: { kind: "boolean" } };
    expect(valuesOf(variable(place))).toEqual([true, false]);
    expect(times(variable(place), undefined)).toBe(0);
  });

  it("a variable stores path, type and schema, and whether only presence matters", () => {
    const schema = { type: "integer", minimum: 3 };
    expect(variable({ type: integer, schema })).toMatchObject({
      path: "answers.a",
      type: integer,
      schema,
      presence: false,
    });
    expect(variable({ type: integer, valued: false })).toMatchObject({ presence: true });
    expect(variable({ type: integer })).not.toHaveProperty("comparedWith");
  });

  it("an unknown data path has no representatives", () => {
    const uses = new Map<string, Use>();
    placeUse(uses, { path: "answers.gone", type: integer });
    placeUse(uses, { path: "answers.a", type: integer });
    const found = variablesOf(uses, (path) =>
      path === "answers.a" ? { path, type: integer, schema: {}, formats } : undefined,
    );
    expect(found.map(({ path }) => path)).toEqual(["answers.a"]);
  });
});
