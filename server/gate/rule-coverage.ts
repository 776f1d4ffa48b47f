import type { Definition } from "../../engine/flow/definition.ts";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import { logicsOf, rulesOf } from "../../engine/rules/index.ts";
import { type Coverage, coverageOf, type Shown } from "../../engine/verify/coverage/index.ts";
import { domainsOf } from "../../engine/verify/model/index.ts";
import type { Counted, RuleCoverage } from "./judged.ts";

/** Returns the case coverage of these rules and of the rules that they use. */
export function coverageOfRules(definition: Definition, rules: readonly string[]): readonly RuleCoverage[] {
  const needed = new Set<string>();
  const need = (id: string): void => {
    const rule = definition.rules[id];
    if (rule === undefined || needed.has(id)) return;
    needed.add(id);
    for (const logic of logicsOf(rule)) rulesOf(logic).forEach(need);
  };
  rules.forEach(need);
  const set = ruleSetOf(definition);
  const small = {
    ...set,
    conditions: {},
    rules: set.rules.filter(({ rule }) => needed.has(rule.id) || rule.assumes !== undefined),
  };
  return coverageOf(small, domainsOf(definition))
    .filter(({ rule }) => rules.includes(rule))
    .map(summed);
}

function summed({ rule, conditions, thresholds, missing, share }: Coverage): RuleCoverage {
  return {
    rule,
    share: Math.round(share * 10_000) / 10_000,
    conditions: counted(conditions.flatMap(({ whenTrue, whenFalse }) => [whenTrue, whenFalse])),
    thresholds: counted(thresholds.flatMap(({ under, at, over }) => [under, at, over])),
    missing,
  };
}

function counted(all: readonly Shown[]): Counted {
  const count = (what: Shown): number => all.filter((one) => one === what).length;
  return {
    shown: count("shown"),
    missing: count("missing"),
    infeasible: count("infeasible"),
    unknown: count("unknown"),
  };
}
