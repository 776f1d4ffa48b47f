import { describe, expect, test } from "vitest";
import { readsOf, rulesOf } from "../../../engine/rules/index.ts";
import { isInheritedName } from "../../../engine/rules/operators.ts";
import type { Logic } from "../../../engine/rules/rule.ts";

const bomb = JSON.parse(`${'{"!":'.repeat(65)}{"var":"a"}${"}".repeat(65)}`) as Logic;

describe("the data paths that a rule reads", () => {
  const table: readonly (readonly [Logic, readonly string[]])[] = [
    [true, []],
    [null, []],
    ["a", []],
    [{}, []],
    [{ var: "a" }, ["a"]],
    [{ var: ["a", { var: "b" }] }, ["a"]],
    [{ var: ["a", "instead"] }, ["a"]],
    [{ var: "" }, []],
    [{ var: [] }, []],
    [{ var: 1 }, []],
    [{ var: "a.length" }, ["a"]],
    [{ "!": { var: "a" } }, ["a"]],
    [{ and: [{ var: "b" }, { var: "a" }, { var: "b" }] }, ["b", "a"]],
    [
      [{ var: "a" }, [{ var: "b" }]],
      ["a", "b"],
    ],
    [{ in: [1, [{ var: "a" }]] }, ["a"]],
    [{ a: { var: "x" }, b: { var: "y" } }, []],
    [{ missing: "a" }, ["a"]],
    [{ missing: ["a", "b"] }, ["a", "b"]],
    [{ missing: [["a", "b"], "c"] }, ["a", "b", "c"]],
    [{ missing_some: [1, ["a", "b"]] }, ["a", "b"]],
    [{ missing_some: ["z", ["a"]] }, ["a"]],
    [{ missing_some: [1, "a"] }, ["a"]],
    [{ missing_some: [{ var: "z" }, ["a"]] }, ["a"]],
    [{ some: [{ var: "a" }] }, ["a"]],
    [{ some: [{ var: "a" }, { var: "b" }] }, ["a"]],
    [{ all: [{ var: "a" }, { var: "b" }] }, ["a"]],
    [{ none: [{ var: "a" }, { var: "b" }] }, ["a"]],
    [{ map: [{ var: "a" }, { var: "b" }] }, ["a"]],
    [{ filter: [{ var: "a" }, { var: "b" }] }, ["a"]],
    [{ reduce: [{ var: "a" }, { var: "b" }, 0] }, ["a"]],
    [{ some: [] }, []],
    [bomb, []],
  ];

  test.each(table)("the rule %j reads the data paths %j", (logic, paths) => {
    expect(readsOf(logic)).toEqual(paths);
  });
});

describe("the rules that a rule refers to", () => {
  const table: readonly (readonly [Logic, readonly string[]])[] = [
    ["a", ["a"]],
    [null, []],
    [3, []],
    [{}, []],
    [{ rule: "a" }, ["a"]],
    [{ rule: ["a", "b"] }, ["a"]],
    [{ rule: 5 }, []],
    [{ rule: { rule: "a" } }, []],
    [{ rule: [{ rule: "a" }] }, []],
    [{ rule: "a", more: "b" }, []],
    [{ and: [{ rule: "b" }, [{ rule: "a" }], { rule: "b" }] }, ["b", "a"]],
    [{ x: { rule: "a" }, y: { rule: "b" } }, ["a", "b"]],
    [["rule", "a"], []],
    [[["rule", "a"]], []],
    [{ and: [{ rule: "a" }, bomb] }, []],
  ];

  test.each(table)("the rule %j refers to the rules %j", (logic, ids) => {
    expect(rulesOf(logic)).toEqual(ids);
  });
});

test("isInheritedName returns true for the names that every object inherits", () => {
  expect(["constructor", "toString", "__proto__", "hasOwnProperty"].map(isInheritedName)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["", "a", "prototype", "length"].map(isInheritedName)).toEqual([false, false, false, false]);
});
