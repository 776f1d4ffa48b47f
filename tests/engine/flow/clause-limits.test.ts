import { describe, expect, test } from "vitest";
import { clauseLimits, showLimit } from "../../../engine/flow/clause-limits.ts";
import { errorKeys } from "../../../engine/flow/index.ts";
import type { RuleFile } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import { shopDefinition } from "./fixtures/shop.ts";

const AMOUNT: Json = { var: "answers.amount.amount" };
const LEAST: Json = { var: "facts.strategy.minFirst" };

function limitOf(logic: Json): unknown {
  const clause = { id: "only", reason: "warning:least", mend: "answers.amount.amount", logic };
  const rule: RuleFile = {
    id: "least",
    title: "rule:least.title",
    source: "the specification",
    owner: "fund",
    from: "2026-01-01",
    onMissing: "ask",
    must: [clause],
    cases: [],
  };
  return clauseLimits(rule).get("only");
}

describe("clauseLimits, for a clause of a rule,", () => {
  test.each<[string, Json, unknown]>([
    ["a lower limit at a data path", { ">=": [AMOUNT, LEAST] }, { path: "facts.strategy.minFirst" }],
    [
      "a lower limit at a data path, with swapped operands",
      { "<=": [LEAST, AMOUNT] },
      { path: "facts.strategy.minFirst" },
    ],
    ["an upper limit that is a text", { "<": [AMOUNT, "50000.00"] }, { value: "50000.00" }],
    ["a lower limit that is a number", { ">": [AMOUNT, 0] }, { value: 0 }],
    [
      "a comparison nested in other operators",
      { or: [{ var: "facts.holding.has" }, { "!": [{ "<": [AMOUNT, LEAST] }] }] },
      { path: "facts.strategy.minFirst" },
    ],
    ["the same limit twice", { and: [{ ">=": [AMOUNT, 5] }, { "<=": [5, AMOUNT] }] }, { value: 5 }],
    ["two limits", { and: [{ ">=": [AMOUNT, 5] }, { "<=": [AMOUNT, 9] }] }, undefined],
    ["a value between two limits", { "<=": [5, AMOUNT, 9] }, undefined],
    ["a computed limit", { ">=": [AMOUNT, { "+": [1, 2] }] }, undefined],
    ["an equality", { "==": [AMOUNT, 5] }, undefined],
    ["a comparison of another answer", { ">=": [{ var: "answers.other.amount" }, LEAST] }, undefined],
    ["no comparison", { var: "facts.holding.has" }, undefined],
  ])(
    "finds the one constant or data path that limits the answer, or nothing: %s",
    (_what, logic, expected) => {
      expect(limitOf(logic)).toEqual(expected);
    },
  );

  test.each<[Json | undefined, string | null]>([
    ["10000.00", "10,000.00"],
    [2500, "2,500"],
    ["2026-11-21", "21/11/2026"],
    ["MEDIUM", "MEDIUM"],
    [true, null],
    [null, null],
    [undefined, null],
    [["a"], null],
  ])("shows the limit %j as %j", (value, shown) => {
    expect(showLimit(value)).toBe(shown);
  });
});

test("errorKeys lists the text that states the limit before the text without it, if the limit is known", () => {
  const error = { pointer: "", code: "minimum.least", message: "warning:shop.least" };
  expect(errorKeys(shopDefinition, "amount", { ...error, params: { limit: "1" } }).slice(0, 2)).toEqual([
    "warning:shop.leastWithLimit",
    "warning:shop.least",
  ]);
  expect(errorKeys(shopDefinition, "amount", { ...error, params: {} })[0]).toBe("warning:shop.least");
});
