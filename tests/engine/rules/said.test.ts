import { describe, expect, test } from "vitest";
import * as decimals from "../../../domain/decimals.ts";
import type { FindingMessage, Phrase } from "../../../engine/rules/message.ts";
import type { Logic } from "../../../engine/rules/rule.ts";
import { type Decimal, describeType, type Type } from "../../../engine/rules/types.ts";
import { at, INTEGER, MONEY, NUMBER, STRING, said, UNITS, words } from "./checking.ts";

const E1: Phrase = { key: "types.enum", params: { words: ["A", "B", "C"] } };
const wrongDecimal = ({ one, placesInWords: places, example }: Decimal, value: string): FindingMessage => ({
  key: "wrong-type.decimal",
  params: { value, one, places, example },
});
const withNumber = ({ one, placesInWords: places }: Decimal, written: string): FindingMessage => ({
  key: "money-with-number.decimal",
  params: { one, places, written },
});
const money = decimals.baht.kind;
const units = decimals.units.kind;
const integer: Phrase = { key: "types.integer" };
const number: Phrase = { key: "types.number" };
const boolean: Phrase = { key: "types.boolean" };
const string: Phrase = { key: "types.string" };
const date: Phrase = { key: "types.date" };
const integers: Phrase = { key: "types.list-of", params: { item: integer } };
const counted = (wanted: Extract<Phrase["key"], `counts.${string}`>): FindingMessage => ({
  key: "wrong-count",
  params: { wanted: { key: wanted } as Phrase },
});

describe("the message about a rejected expression", () => {
  type Row = readonly [title: string, logic: Logic, says: FindingMessage, wanted?: Type];
  const deep = JSON.parse(`${'{"!":'.repeat(65)}true${"}".repeat(65)}`) as Logic;
  const table: readonly Row[] = [
    ["an expression that is too deep", deep, { key: "too-deep", params: { limit: 64 } }],
    [
      "an expression that is too large",
      { and: new Array(5_000).fill(true) },
      { key: "too-large", params: { limit: 5_000 } },
    ],
    [
      "a text that is too long",
      { "==": [at("s1"), "x".repeat(10_001)] },
      { key: "text-too-long", params: { limit: 10_000 } },
    ],
    ["a value that is not JSON", (() => true) as unknown as Logic, { key: "not-json.expression" }],
    ["a value that is not a condition", at("n1"), { key: "not-a-condition", params: { type: integer } }],
    [
      "a value of another type",
      at("n1"),
      { key: "wrong-type", params: { type: integer, wanted: money } },
      MONEY,
    ],
    ["a value that is not a boolean", 3, { key: "wrong-type.boolean", params: { value: "3" } }],
    [
      "a value that is not a whole number",
      "3",
      { key: "wrong-type.number", params: { value: '"3"' } },
      INTEGER,
    ],
    ["a value that is not a number", true, { key: "wrong-type.number", params: { value: "true" } }, NUMBER],
    ["a value that is not an amount", "10000", wrongDecimal(decimals.baht, '"10000"'), MONEY],
    ["a boolean for an amount", true, wrongDecimal(decimals.baht, "true"), MONEY],
    ["a number for an amount", 10000, withNumber(decimals.baht, "10000.00"), MONEY],
    ["a value that is not an amount of units", "1.00", wrongDecimal(decimals.units, '"1.00"'), UNITS],
    ["a boolean for units", true, wrongDecimal(decimals.units, "true"), UNITS],
    ["a number for units", 1.5, withNumber(decimals.units, "1.5000"), UNITS],
    [
      "a value that is not a day",
      "2026-02-30",
      { key: "wrong-type.date", params: { value: '"2026-02-30"' } },
      { kind: "date" },
    ],
    ["a number for a day", 1, { key: "wrong-type.date", params: { value: "1" } }, { kind: "date" }],
    [
      "a value that is not an instant",
      "2026-02-01",
      { key: "wrong-type.instant", params: { value: '"2026-02-01"' } },
      { kind: "instant" },
    ],
    [
      "a number for an instant",
      1,
      { key: "wrong-type.instant", params: { value: "1" } },
      { kind: "instant" },
    ],
    [
      "a number for an enum value",
      1,
      { key: "wrong-type.word", params: { value: "1", words: ["A", "B"] } },
      words("A", "B"),
    ],
    [
      "an unknown enum value",
      "elsewhere",
      { key: "word-outside-enum", params: { value: '"elsewhere"', words: ["YES", "NO"] } },
      words("YES", "NO"),
    ],
    [
      "an enum value in other case",
      "pending",
      { key: "word-outside-enum.near", params: { value: '"pending"', near: "Pending" } },
      words("Done", "Pending"),
    ],
    [
      "an impossible number",
      4,
      { key: "word-outside-enum.number", params: { value: "4", numbers: [1, 2] } },
      { kind: "integer", values: [1, 2] },
    ],
    ["a number for a text", 1, { key: "wrong-type.text", params: { value: "1" } }, STRING],
    [
      "an enum value for a list",
      "x",
      { key: "wrong-type.other", params: { value: '"x"', type: integers } },
      { kind: "list", item: INTEGER },
    ],
    ["a list for a number", [1], { key: "not-a-constant.typed", params: { wanted: integer } }, INTEGER],
    ["a constant without another operand", { "==": [null, null] }, { key: "not-a-constant" }],
    [
      "an operator similar to another",
      { mising: ["x"] },
      { key: "unknown-operator.near", params: { operator: "mising", near: "missing" } },
    ],
    [
      "an operator similar to none",
      { ["o".repeat(99)]: [1] },
      { key: "unknown-operator", params: { operator: "o".repeat(60) } },
    ],
    ["cat", { cat: [1] }, { key: "operator-not-in-rules.text", params: { operator: "cat" } }],
    ["substr", { substr: [1] }, { key: "operator-not-in-rules.text", params: { operator: "substr" } }],
    ["merge", { merge: [1] }, { key: "operator-not-in-rules.merge", params: { operator: "merge" } }],
    ["map", { map: [1] }, { key: "operator-not-in-rules.list", params: { operator: "map" } }],
    ["filter", { filter: [1] }, { key: "operator-not-in-rules.list", params: { operator: "filter" } }],
    ["reduce", { reduce: [1] }, { key: "operator-not-in-rules.reduce", params: { operator: "reduce" } }],
    ["log", { log: [1] }, { key: "unknown-operator.log", params: { operator: "log" } }],
    ["an inherited operator", { valueOf: [1] }, { key: "unknown-operator", params: { operator: "valueOf" } }],
    ["a computed path", { var: { var: "facts.p.b1" } }, { key: "path-not-fixed" }],
    ["a group", at("inner"), { key: "not-a-value", params: { path: "facts.p.inner" } }],
    [
      "a group of an item",
      { some: [at("things"), { "!": { var: "" } }] },
      { key: "not-a-value", params: { path: "" } },
    ],
    [
      "an item without a path",
      { some: [at("things"), { "!": { var: [] } }] },
      { key: "not-a-value", params: { path: "" } },
    ],
    [
      "a number that the closed list does not have",
      { "==": [at("c1"), 3] },
      { key: "word-outside-enum.number", params: { value: "3", numbers: [1, 2, 4] } },
    ],
    [
      'an "if" with a number as its condition',
      { if: [at("n1"), true, false] },
      { key: "not-a-condition", params: { type: integer } },
    ],
    [
      'an "if" with a branch of another type',
      { if: [at("b1"), 1, false] },
      { key: "wrong-type.boolean", params: { value: "1" } },
    ],
    [
      'an "and" with an operand that is not a condition',
      { and: [at("b1"), at("n1")] },
      { key: "not-a-condition", params: { type: integer } },
    ],
    [
      "a path similar to another",
      at("b11"),
      { key: "unknown-path.near", params: { path: "facts.p.b11", near: "facts.p.b1" } },
    ],
    ["a path similar to none", { var: "nowhere" }, { key: "unknown-path", params: { path: "nowhere" } }],
    ["no path", { var: "" }, { key: "unknown-path.item" }],
    [
      "a path from outside an item",
      { some: [at("things"), at("b1")] },
      { key: "unknown-path.outside", params: { path: "facts.p.b1" } },
    ],
    [
      "a path similar to one of the item's",
      { some: [at("things"), { var: "okk" }] },
      { key: "unknown-path.near", params: { path: "okk", near: "ok" } },
    ],
    [
      "a rule similar to another",
      { rule: "abel" },
      { key: "unknown-rule.near", params: { rule: "abel", near: "able" } },
    ],
    ["a rule similar to none", { rule: "somewhere" }, { key: "unknown-rule", params: { rule: "somewhere" } }],
    ["a rule by a number", { rule: 5 }, { key: "unknown-rule", params: { rule: "5" } }],
    ["a rule without an id", { rule: [] }, { key: "unknown-rule", params: { rule: "null" } }],
    ["a computed data path", { missing: [1] }, { key: "path-not-fixed" }],
    [
      "more required data paths than listed",
      { missing_some: [2, ["facts.p.b1"]] },
      { key: "wrong-count.places" },
    ],
    ["an operator without operands", { or: [] }, { key: "no-operands" }],
    ['"not" with two operands', { "!": [true, true] }, counted("counts.condition")],
    ['"==" with one operand', { "==": [1] }, counted("counts.two")],
    ['"<" with one operand', { "<": [1] }, counted("counts.between")],
    ['"<=" with one operand', { "<=": [1] }, counted("counts.between")],
    ['">" with one operand', { ">": [1] }, counted("counts.two")],
    ['">=" with three operands', { ">=": [1, 2, 3] }, counted("counts.two")],
    ['"in" with one operand', { in: [1] }, counted("counts.value-and-list")],
    ['"some" with one operand', { some: [at("list")] }, counted("counts.list-and-condition")],
    ["a sum without operands", { "+": [] }, counted("counts.more")],
    ["a minimum of one operand", { min: [1] }, counted("counts.more")],
    ["a difference with three operands", { "-": [1, 2, 3] }, counted("counts.two")],
    ["a quotient with one operand", { "/": [1] }, counted("counts.two")],
    ['an "if" without a default', { if: [true, true] }, { key: "if-without-else" }],
    ["values of two enums", { "==": [at("e1"), { if: [at("b1"), "X", "Y"] }] }, { key: "never-equal" }],
    ["an ordering of booleans", { "<": [at("b1"), true] }, { key: "no-order", params: { type: boolean } }],
    ["an ordering of enum values", { "<": ["A", at("e1")] }, { key: "no-order", params: { type: E1 } }],
    ["a list compared", { "==": [at("list"), 1] }, { key: "not-comparable", params: { type: integers } }],
    ["a file compared", { "==": [at("f1"), "x"] }, { key: "not-comparable.file" }],
    [
      "a quantifier over a number",
      { some: [at("n1"), true] },
      { key: "not-a-list", params: { type: integer } },
    ],
    [
      '"in" with a number as its list',
      { in: [1, at("n1")] },
      { key: "not-a-list.values", params: { type: integer } },
    ],
    ['"in" with a text as its list', { in: [at("e1"), "A"] }, { key: "not-a-list.words" }],
    ["a constant in a list of constants", { in: [1, [1]] }, { key: "constant-condition" }],
    ["a membership in an empty list", { in: [at("e1"), []] }, { key: "no-operands.list" }],
    ["a quotient of an amount", { "/": [at("m1"), "2.00"] }, { key: "inexact-division" }],
    ["a sum of days", { "+": [at("d1"), at("d1")] }, { key: "not-a-number", params: { type: date } }],
    ["a product of amounts", { "*": [at("m1"), at("m1")] }, { key: "not-a-number.product" }],
    ["a divisor from the data", { "/": [1, at("n1")] }, { key: "open-divisor" }],
    [
      "an amount and a number",
      { ">": [at("m1"), at("n1")] },
      { key: "money-with-number", params: { left: money, right: integer } },
    ],
    [
      "a number and units",
      { ">": [at("n2"), at("u1")] },
      { key: "money-with-number", params: { left: number, right: units } },
    ],
    [
      "an amount and units",
      { ">": [at("m1"), at("u1")] },
      { key: "wrong-type.pair", params: { left: money, right: units } },
    ],
    [
      "a number and a text",
      { "==": [at("n1"), at("s1")] },
      { key: "wrong-type.pair", params: { left: integer, right: string } },
    ],
    [
      "a file in a list of texts",
      { in: [at("f1"), ["A"]] },
      { key: "wrong-type.pair", params: { left: boolean, right: { key: "types.file" } } },
    ],
  ];

  const rows = table.map(([title, logic, says, wanted]) => ({ title, logic, says, wanted }));
  test.each(rows)(
    "the message about a rejected expression explains the fault: $title",
    ({ logic, says, wanted }) => {
      expect(said(logic, wanted)).toEqual(says);
    },
  );
});

test("the messages have a phrase for every type", () => {
  const kinds = ["boolean", "number", "date", "instant", "string", "file"] as const;
  for (const kind of kinds) expect(describeType({ kind })).toEqual({ key: `types.${kind}` });
  for (const of of [decimals.baht, decimals.units])
    expect(describeType({ kind: "decimal", of })).toEqual(of.kind);
  expect(describeType({ kind: "object", fields: {} })).toEqual({ key: "types.object" });
  expect(describeType({ kind: "integer" })).toEqual({ key: "types.integer" });
  expect(describeType({ kind: "integer", values: [1, 2] })).toEqual({
    key: "types.numbers",
    params: { numbers: [1, 2] },
  });
});
