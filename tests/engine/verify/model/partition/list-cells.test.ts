import { describe, expect, it } from "vitest";
import type { Type } from "../../../../../engine/rules/types.ts";
import type { Json } from "../../../../../engine/values/json.ts";
import { cellsOf, integer, listOf, type Row, text, words } from "./lists.ts";

const rows: readonly Row[] = [
  [
    "an empty list and one with an item if items are not distinguished",
    words,
    listOf(words),
    {},
    [[], ["A"]],
    true,
  ],
  [
    "every set of the named value and another one",
    words,
    listOf(words),
    { items: { "": ["B"] } },
    [[], ["B"], ["A"], ["B", "A"]],
    true,
  ],
  [
    "no empty list if one item is required",
    words,
    listOf(words, { minItems: 1 }),
    { items: { "": ["B"] } },
    [["B"], ["A"], ["B", "A"]],
    true,
  ],
  [
    "no list longer than the maximum",
    words,
    listOf(words, { maxItems: 1 }),
    { items: { "": ["B"] } },
    [[], ["B"], ["A"]],
    true,
  ],
  [
    "lists of the minimum length",
    words,
    listOf(words, { minItems: 2 }),
    { items: { "": ["B"] } },
    [
      ["B", "B"],
      ["A", "A"],
      ["B", "A"],
    ],
    true,
  ],
  [
    "only the named values if there are no others",
    words,
    { type: "array", items: { enum: ["A", "B"] } },
    { items: { "": ["A", "B"] } },
    [[], ["A"], ["B"], ["A", "B"]],
    true,
  ],
  [
    "no value that is not allowed",
    words,
    { type: "array", items: { enum: ["A"] } },
    { items: { "": ["A", "B"] } },
    [[], ["A"]],
    true,
  ],
  [
    "the named text and another one",
    text,
    listOf(text),
    { items: { "": ["x"] } },
    [[], ["x"], ["Malee Jaidee"], ["x", "Malee Jaidee"]],
    true,
  ],
  [
    "texts, marked as inexact, if no other text is found",
    text,
    { type: "array", items: { type: "string", pattern: "^x$" } },
    { items: { "": ["x"] } },
    [[], ["x"]],
    false,
  ],
  [
    "both booleans",
    { kind: "boolean" },
    listOf({ kind: "boolean" }),
    { items: { "": [] } },
    [[], [true], [false], [true, false]],
    true,
  ],
  [
    "the only allowed boolean",
    { kind: "boolean" },
    { type: "array", items: { type: "boolean", const: true } },
    { items: { "": [] } },
    [[], [true]],
    true,
  ],
  [
    "numbers below, at and above a constant",
    integer,
    listOf(integer),
    { items: { "": [5] } },
    [[], [4], [5], [4, 5], [6], [4, 6], [5, 6], [4, 5, 6]],
    true,
  ],
  [
    "the numbers of a closed list, like enum values",
    integer,
    { type: "array", items: { type: "integer", enum: [1, 5, 9] } },
    { items: { "": [5] } },
    [[], [5], [1], [5, 1]],
    true,
  ],
  [
    "numbers within their bounds",
    integer,
    { type: "array", items: { type: "integer", minimum: 5, maximum: 5 } },
    { items: { "": [5] } },
    [[], [5]],
    true,
  ],
  [
    "lengths below, at and above a compared length",
    words,
    listOf(words),
    { sizes: [3] },
    [[], ["A"], ["A", "A"], ["A", "A", "A"], ["A", "A", "A", "A"]],
    true,
  ],
  [
    "the lengths around a compared length between two others",
    words,
    listOf(words),
    { sizes: [2.5] },
    [[], ["A"], ["A", "A"], ["A", "A", "A"]],
    true,
  ],
  [
    "only the two lengths around a compared length, and the length of each set",
    words,
    listOf(words),
    { sizes: [3.5] },
    [[], ["A"], ["A", "A", "A"], ["A", "A", "A", "A"]],
    true,
  ],
  [
    "sets whose last kind of item is repeated up to a length",
    words,
    listOf(words, { minItems: 3 }),
    { items: { "": ["B"] } },
    [
      ["B", "B", "B"],
      ["A", "A", "A"],
      ["B", "A", "A"],
    ],
    true,
  ],
  [
    "lengths up to the maximum",
    words,
    listOf(words, { maxItems: 2 }),
    { sizes: [3] },
    [[], ["A"], ["A", "A"]],
    true,
  ],
  [
    "lengths from the minimum",
    words,
    listOf(words, { minItems: 3 }),
    { sizes: [3] },
    [
      ["A", "A", "A"],
      ["A", "A", "A", "A"],
    ],
    true,
  ],
  [
    "each kind of item at each length that has room for all kinds",
    words,
    listOf(words),
    { items: { "": ["B"] }, sizes: [1] },
    [[], ["B"], ["B", "B"], ["A"], ["A", "A"], ["B", "A"]],
    true,
  ],
  [
    "only the lists of a closed list, marked as inexact",
    words,
    listOf(words, { enum: [["A"], ["B", "A"]] }),
    { items: { "": ["B"] } },
    [["A"], ["B", "A"]],
    false,
  ],
  [
    "the first list of a closed list if no set of kinds is among them",
    words,
    listOf(words, { enum: [["C", "C", "C"]] }),
    { items: { "": ["B"] } },
    [["C", "C", "C"]],
    false,
  ],
  [
    "the only value that the schema allows",
    { kind: "enum", words: ["A"] },
    { type: "array", items: { const: "A" } },
    { items: { "": ["A"] } },
    [[], ["A"]],
    true,
  ],
  [
    "every number of a closed list",
    integer,
    { type: "array", items: { type: "integer", enum: [1, 5] } },
    { items: { "": [1, 5] } },
    [[], [1], [5], [1, 5]],
    true,
  ],
  [
    "numbers only, even if booleans are compared",
    integer,
    { type: "array", items: { type: "integer", minimum: 1 }, maxItems: 1 },
    { items: { "": [true, 5] } },
    [[], [1], [5], [6]],
    true,
  ],
  ["items in arithmetic, marked as inexact", words, listOf(words), { calculated: true }, [[], ["A"]], false],
  [
    "lists linked with another data path, marked as inexact",
    words,
    listOf(words),
    { linked: ["answers.a"] },
    [[], ["A"]],
    false,
  ],
  [
    "items of any value of the type if there is no schema",
    words,
    { type: "array" },
    { items: { "": ["B"] } },
    [[], ["B"], ["A"], ["B", "A"]],
    true,
  ],
  ["nothing if no list is allowed", words, listOf(words, { minItems: 2, maxItems: 1 }), {}, [], false],
];

describe("the representatives of a list", () => {
  it.each(rows)("the representatives of a list are correct: %s", (_, item, schema, asked, lists, exact) => {
    const found = cellsOf(item, schema, asked);
    expect({ lists: found.cells.map(({ value }) => value), exact: found.exact }).toEqual({ lists, exact });
  });

  it("each representative of a list is covered by its own cell", () => {
    const { cells } = cellsOf(words, listOf(words), { items: { "": ["B"] } });
    const held = cells.map(({ value }) => cells.map((cell) => cell.covers(value)));
    expect(held).toEqual(cells.map((_, at) => cells.map((__, other) => at === other)));
    expect(cells.some((cell) => cell.covers(undefined) || cell.covers(["C"]))).toBe(false);
  });

  const letters = ["A", "B", "C", "D", "E", "F", "G"];
  const alphabet: Type = { kind: "enum", words: letters };
  it("up to six kinds of items are combined in all ways; seven kinds only alone and all together", () => {
    const six = cellsOf(alphabet, listOf(alphabet), { items: { "": letters.slice(0, 5) } });
    expect(six.cells).toHaveLength(64);
    expect(six.exact).toBe(true);
    const seven = cellsOf(alphabet, listOf(alphabet), { items: { "": letters.slice(0, 6) } });
    expect(seven.cells.map(({ value }) => value)).toEqual([[], ...letters.map((one) => [one]), letters]);
    expect(seven.exact).toBe(false);
  });

  it("a representative has at most sixty items; the cell is inexact if a rule compares the length with sixty or more", () => {
    const longest = (size: number) => {
      const { cells, exact } = cellsOf(words, listOf(words), { sizes: [size] });
      return { longest: Math.max(...cells.map(({ value }) => (value as readonly Json[]).length)), exact };
    };
    expect(longest(59)).toEqual({ longest: 60, exact: true });
    expect(longest(60)).toEqual({ longest: 60, exact: false });
    expect(longest(62)).toEqual({ longest: 1, exact: false });
  });
});
