import { expect, test } from "vitest";
import { checkRules } from "../../../engine/rules/index.ts";
import { compareEveryRow } from "../../bench/rules.ts";
import { corpus } from "../../bench/rules-corpus.ts";

test("every rule of the flows passes the type check, and its cases have the stated results", async () => {
  const findings = (await corpus())
    .filter(({ flow }) => flow !== "more")
    .flatMap(({ set }) => checkRules(set));
  expect(findings).toEqual([]);
});

test("every rule gives equal results for all values as closures, generated code, handwritten code and json-logic-js", async () => {
  const { rules, rows } = await compareEveryRow();
  expect(rules).toBeGreaterThanOrEqual(20);
  expect(rows).toBeGreaterThan(10_000);
}, 120_000);
