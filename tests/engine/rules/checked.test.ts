import { describe, expect, test } from "vitest";
import type { Expression } from "../../../engine/rules/expression.ts";
import type { Logic } from "../../../engine/rules/rule.ts";
import type { Type } from "../../../engine/rules/types.ts";
import {
  at,
  BOOLEAN,
  b1,
  b2,
  branch,
  c1,
  checked,
  constant,
  e1,
  e2,
  equal,
  INTEGER,
  item,
  list,
  MONEY,
  m1,
  NUMBER,
  n1,
  n2,
  not,
  read,
  STRING,
  size,
  THING,
  UNITS,
  words,
} from "./checking.ts";

describe("the checked form of a condition", () => {
  const table: readonly (readonly [string, Logic, Expression])[] = [
    ["a constant", true, constant(BOOLEAN, true)],
    ["a data path", at("b1"), b1],
    ["a data path in a list of operands", { var: ["facts.p.b1"] }, b1],
    ["a data path with a default", { var: ["facts.p.b1", true] }, read("b1", BOOLEAN, true)],
    ["a data path with a null default, which is ignored", { var: ["facts.p.b1", null] }, b1],
    [
      "a switch, which is off if absent",
      { var: "flags.on" },
      {
        op: "read",
        from: "scope",
        path: "flags.on",
        segments: ["flags", "on"],
        type: BOOLEAN,
        fallback: false,
      },
    ],
    ["and", { and: [at("b1"), at("b2")] }, { op: "and", args: [b1, b2] }],
    ["or", { or: [at("b1"), at("b2")] }, { op: "or", args: [b1, b2] }],
    ['"or" with one operand', { or: at("b1") }, { op: "or", args: [b1] }],
    ["not", { "!": at("b1") }, not(b1)],
    ['"not" with its operand in a list', { "!": [at("b1")] }, not(b1)],
    ["yes", { "!!": at("b1") }, b1],
    ["a filled text", { "!!": at("s1") }, not(equal("text", read("s1", STRING), constant(STRING, "")))],
    ["an empty text", { "!": at("s1") }, not(not(equal("text", read("s1", STRING), constant(STRING, ""))))],
    [
      "a file that exists",
      { "!!": at("f1") },
      not(equal("text", read("f1", { kind: "file" }), constant(STRING, ""))),
    ],
    [
      "a list that is not empty",
      { "!!": at("list") },
      { op: "compare", sign: ">", order: "number", args: [{ op: "size", list }, constant(INTEGER, 0)] },
    ],
    ["equal enum values", { "==": [at("e1"), "A"] }, equal("text", e1, constant(words("A", "B", "C"), "A"))],
    [
      "an enum value as the first operand",
      { "==": ["A", at("e1")] },
      equal("text", constant(words("A", "B", "C"), "A"), e1),
    ],
    ['"==="', { "===": [at("e1"), at("e2")] }, equal("text", e1, e2)],
    ["different", { "!=": [at("n1"), 3] }, not(equal("number", n1, constant(INTEGER, 3)))],
    ['"!=="', { "!==": [at("b1"), at("b2")] }, not(equal("boolean", b1, b2))],
    ["equal numbers of two kinds", { "==": [at("n1"), at("n2")] }, equal("number", n1, n2)],
    ["a text and an enum", { "==": [at("s1"), at("e1")] }, equal("text", read("s1", STRING), e1)],
    ["equal amounts", { "==": [at("m1"), "10.00"] }, equal("decimal", m1, constant(MONEY, "10.00"))],
    [
      "equal units",
      { "==": [at("u1"), "10.0000"] },
      equal("decimal", read("u1", UNITS), constant(UNITS, "10.0000")),
    ],
    [
      "equal instants",
      { "==": [at("i1"), at("i2")] },
      equal("instant", read("i1", { kind: "instant" }), read("i2", { kind: "instant" })),
    ],
    [
      "two booleans",
      { "==": [true, true] },
      equal("boolean", constant(BOOLEAN, true), constant(BOOLEAN, true)),
    ],
    [
      "one of the allowed numbers",
      { "==": [at("c1"), 4] },
      equal("number", c1, constant({ kind: "integer", values: [1, 2, 4] }, 4)),
    ],
    [
      "a comparison with a number that the field cannot have",
      { ">": [at("c1"), 3] },
      { op: "compare", sign: ">", order: "number", args: [c1, constant(INTEGER, 3)] },
    ],
    [
      'a compared branch written as "?:"',
      { "==": [{ "?:": [at("b1"), at("n1"), 2] }, 1] },
      equal("number", branch(INTEGER, b1, n1, constant(INTEGER, 2)), constant(INTEGER, 1)),
    ],
    [
      "a branch whose middle data path determines the enum of the others",
      { "==": [{ if: [at("b1"), "B", at("b2"), at("e2"), "C"] }, "D"] },
      equal(
        "text",
        branch(
          words("B", "C", "D"),
          b1,
          constant(words("B", "C", "D"), "B"),
          branch(words("B", "C", "D"), b2, e2, constant(words("B", "C", "D"), "C")),
        ),
        constant(words("B", "C", "D"), "D"),
      ),
    ],
    ["equal constants", { "==": [1, 1] }, equal("number", constant(INTEGER, 1), constant(INTEGER, 1))],
    [
      "less",
      { "<": [at("n1"), 3] },
      { op: "compare", sign: "<", order: "number", args: [n1, constant(INTEGER, 3)] },
    ],
    [
      "at most",
      { "<=": [3.5, at("n1")] },
      { op: "compare", sign: "<=", order: "number", args: [constant(INTEGER, 3.5), n1] },
    ],
    [
      "between",
      { "<": [1, at("n1"), at("n2")] },
      { op: "compare", sign: "<", order: "number", args: [constant(INTEGER, 1), n1, n2] },
    ],
    [
      "between two bounds, inclusive",
      { "<=": ["1.00", at("m1"), "2.00"] },
      {
        op: "compare",
        sign: "<=",
        order: "decimal",
        args: [constant(MONEY, "1.00"), m1, constant(MONEY, "2.00")],
      },
    ],
    [
      "more units",
      { ">": [at("u1"), "1.0000"] },
      { op: "compare", sign: ">", order: "decimal", args: [read("u1", UNITS), constant(UNITS, "1.0000")] },
    ],
    [
      "a later day",
      { ">=": [at("d1"), at("d2")] },
      {
        op: "compare",
        sign: ">=",
        order: "text",
        args: [read("d1", { kind: "date" }), read("d2", { kind: "date" })],
      },
    ],
    [
      "a later instant",
      { ">": [at("i1"), "2026-01-01T07:00:00Z"] },
      {
        op: "compare",
        sign: ">",
        order: "instant",
        args: [read("i1", { kind: "instant" }), constant({ kind: "instant" }, "2026-01-01T07:00:00Z")],
      },
    ],
    [
      "one of several enum values",
      { in: [at("e1"), ["A", "B"]] },
      { op: "within", order: "text", needle: e1, values: ["A", "B"] },
    ],
    [
      "membership in a list of one number",
      { in: [at("n1"), [3]] },
      { op: "within", order: "number", needle: n1, values: [3] },
    ],
    ["a number in a list", { in: [3, at("list")] }, { op: "contains", needle: constant(INTEGER, 3), list }],
    ["a value in a list from the data", { in: [at("n1"), at("list")] }, { op: "contains", needle: n1, list }],
    ["a branch", { if: [at("b1"), at("b2"), false] }, branch(BOOLEAN, b1, b2, constant(BOOLEAN, false))],
    [
      'a branch written as "?:"',
      { "?:": [at("b1"), at("b2"), false] },
      branch(BOOLEAN, b1, b2, constant(BOOLEAN, false)),
    ],
    [
      "a branch with a second condition",
      { if: [at("b1"), true, at("b2"), false, true] },
      branch(
        BOOLEAN,
        b1,
        constant(BOOLEAN, true),
        branch(BOOLEAN, b2, constant(BOOLEAN, false), constant(BOOLEAN, true)),
      ),
    ],
    [
      "some items",
      { some: [at("things"), { var: "ok" }] },
      { op: "each", quantifier: "some", list: read("things", THING), test: item("ok", BOOLEAN) },
    ],
    [
      "all plain items of a list",
      { all: [at("list"), { ">": [{ var: "" }, 0] }] },
      {
        op: "each",
        quantifier: "all",
        list,
        test: { op: "compare", sign: ">", order: "number", args: [item("", INTEGER), constant(INTEGER, 0)] },
      },
    ],
    [
      "none of the items, with var without a path",
      { none: [at("list"), { "==": [{ var: [] }, 0] }] },
      {
        op: "each",
        quantifier: "none",
        list,
        test: equal("number", item("", INTEGER), constant(INTEGER, 0)),
      },
    ],
    [
      "the length of a list of an item",
      { some: [at("things"), { ">": [{ var: "tags.length" }, 1] }] },
      {
        op: "each",
        quantifier: "some",
        list: read("things", THING),
        test: {
          op: "compare",
          sign: ">",
          order: "number",
          args: [
            { op: "size", list: item("tags", { kind: "list", item: words("x", "y") }) },
            constant(INTEGER, 1),
          ],
        },
      },
    ],
    ["one missing value", { missing: "facts.p.b1" }, { op: "absent", places: [b1], need: 1 }],
    [
      "several missing values",
      { missing: ["facts.p.b1", "facts.p.n1"] },
      { op: "absent", places: [b1, n1], need: 2 },
    ],
    [
      "several missing values, in a list",
      { missing: [["facts.p.b1", "facts.p.n1"]] },
      { op: "absent", places: [b1, n1], need: 2 },
    ],
    [
      "a missing length, which means a missing list",
      { missing: ["facts.p.list.length"] },
      { op: "absent", places: [list], need: 1 },
    ],
    [
      "one of two required values",
      { missing_some: [1, ["facts.p.b1", "facts.p.n1"]] },
      { op: "absent", places: [b1, n1], need: 1 },
    ],
    [
      "both of two required values",
      { missing_some: [2, ["facts.p.b1", "facts.p.n1"]] },
      { op: "absent", places: [b1, n1], need: 2 },
    ],
    [
      "one required value, without a list",
      { missing_some: [1, "facts.p.b1"] },
      { op: "absent", places: [b1], need: 1 },
    ],
    ["another rule", { rule: "able" }, { op: "rule", id: "able", type: BOOLEAN }],
    ["another rule in a list", { rule: ["able"] }, { op: "rule", id: "able", type: BOOLEAN }],
    [
      "another rule's value",
      { ">": [{ rule: "level" }, 2] },
      {
        op: "compare",
        sign: ">",
        order: "number",
        args: [{ op: "rule", id: "level", type: INTEGER }, constant(INTEGER, 2)],
      },
    ],
    [
      "a branch of two enum values, whose type has both",
      { "==": [at("e1"), { if: [at("b1"), "A", "B"] }] },
      equal(
        "text",
        e1,
        branch(words("A", "B"), b1, constant(words("A", "B"), "A"), constant(words("A", "B"), "B")),
      ),
    ],
    [
      "a branch of two data paths, whose type has the values of both",
      { "==": [{ if: [at("b1"), at("e1"), at("e2")] }, "D"] },
      equal("text", branch(words("A", "B", "C", "D"), b1, e1, e2), constant(words("A", "B", "C", "D"), "D")),
    ],
    [
      "a branch whose constant has the enum of the other data path",
      { ">": [{ if: [at("b1"), "5.00", at("m1")] }, "1.00"] },
      {
        op: "compare",
        sign: ">",
        order: "decimal",
        args: [branch(MONEY, b1, constant(MONEY, "5.00"), m1), constant(MONEY, "1.00")],
      },
    ],
    [
      "a branch of whole numbers, whose type does not depend on the field's values",
      { "==": [{ if: [at("b1"), at("n1"), 7] }, 7] },
      equal("number", branch(INTEGER, b1, n1, constant(INTEGER, 7)), constant(INTEGER, 7)),
    ],
    [
      "a branch with a fraction, whose type is number",
      { "==": [{ if: [at("b1"), at("n1"), 0.5] }, 7] },
      equal("number", branch(NUMBER, b1, n1, constant(NUMBER, 0.5)), constant(NUMBER, 7)),
    ],
    [
      "a fraction beside a whole constant",
      { "==": [{ if: [at("b1"), 1, 0.5] }, at("n2")] },
      equal("number", branch(NUMBER, b1, constant(NUMBER, 1), constant(NUMBER, 0.5)), n2),
    ],
  ];

  test.each(table)(
    "the checked condition has the expected type and structure for %s",
    (_title, logic, expected) => {
      expect(checked(logic)).toEqual(expected);
    },
  );
});

test("the check of sixty nested negations visits each negation once", () => {
  const nots = (depth: number): Logic => (depth === 0 ? at("b1") : { "!": nots(depth - 1) });
  const expected = (depth: number): Expression => (depth === 0 ? b1 : not(expected(depth - 1)));
  expect(checked(nots(60))).toEqual(expected(60));
});

describe("the checked form of a value", () => {
  const math = (
    fn: "+" | "-" | "*" | "/" | "%" | "min" | "max",
    type: Type,
    ...args: Expression[]
  ): Expression => ({
    op: "math",
    fn,
    type,
    args,
  });
  const table: readonly (readonly [string, Type, Logic, Expression])[] = [
    ["a whole number", INTEGER, 3, constant(INTEGER, 3)],
    ["an amount", MONEY, "3.00", constant(MONEY, "3.00")],
    ["an enum value", words("A", "B"), "A", constant(words("A", "B"), "A")],
    ["a whole number where any number is allowed", NUMBER, at("n1"), n1],
    ["an enum value where any text is allowed", STRING, at("e1"), e1],
    ["fewer enum values than allowed", words("A", "B", "C", "D"), at("e1"), e1],
    ["the length of a list", INTEGER, at("list.length"), size("list", INTEGER)],
    ["a sum", INTEGER, { "+": [at("n1"), 1] }, math("+", INTEGER, n1, constant(INTEGER, 1))],
    ["a sum of one operand", INTEGER, { "+": [at("n1")] }, math("+", INTEGER, n1)],
    [
      "a sum with a number that may have a fraction",
      NUMBER,
      { "+": [at("n1"), at("n2")] },
      math("+", NUMBER, n1, n2),
    ],
    ["a difference", INTEGER, { "-": [at("n1"), 1] }, math("-", INTEGER, n1, constant(INTEGER, 1))],
    ["a negation", INTEGER, { "-": [at("n1")] }, math("-", INTEGER, n1)],
    ["a quotient", NUMBER, { "/": [at("n1"), 2] }, math("/", NUMBER, n1, constant(INTEGER, 2))],
    ["a remainder", INTEGER, { "%": [at("n1"), 2] }, math("%", INTEGER, n1, constant(INTEGER, 2))],
    [
      "the minimum",
      INTEGER,
      { min: [at("n1"), 2, 3] },
      math("min", INTEGER, n1, constant(INTEGER, 2), constant(INTEGER, 3)),
    ],
    ["the maximum", NUMBER, { max: [at("n2"), 2] }, math("max", NUMBER, n2, constant(NUMBER, 2))],
    ["a sum of amounts", MONEY, { "+": [at("m1"), "1.00"] }, math("+", MONEY, m1, constant(MONEY, "1.00"))],
    [
      "the minimum of units",
      UNITS,
      { min: [at("u1"), "1.0000"] },
      math("min", UNITS, read("u1", UNITS), constant(UNITS, "1.0000")),
    ],
    ["an amount times a number", MONEY, { "*": [at("m1"), 2] }, math("*", MONEY, m1, constant(INTEGER, 2))],
    ["a number times an amount", MONEY, { "*": [at("n1"), at("m1")] }, math("*", MONEY, n1, m1)],
    [
      "units times a number",
      UNITS,
      { "*": [at("u1"), 2, 3] },
      math("*", UNITS, read("u1", UNITS), constant(INTEGER, 2), constant(INTEGER, 3)),
    ],
    [
      "a product of whole numbers",
      INTEGER,
      { "*": [at("n1"), 2] },
      math("*", INTEGER, n1, constant(INTEGER, 2)),
    ],
    [
      "a product with a fraction",
      NUMBER,
      { "*": [at("n1"), 0.5] },
      math("*", NUMBER, n1, constant(NUMBER, 0.5)),
    ],
    [
      "a branch whose enum values follow from the context",
      words("A", "B"),
      { if: [at("b1"), "A", "B"] },
      branch(words("A", "B"), b1, constant(words("A", "B"), "A"), constant(words("A", "B"), "B")),
    ],
    [
      'a branch written as "?:" whose enum values follow from the context',
      words("A", "B", "C"),
      { "?:": [at("b1"), "A", "B"] },
      branch(
        words("A", "B", "C"),
        b1,
        constant(words("A", "B", "C"), "A"),
        constant(words("A", "B", "C"), "B"),
      ),
    ],
    [
      "a sum with a constant that the field cannot have",
      INTEGER,
      { "+": [at("c1"), 3] },
      math("+", INTEGER, c1, constant(INTEGER, 3)),
    ],
    ["another rule's amount", MONEY, { rule: "best" }, { op: "rule", id: "best", type: MONEY }],
    [
      "a data path with another data path as default",
      INTEGER,
      { var: ["facts.p.n1", 5] },
      read("n1", INTEGER, 5),
    ],
  ];

  test.each(table)(
    "the checked value has the expected type and structure for %s",
    (_title, type, logic, expected) => {
      expect(checked(logic, type)).toEqual(expected);
    },
  );
});
