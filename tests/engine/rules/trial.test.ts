import { describe, expect, test } from "vitest";
import { ruleSetOf } from "../../../engine/flow/rule-set.ts";
import { type RuleSet, trialOf } from "../../../engine/rules/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { flowNames, loadFlow } from "../../definitions/definition-files.ts";
import { at } from "./checking.ts";
import { mustRule, setOf, valueRule } from "./support.ts";

const OLD = { ">=": [at("n1"), 20] };
const RICH = { ">=": [at("n2"), 100] };
const person = (p: JsonObject): JsonObject => ({ facts: { p } });
const tried = (set: RuleSet, id: string, p: JsonObject) => trialOf(set, id)?.(person(p));

describe("a trial of a rule", () => {
  test.each(flowNames())("answers every case of the rules of %s as the case expects", async (flow) => {
    const set = ruleSetOf(await loadFlow(flow));
    for (const { rule } of set.rules) {
      const trial = trialOf(set, rule.id);
      for (const { given, expect: answer, why } of rule.cases)
        expect(trial?.(given).answer, `${rule.id}: ${why}`).toEqual(answer);
    }
  });

  const set = setOf([mustRule("grown", [{ logic: { or: [OLD, { "!": [RICH] }] } }, { logic: RICH }])]);
  test.each([
    [{ n1: 20, n2: 100 }, true, [true, true, false, true, true]],
    [{ n1: 19, n2: 100 }, false, [false, false, false, true, true]],
    [{ n1: 20, n2: 99 }, false, [true, true, true, false, false]],
    [{ n1: 20 }, "unknown", [true, true, "unknown", "unknown", "unknown"]],
    [{}, "unknown", ["unknown", "unknown", "unknown", "unknown", "unknown"]],
  ])("for %j answers %s and says which conditions hold: %j", (p, answer, truths) => {
    const [whole, old, poor, rich, second] = truths;
    expect(tried(set, "grown", p)).toMatchObject({
      answer,
      truths: {
        "/must/0/logic": whole,
        "/must/0/logic/or/0": old,
        "/must/0/logic/or/1": poor,
        "/must/0/logic/or/1/!/0": rich,
        "/must/1/logic": second,
      },
    });
  });

  test("names the missing values only while they leave the answer open", () => {
    expect(tried(set, "grown", { n1: 20 })?.missing).toEqual(["facts.p.n2"]);
    expect(tried(set, "grown", { n2: 99 })?.missing).toEqual([]);
  });

  test("says which row of a decision table holds, also if the table is nested in another", () => {
    const logic = { if: [OLD, 1, { if: [RICH, 2, 3] }] };
    const table = setOf([valueRule("level", { type: "integer" }, logic)]);
    expect(tried(table, "level", { n1: 19, n2: 100 })).toEqual({
      answer: 2,
      missing: [],
      truths: { "/value/logic/if/0": false, "/value/logic/if/2/if/0": true },
    });
  });

  test("says which row holds in each table of a sum", () => {
    const logic = { "+": [at("n1"), { if: [OLD, 10, 0] }, { if: [RICH, 5, 0] }] };
    const sum = setOf([valueRule("points", { type: "number" }, logic)]);
    expect(tried(sum, "points", { n1: 20, n2: 99 })).toEqual({
      answer: 30,
      missing: [],
      truths: { "/value/logic/+/1/if/0": true, "/value/logic/+/2/if/0": false },
    });
  });

  test("needs only the rules that the rule refers to, even if another rule of the set has an error", () => {
    const bad = mustRule("bad", [{ logic: { ">=": [at("n1"), "twenty"] } }]);
    const nested = mustRule("nested", [{ logic: { rule: "grown" } }]);
    const all = setOf([...set.rules.map(({ rule }) => rule), nested, bad]);
    expect(tried(all, "nested", { n1: 20, n2: 100 })?.answer).toBe(true);
    expect(trialOf(all, "bad")).toBe(null);
    expect(trialOf(all, "none")).toBe(null);
  });
});
