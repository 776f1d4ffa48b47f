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
  it.each(flowNames())("cover everything feasible in the flow %s", async (flow) => {
    const definition = await loadFlow(flow);
    for (const coverage of coverageOf(ruleSetOf(definition), domainsOf(definition)))
      expect({ rule: coverage.rule, missing: coverage.missing, share: coverage.share }).toEqual({
        rule: coverage.rule,
        missing: [],
        share: 1,
      });
  });

  it("cover everything feasible in shared rules that no flow uses", async () => {
    for (const { set } of (await corpus()).filter(({ flow }) => flow === "shared"))
      for (const { rule, missing } of coverageOf(set, domainsOfTypes(set.types, formats)))
        expect({ rule, missing }).toEqual({ rule, missing: [] });
  });

  it("belong to shared rules that each are used by a flow or covered separately", async () => {
    const shown = new Set((await corpus()).flatMap(({ measured }) => measured.map(({ id }) => id)));
    expect(sharedRules().filter(({ rule }) => !shown.has(rule.id))).toEqual([]);
  });
});

describe("missing cases", () => {
  it("are generated, and complete the existing ones", async () => {
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

  it("include a threshold that lacks its three cases", async () => {
    const definition = await loadFlow("kyc");
    const set = withCases(ruleSetOf(definition), "adult", (at) => at !== 1);
    const [adult] = coverageOf(set, domainsOf(definition)).filter(({ rule }) => rule === "adult");
    expect(adult?.thresholds).toMatchObject([{ under: "shown", at: "missing", over: "shown" }]);
    expect(adult?.missing).toEqual([{ why: "exactly", given: { derived: { age: 20 } }, expect: true }]);
  });
});
