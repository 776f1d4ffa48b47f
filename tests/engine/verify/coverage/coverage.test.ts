import { describe, expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import { ruleSetOf } from "../../../../engine/flow/rule-set.ts";
import { checkCases, compileRules, type RuleSet } from "../../../../engine/rules/index.ts";
import type { RuleFile } from "../../../../engine/rules/rule.ts";
import { coverageOf } from "../../../../engine/verify/coverage/index.ts";
import { domainsOf, domainsOfTypes } from "../../../../engine/verify/model/index.ts";
import { corpus, sharedRules } from "../../../bench/rules-corpus.ts";
import { flowNames, loadFlow } from "../../../definitions/definition-files.ts";

/** Returns the rule set with only some cases of one rule. */
function withCases(set: RuleSet, id: string, keep: (at: number) => boolean): RuleSet {
  const rules = set.rules.map(({ file, rule }) =>
    rule.id === id
      ? { file, rule: { ...rule, cases: rule.cases.filter((_, at) => keep(at)) } as RuleFile }
      : { file, rule },
  );
  return { ...set, rules };
}

describe("the cases of the project's rules", () => {
  it.each(flowNames())(
    "the cases of the flow %s cover every part of its rules that can be covered",
    async (flow) => {
      const definition = await loadFlow(flow);
      for (const coverage of coverageOf(ruleSetOf(definition), domainsOf(definition)))
        expect({ rule: coverage.rule, missing: coverage.missing, share: coverage.share }).toEqual({
          rule: coverage.rule,
          missing: [],
          share: 1,
        });
    },
  );

  it("the cases of shared rules that no flow uses cover every part that can be covered", async () => {
    for (const { set } of (await corpus()).filter(({ flow }) => flow === "shared"))
      for (const { rule, missing } of coverageOf(set, domainsOfTypes(set.types, formats)))
        expect({ rule, missing }).toEqual({ rule, missing: [] });
  });

  it("every shared rule is measured, in a flow that uses the rule or separately", async () => {
    const shown = new Set((await corpus()).flatMap(({ measured }) => measured.map(({ id }) => id)));
    expect(sharedRules().filter(({ rule }) => !shown.has(rule.id))).toEqual([]);
  });
});

describe("the suggested cases for a rule whose cases do not cover everything", () => {
  it("the suggested cases complete the existing cases, so that everything is covered", async () => {
    const definition = await loadFlow("invest");
    const set = ruleSetOf(definition);
    const thin = withCases(set, "minimum", (at) => at === 0);
    const [before] = coverageOf(thin, domainsOf(definition)).filter(({ rule }) => rule === "minimum");
    expect(before?.share).toBeLessThan(0.5);
    const filled: RuleSet = {
      ...thin,
      rules: thin.rules.map(({ file, rule }) =>
        rule.id === "minimum"
          ? { file, rule: { ...rule, cases: [...rule.cases, ...(before?.missing ?? [])] } as RuleFile }
          : { file, rule },
      ),
    };
    const [after] = coverageOf(filled, domainsOf(definition)).filter(({ rule }) => rule === "minimum");
    expect(after).toMatchObject({ share: 1, missing: [] });
    const compiled = compileRules(filled);
    if (!compiled.ok) throw new Error("the filled rules do not compile");
    expect(checkCases(filled.rules, compiled.value)).toEqual([]);
  });

  it("the suggested cases include the three cases for a threshold if these are missing", async () => {
    const definition = await loadFlow("kyc");
    const set = withCases(ruleSetOf(definition), "adult", (at) => at !== 1);
    const [adult] = coverageOf(set, domainsOf(definition)).filter(({ rule }) => rule === "adult");
    expect(adult?.thresholds).toMatchObject([{ under: "shown", at: "missing", over: "shown" }]);
    expect(adult?.missing).toEqual([{ why: "exactly", given: { derived: { age: 20 } }, expect: true }]);
  });
});
