import { describe, expect, test } from "vitest";
import { checkExpression } from "../../../engine/rules/index.ts";
import type { Finding, Logic } from "../../../engine/rules/rule.ts";
import type { Type } from "../../../engine/rules/types.ts";
import { at, BOOLEAN, checked, INTEGER, MONEY, words } from "./checking.ts";

describe("an invalid condition", () => {
  type Row = readonly [title: string, logic: Logic, expected: string, type?: Type];
  const deep = JSON.parse(`${'{"!":'.repeat(65)}true${"}".repeat(65)}`) as Logic;
  const table: readonly Row[] = [
    ["an expression that is too deep", deep, "too-deep /when"],
    ["a number where a boolean is expected", 3, "wrong-type /when"],
    ["a list as a condition", [true], "not-a-constant /when"],
    ["an empty object", {}, "not-a-constant /when"],
    ["a value of another type", { "+": [at("n1"), 1] }, "wrong-type /when", MONEY],
    ["an enum with too many values", at("e1"), "wrong-type /when", words("A", "B")],
    ["a text where an enum value is expected", at("s1"), "wrong-type /when", words("A", "B")],
    ["a fraction where a whole number is expected", at("n2"), "wrong-type /when", INTEGER],
    [
      "an enum value of another list in a branch",
      { if: [at("b1"), "A", "Z"] },
      "word-outside-enum /when/if/2",
      words("A", "B"),
    ],
    [
      "a condition in a later pair",
      { if: [at("b1"), true, at("n1"), true, false] },
      "not-a-condition /when/if/2",
    ],
    ["a value in a later pair", { if: [at("b1"), true, at("b2"), 3, false] }, "wrong-type /when/if/3"],
    ["the last value", { if: [at("b1"), true, at("b2"), true, 3] }, "wrong-type /when/if/4"],
    [
      'an "if" with two pairs and without a default',
      { if: [at("b1"), true, at("b2"), false] },
      "if-without-else /when/if",
    ],
    ['an "if" with one operand', { if: [at("b1")] }, "if-without-else /when/if"],
    [
      'a compared "if" without a default',
      { "==": [{ if: [at("b1"), 1] }, 1] },
      "if-without-else /when/==/0/if",
    ],
    [
      "branches of two kinds",
      { "==": [{ if: [at("b1"), at("n1"), at("e1")] }, 1] },
      "wrong-type /when/==/0/if/2",
    ],
    [
      "branches of an amount and a number",
      { ">": [{ if: [at("b1"), at("m1"), at("n1")] }, "1.00"] },
      "money-with-number /when/>/0/if/2",
    ],
    [
      "an invalid branch",
      { "==": [{ if: [at("b1"), at("gone"), at("gone2")] }, 1] },
      "unknown-path /when/==/0/if/1/var",
    ],
    [
      "an invalid constant branch",
      { "==": [{ if: [at("b1"), null, 1] }, 1] },
      "not-a-constant /when/==/0/if/1",
    ],
    [
      'a condition inside a compared "if"',
      { "==": [{ if: [at("n1"), 1, 2] }, 1] },
      "not-a-condition /when/==/0/if/0",
    ],
    ['a compared "if" without operands', { "==": [{ if: [] }, 1] }, "if-without-else /when/==/0/if"],
    ["an impossible number", { "==": [at("c1"), 3] }, "word-outside-enum /when/==/1"],
    [
      "one and a half required data paths",
      { missing_some: [1.5, ["facts.p.b1", "facts.p.n1"]] },
      "wrong-count /when/missing_some",
    ],
    ["a numeric path", { var: 1 }, "path-not-fixed /when/var"],
    ["an empty path outside a list", { var: "" }, "unknown-path /when/var"],
    ["an inherited name below a data path", at("b1.constructor"), "unknown-path /when/var"],
    [
      "an inherited name in an item",
      { some: [at("things"), { "==": [{ var: "__proto__" }, 1] }] },
      "unknown-path /when/some/1/==/0/var",
    ],
    [
      "a name inside plain items",
      { some: [at("list"), { "==": [{ var: "n" }, 1] }] },
      "unknown-path /when/some/1/==/0/var",
    ],
    [
      "the length of something that is not a list",
      { ">": [at("s1.length"), 1] },
      "unknown-path /when/>/0/var",
    ],
    ["a default of another type", { var: ["facts.p.b1", 1] }, "wrong-type /when/var/1"],
    ["a computed default", { var: ["facts.p.b1", at("b2")] }, "not-a-constant /when/var/1"],
    ["a rule by a number", { rule: 5 }, "unknown-rule /when/rule"],
    ["no rule", { rule: [] }, "unknown-rule /when/rule"],
    ["a rule by an inherited name", { rule: "toString" }, "unknown-rule /when/rule"],
    ["another rule's amount as a condition", { rule: "best" }, "not-a-condition /when"],
    ["a computed data path in missing", { missing: [at("b1")] }, "path-not-fixed /when/missing/0"],
    [
      "an unknown second data path",
      { missing: ["facts.p.b1", "facts.p.gone"] },
      "unknown-path /when/missing/1",
    ],
    ["zero required data paths", { missing_some: [0, ["facts.p.b1"]] }, "wrong-count /when/missing_some"],
    [
      "a fractional number of required data paths",
      { missing_some: [0.5, ["facts.p.b1"]] },
      "wrong-count /when/missing_some",
    ],
    ["a count as text", { missing_some: ["1", ["facts.p.b1"]] }, "wrong-count /when/missing_some"],
    ['"missing" without operands', { missing: [] }, "wrong-count /when/missing"],
    ['"and" without operands', { and: [] }, "no-operands /when/and"],
    ['"or" without operands', { or: [] }, "no-operands /when/or"],
    ['"and" with an invalid operand', { and: [at("b1"), at("n1")] }, "not-a-condition /when/and/1"],
    ['"not" with two operands', { "!": [at("b1"), at("b2")] }, "wrong-count /when/!"],
    ['"not" without operands', { "!!": [] }, "wrong-count /when/!!"],
    ['"not" on a number from the data', { "!": at("n1") }, "not-a-condition /when/!"],
    ['"not" on a number in a list', { "!": [at("n1")] }, "not-a-condition /when/!/0"],
    ['"not" on a sum', { "!": [{ "+": [1, 2] }] }, "not-a-condition /when/!/0"],
    ['"not" on an unknown data path', { "!": [at("gone")] }, "unknown-path /when/!/0/var"],
    ['"==" with one operand', { "==": [at("b1")] }, "wrong-count /when/=="],
    ['"==" with three operands', { "==": [1, 1, 1] }, "wrong-count /when/=="],
    ['"!=" with one operand', { "!=": [at("b1")] }, "wrong-count /when/!="],
    ['"==" with an invalid second operand', { "==": [at("n1"), at("gone")] }, "unknown-path /when/==/1/var"],
    ["a number and a text", { "==": [at("n1"), at("s1")] }, "wrong-type /when/==/1"],
    ["an enum and a number", { "==": [at("e1"), 1] }, "wrong-type /when/==/1"],
    [
      "enums of two data paths without a common enum value",
      { "==": [at("e1"), { if: [at("b1"), "X", "Y"] }] },
      "never-equal /when/==",
    ],
    ["an order with one operand", { "<": [at("n1")] }, "wrong-count /when/<"],
    ["an order with four operands", { "<": [1, at("n1"), 3, 4] }, "wrong-count /when/<"],
    ["between two bounds in descending order", { ">": [3, at("n1"), 1] }, "wrong-count /when/>"],
    ["between two bounds in descending order, inclusive", { ">=": [3, at("n1"), 1] }, "wrong-count /when/>="],
    ["an ordering of booleans", { "<": [at("b1"), at("b2")] }, "no-order /when/<"],
    ["an ordering of texts", { "<": [at("s1"), "x"] }, "no-order /when/<"],
    ["an ordering of a constant text", { "<": ["a", "b"] }, "word-outside-enum /when/</1"],
    ["an ordering of a file", { "<": [at("f1"), "x"] }, "not-comparable /when/<"],
    ['"in" with one operand', { in: [at("e1")] }, "wrong-count /when/in"],
    ['"in" with three operands', { in: [at("e1"), ["A"], ["B"]] }, "wrong-count /when/in"],
    ['"in" with an invalid list', { in: [1, at("gone")] }, "unknown-path /when/in/1/var"],
    ['"in" with a list of groups', { in: [1, at("things")] }, "not-a-list /when/in/1"],
    ['"in" with an enum value as its list', { in: [at("e1"), "A"] }, "not-a-list /when/in/1"],
    ["a constant in a list of constants", { in: [1, [1]] }, "constant-condition /when/in"],
    ["an invalid value in a list", { in: [at("gone"), at("list")] }, "unknown-path /when/in/0/var"],
    ["an invalid value in a list of texts", { in: [at("gone"), ["A"]] }, "unknown-path /when/in/0/var"],
    ["an enum value in a list of numbers", { in: ["x", at("list")] }, "wrong-type /when/in/0"],
    ["a text from a data path in a list of numbers", { in: [at("s1"), at("list")] }, "wrong-type /when/in/0"],
    ["a file in a list of texts", { in: [at("f1"), ["A"]] }, "wrong-type /when/in"],
    ['"in" with an empty list', { in: [at("e1"), []] }, "no-operands /when/in"],
    ["a quantifier with one operand", { some: [at("things")] }, "wrong-count /when/some"],
    ["a quantifier with three operands", { some: [at("things"), true, true] }, "wrong-count /when/some"],
    ["a quantifier over an unknown data path", { all: [at("gone"), true] }, "unknown-path /when/all/0/var"],
    ["a quantifier over a constant", { none: [[1], true] }, "not-a-constant /when/none/0"],
    [
      "a quantifier with a number as its condition",
      { all: [at("list"), { var: "" }] },
      "not-a-condition /when/all/1",
    ],
    ["a sum without operands", { ">": [{ "+": [] }, 1] }, "wrong-count /when/>/0/+"],
    ["a product with one operand", { ">": [{ "*": [at("n1")] }, 1] }, "wrong-count /when/>/0/*"],
    ["a minimum of one operand", { ">": [{ min: [at("n1")] }, 1] }, "wrong-count /when/>/0/min"],
    ["a maximum of one operand", { ">": [{ max: at("n1") }, 1] }, "wrong-count /when/>/0/max"],
    ["a quotient with one operand", { ">": [{ "/": [at("n1")] }, 1] }, "wrong-count /when/>/0/~1"],
    ["a remainder with one operand", { ">": [{ "%": [at("n1")] }, 1] }, "wrong-count /when/>/0/%"],
    ["a difference with three operands", { ">": [{ "-": [1, 2, 3] }, 1] }, "wrong-count /when/>/0/-"],
    ["a quotient with three operands", { ">": [{ "/": [1, 2, 3] }, 1] }, "wrong-count /when/>/0/~1"],
    ["a remainder with three operands", { ">": [{ "%": [1, 2, 3] }, 1] }, "wrong-count /when/>/0/%"],
    [
      "a sum with an invalid operand",
      { ">": [{ "+": [at("gone"), 1] }, 1] },
      "unknown-path /when/>/0/+/0/var",
    ],
    [
      "a product with an invalid operand",
      { ">": [{ "*": [2, at("gone")] }, 1] },
      "unknown-path /when/>/0/*/1/var",
    ],
    [
      "a remainder of an amount",
      { ">": [{ "%": [at("m1"), "3.00"] }, "1.00"] },
      "inexact-division /when/>/0/%",
    ],
    [
      "a quotient of units",
      { ">": [{ "/": [at("u1"), "3.0000"] }, "1.0000"] },
      "inexact-division /when/>/0/~1",
    ],
    ["a sum of days", { "==": [{ "+": [at("d1"), at("d2")] }, at("d1")] }, "not-a-number /when/==/0/+"],
    [
      "a sum of enum values",
      { "==": [{ "+": [at("e1"), at("e1")] }, at("e1")] },
      "not-a-number /when/==/0/+",
    ],
    ["a sum of a list", { ">": [{ "+": [at("list"), 1] }, 1] }, "not-comparable /when/>/0/+"],
    ["a division by zero", { ">": [{ "/": [at("n1"), 0] }, 1] }, "open-divisor /when/>/0/~1"],
    ["a remainder by zero", { ">": [{ "%": [at("n1"), 0] }, 1] }, "open-divisor /when/>/0/%"],
    ["a remainder by a data path", { ">": [{ "%": [4, at("n1")] }, 1] }, "open-divisor /when/>/0/%"],
    [
      "an amount times a fraction",
      { ">": [{ "*": [at("m1"), at("n2")] }, "1.00"] },
      "not-a-number /when/>/0/*",
    ],
    ["units times an amount", { ">": [{ "*": [at("u1"), at("m1")] }, "1.00"] }, "not-a-number /when/>/0/*"],
    ["units times units", { ">": [{ "*": [at("u1"), at("u2")] }, "1.0000"] }, "not-a-number /when/>/0/*"],
    ["an enum value times a number", { ">": [{ "*": [at("e1"), 2] }, 1] }, "not-a-number /when/>/0/*"],
    ["units against a number", { ">": [at("u1"), at("n1")] }, "money-with-number /when/>/1"],
    ["a number against an amount", { ">": [at("n1"), at("m1")] }, "money-with-number /when/>/1"],
    ["a number against units", { ">": [at("n2"), at("u1")] }, "money-with-number /when/>/1"],
    ["a day against an amount", { ">": [at("d1"), at("m1")] }, "wrong-type /when/>/1"],
  ];

  const rows = table.map(([title, logic, expected, type]) => ({ title, logic, expected, type }));
  test.each(rows)("gets a finding with code and pointer: $title", ({ logic, expected, type }) => {
    expect(checked(logic, type ?? BOOLEAN)).toEqual([expected]);
  });

  test("gets a finding for every invalid clause, not only for the first", () => {
    expect(checked({ and: [at("n1"), at("b1"), at("gone")] })).toEqual([
      "not-a-condition /when/and/0",
      "unknown-path /when/and/2/var",
    ]);
  });

  test("gets a finding if a data path is a name that every object inherits, even if a schema declares that name", () => {
    const findings: Finding[] = [];
    checkExpression(at("constructor"), {
      known: { types: { "facts.p.constructor": BOOLEAN }, rules: {} },
      spot: { file: "flow.json", pointer: "/when" },
      expected: BOOLEAN,
      findings,
    });
    expect(findings.map(({ code }) => code)).toEqual(["unknown-path"]);
  });
});
