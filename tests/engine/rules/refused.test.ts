import { describe, expect, test } from "vitest";
import { checkExpression } from "../../../engine/rules/index.ts";
import type { Finding, Logic } from "../../../engine/rules/rule.ts";
import type { Type } from "../../../engine/rules/types.ts";
import { at, BOOLEAN, checked, INTEGER, MONEY, words } from "./checking.ts";

describe("an invalid condition", () => {
  type Row = readonly [title: string, logic: Logic, expected: string, type?: Type];
  const deep = JSON.parse(`${'{"!":'.repeat(65)}true${"}".repeat(65)}`) as Logic;
  const table: readonly Row[] = [
    ["too deep an expression", deep, "too-deep /when"],
    ["a number where a boolean is wanted", 3, "wrong-type /when"],
    ["a list as a condition", [true], "not-a-constant /when"],
    ["an empty object", {}, "not-a-constant /when"],
    ["a value of another type", { "+": [at("n1"), 1] }, "wrong-type /when", MONEY],
    ["too many words", at("e1"), "wrong-type /when", words("A", "B")],
    ["a text where a word is wanted", at("s1"), "wrong-type /when", words("A", "B")],
    ["a fraction where a whole number is wanted", at("n2"), "wrong-type /when", INTEGER],
    [
      "a word of another list in a branch",
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
      "an if of two pairs without an else",
      { if: [at("b1"), true, at("b2"), false] },
      "if-without-else /when/if",
    ],
    ["an if of one", { if: [at("b1")] }, "if-without-else /when/if"],
    [
      "an if that is compared, without an else",
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
      "a condition inside a compared if",
      { "==": [{ if: [at("n1"), 1, 2] }, 1] },
      "not-a-condition /when/==/0/if/0",
    ],
    ["an empty if that is compared", { "==": [{ if: [] }, 1] }, "if-without-else /when/==/0/if"],
    ["an impossible number", { "==": [at("c1"), 3] }, "word-outside-enum /when/==/1"],
    [
      "one place and a half",
      { missing_some: [1.5, ["facts.p.b1", "facts.p.n1"]] },
      "wrong-count /when/missing_some",
    ],
    ["a numeric path", { var: 1 }, "path-not-fixed /when/var"],
    ["an empty path outside a list", { var: "" }, "unknown-path /when/var"],
    ["an inherited name below a place", at("b1.constructor"), "unknown-path /when/var"],
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
    ["a computed place in missing", { missing: [at("b1")] }, "path-not-fixed /when/missing/0"],
    ["an unknown second place", { missing: ["facts.p.b1", "facts.p.gone"] }, "unknown-path /when/missing/1"],
    ["zero places needed", { missing_some: [0, ["facts.p.b1"]] }, "wrong-count /when/missing_some"],
    ["half a place", { missing_some: [0.5, ["facts.p.b1"]] }, "wrong-count /when/missing_some"],
    ["a count in words", { missing_some: ["1", ["facts.p.b1"]] }, "wrong-count /when/missing_some"],
    ["missing of nothing", { missing: [] }, "wrong-count /when/missing"],
    ["and of nothing", { and: [] }, "no-operands /when/and"],
    ["or of nothing", { or: [] }, "no-operands /when/or"],
    ["and with an invalid operand", { and: [at("b1"), at("n1")] }, "not-a-condition /when/and/1"],
    ["not of two", { "!": [at("b1"), at("b2")] }, "wrong-count /when/!"],
    ["not of nothing", { "!!": [] }, "wrong-count /when/!!"],
    ["not of a number that is read", { "!": at("n1") }, "not-a-condition /when/!"],
    ["not of a number in a list", { "!": [at("n1")] }, "not-a-condition /when/!/0"],
    ["not of a sum", { "!": [{ "+": [1, 2] }] }, "not-a-condition /when/!/0"],
    ["not of a place that is not there", { "!": [at("gone")] }, "unknown-path /when/!/0/var"],
    ["equal of one", { "==": [at("b1")] }, "wrong-count /when/=="],
    ["equal of three", { "==": [1, 1, 1] }, "wrong-count /when/=="],
    ["different of one", { "!=": [at("b1")] }, "wrong-count /when/!="],
    ["equal with an invalid second operand", { "==": [at("n1"), at("gone")] }, "unknown-path /when/==/1/var"],
    ["a number and a text", { "==": [at("n1"), at("s1")] }, "wrong-type /when/==/1"],
    [
      "a fraction for a whole number that is told apart by its kind",
      { "==": [at("e1"), 1] },
      "wrong-type /when/==/1",
    ],
    [
      "enums of two places without a common word",
      { "==": [at("e1"), { if: [at("b1"), "X", "Y"] }] },
      "never-equal /when/==",
    ],
    ["compare of one", { "<": [at("n1")] }, "wrong-count /when/<"],
    ["compare of four", { "<": [1, at("n1"), 3, 4] }, "wrong-count /when/<"],
    ["between, from above", { ">": [3, at("n1"), 1] }, "wrong-count /when/>"],
    ["between, from above, ends included", { ">=": [3, at("n1"), 1] }, "wrong-count /when/>="],
    ["an ordering of booleans", { "<": [at("b1"), at("b2")] }, "no-order /when/<"],
    ["an ordering of texts", { "<": [at("s1"), "x"] }, "no-order /when/<"],
    ["an ordering of a constant text", { "<": ["a", "b"] }, "word-outside-enum /when/</1"],
    ["an ordering of a file", { "<": [at("f1"), "x"] }, "not-comparable /when/<"],
    ["in of one", { in: [at("e1")] }, "wrong-count /when/in"],
    ["in of three", { in: [at("e1"), ["A"], ["B"]] }, "wrong-count /when/in"],
    ["in with an invalid list", { in: [1, at("gone")] }, "unknown-path /when/in/1/var"],
    ["in a list of groups", { in: [1, at("things")] }, "not-a-list /when/in/1"],
    ["in a word", { in: [at("e1"), "A"] }, "not-a-list /when/in/1"],
    ["a constant among constants", { in: [1, [1]] }, "constant-condition /when/in"],
    ["an invalid value in a list", { in: [at("gone"), at("list")] }, "unknown-path /when/in/0/var"],
    ["an invalid value among words", { in: [at("gone"), ["A"]] }, "unknown-path /when/in/0/var"],
    ["a word in a list of numbers", { in: ["x", at("list")] }, "wrong-type /when/in/0"],
    ["a text from a place in a list of numbers", { in: [at("s1"), at("list")] }, "wrong-type /when/in/0"],
    ["a file among words", { in: [at("f1"), ["A"]] }, "wrong-type /when/in"],
    ["in nothing", { in: [at("e1"), []] }, "no-operands /when/in"],
    ["a quantifier of one", { some: [at("things")] }, "wrong-count /when/some"],
    ["a quantifier of three", { some: [at("things"), true, true] }, "wrong-count /when/some"],
    ["a quantifier over an unknown place", { all: [at("gone"), true] }, "unknown-path /when/all/0/var"],
    ["a quantifier over a constant", { none: [[1], true] }, "not-a-constant /when/none/0"],
    [
      "a quantifier with a number as its condition",
      { all: [at("list"), { var: "" }] },
      "not-a-condition /when/all/1",
    ],
    ["a sum of nothing", { ">": [{ "+": [] }, 1] }, "wrong-count /when/>/0/+"],
    ["a product of one", { ">": [{ "*": [at("n1")] }, 1] }, "wrong-count /when/>/0/*"],
    ["the minimum of one", { ">": [{ min: [at("n1")] }, 1] }, "wrong-count /when/>/0/min"],
    ["the maximum of one", { ">": [{ max: at("n1") }, 1] }, "wrong-count /when/>/0/max"],
    ["a quotient of one", { ">": [{ "/": [at("n1")] }, 1] }, "wrong-count /when/>/0/~1"],
    ["a remainder of one", { ">": [{ "%": [at("n1")] }, 1] }, "wrong-count /when/>/0/%"],
    ["a difference of three", { ">": [{ "-": [1, 2, 3] }, 1] }, "wrong-count /when/>/0/-"],
    ["a quotient of three", { ">": [{ "/": [1, 2, 3] }, 1] }, "wrong-count /when/>/0/~1"],
    ["a remainder of three", { ">": [{ "%": [1, 2, 3] }, 1] }, "wrong-count /when/>/0/%"],
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
    ["units divided", { ">": [{ "/": [at("u1"), "3.0000"] }, "1.0000"] }, "inexact-division /when/>/0/~1"],
    ["a sum of days", { "==": [{ "+": [at("d1"), at("d2")] }, at("d1")] }, "not-a-number /when/==/0/+"],
    ["a sum of words", { "==": [{ "+": [at("e1"), at("e1")] }, at("e1")] }, "not-a-number /when/==/0/+"],
    ["a sum of a list", { ">": [{ "+": [at("list"), 1] }, 1] }, "not-comparable /when/>/0/+"],
    ["a division by zero", { ">": [{ "/": [at("n1"), 0] }, 1] }, "open-divisor /when/>/0/~1"],
    ["a remainder by zero", { ">": [{ "%": [at("n1"), 0] }, 1] }, "open-divisor /when/>/0/%"],
    ["a remainder by a place", { ">": [{ "%": [4, at("n1")] }, 1] }, "open-divisor /when/>/0/%"],
    [
      "an amount times a fraction",
      { ">": [{ "*": [at("m1"), at("n2")] }, "1.00"] },
      "not-a-number /when/>/0/*",
    ],
    ["units times an amount", { ">": [{ "*": [at("u1"), at("m1")] }, "1.00"] }, "not-a-number /when/>/0/*"],
    ["units times units", { ">": [{ "*": [at("u1"), at("u2")] }, "1.0000"] }, "not-a-number /when/>/0/*"],
    ["a word times a number", { ">": [{ "*": [at("e1"), 2] }, 1] }, "not-a-number /when/>/0/*"],
    ["units against a number", { ">": [at("u1"), at("n1")] }, "money-with-number /when/>/1"],
    ["a number against an amount", { ">": [at("n1"), at("m1")] }, "money-with-number /when/>/1"],
    ["a number against units", { ">": [at("n2"), at("u1")] }, "money-with-number /when/>/1"],
    ["a day against an amount", { ">": [at("d1"), at("m1")] }, "wrong-type /when/>/1"],
  ];

  const rows = table.map(([title, logic, expected, type]) => ({ title, logic, expected, type }));
  test.each(rows)("gives a finding with code and pointer: $title", ({ logic, expected, type }) => {
    expect(checked(logic, type ?? BOOLEAN)).toEqual([expected]);
  });

  test("gives a finding for every invalid clause, not only for the first", () => {
    expect(checked({ and: [at("n1"), at("b1"), at("gone")] })).toEqual([
      "not-a-condition /when/and/0",
      "unknown-path /when/and/2/var",
    ]);
  });

  test("gives a finding for an inherited name as a data path, even if a schema declares that name", () => {
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
