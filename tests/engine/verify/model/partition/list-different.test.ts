import { describe, expect, it } from "vitest";
import { cellsOf, integer, listOf, type Row, text, words } from "./lists.ts";

const rows: readonly Row[] = [
  [
    "sets of different values if values may not repeat",
    words,
    listOf(words, { uniqueItems: true }),
    { items: { "": ["B"] }, sizes: [1] },
    [[], ["A"], ["B"], ["A", "B"], ["C"], ["A", "C"], ["B", "C"], ["A", "B", "C"]],
    true,
  ],
  [
    "sets of the named value and another if no length matters",
    words,
    listOf(words, { uniqueItems: true }),
    { items: { "": ["B"] } },
    [[], ["B"], ["A"], ["B", "A"]],
    true,
  ],
  [
    "as many different values as required",
    words,
    listOf(words, { uniqueItems: true, minItems: 2 }),
    {},
    [["A", "B"]],
    true,
  ],
  [
    "lists without the named value too, if values may not repeat and two are required",
    words,
    listOf(words, { uniqueItems: true, minItems: 2 }),
    { items: { "": ["B"] } },
    [
      ["A", "B"],
      ["A", "C"],
      ["B", "C"],
      ["A", "B", "C"],
    ],
    true,
  ],
  [
    "sets of the named value and another, if values may not repeat and one is required",
    words,
    listOf(words, { uniqueItems: true, minItems: 1 }),
    { items: { "": ["B"] } },
    [["B"], ["A"], ["B", "A"]],
    true,
  ],
  [
    "the only value if values may not repeat",
    words,
    { type: "array", uniqueItems: true, items: { enum: ["A"] } },
    { items: { "": ["A"] }, sizes: [1] },
    [[], ["A"]],
    true,
  ],
  [
    "no more different values than exist",
    words,
    listOf(words, { uniqueItems: true }),
    { sizes: [3] },
    [[], ["A"], ["A", "B"], ["A", "B", "C"]],
    true,
  ],
  [
    "no more different booleans than two",
    { kind: "boolean" },
    listOf({ kind: "boolean" }, { uniqueItems: true }),
    { sizes: [2] },
    [[], [false], [false, true]],
    true,
  ],
  [
    "as many different numbers as required",
    integer,
    listOf(integer, { uniqueItems: true }),
    { sizes: [3] },
    [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4]],
    true,
  ],
  [
    "different texts, marked as inexact, if texts are distinguished and counted",
    text,
    listOf(text, { uniqueItems: true }),
    { items: { "": ["x"] }, sizes: [1] },
    [[]],
    false,
  ],
  [
    "too few different texts, marked as inexact",
    text,
    { type: "array", uniqueItems: true, items: { type: "string", pattern: "^x$" } },
    { sizes: [2] },
    [[], ["x"]],
    false,
  ],
];

describe("the representatives of a list without repetitions", () => {
  it.each(rows)(
    "the representatives of a list without repetitions are correct: %s",
    (_, item, schema, asked, lists, exact) => {
      const found = cellsOf(item, schema, asked);
      expect({ lists: found.cells.map(({ value }) => value), exact: found.exact }).toEqual({ lists, exact });
    },
  );
});
