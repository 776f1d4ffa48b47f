import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formats } from "../../domain/formats.ts";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import type { RuleSet, RuleSource, TypeEnv } from "../../engine/rules/index.ts";
import type { RuleFile } from "../../engine/rules/rule.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { flowNames, loadFlow } from "../definitions/definition-files.ts";

const ROOT = join(import.meta.dirname, "../..");
const SHARED = join(ROOT, "flows/shared/rules");

/** A flow's rules with everything that they need, and those rules that no earlier flow has. */
export type RulesOfFlow = {
  readonly flow: string;
  readonly set: RuleSet;
  readonly measured: readonly RuleFile[];
};

/**
 * Returns the measured rules: every rule of `flows/` once, with the types of the first flow that uses it, and
 * three rules of further kinds (a count, lengths of lists, an amount between two others).
 */
export async function corpus(): Promise<readonly RulesOfFlow[]> {
  const shared = sharedRules();
  const seen = new Set<RuleFile["id"]>();
  const own = (await Promise.all(flowNames().map(loadFlow))).map((definition) => {
    const set = { ...ruleSetOf(definition), conditions: {} };
    const measured = set.rules.filter(({ file, rule }) => existsSync(join(ROOT, file)) || isNew(rule.id));
    return { flow: definition.flow.id, set, measured: measured.map(({ rule }) => rule) };
  });
  function isNew(id: RuleFile["id"]): boolean {
    const found = !seen.has(id) && shared.some(({ rule }) => rule.id === id);
    seen.add(id);
    return found;
  }
  const typesOf = (flow: string): TypeEnv => own.find((each) => each.flow === flow)?.set.types ?? {};
  const unused = shared.filter(({ rule }) => !seen.has(rule.id));
  return [
    ...own,
    ofRules("shared", unused, typesOf("invest")),
    ofRules("more", MORE, { ...typesOf("kyc"), ...typesOf("invest") }),
  ].filter(({ measured }) => measured.length > 0);
}

function ofRules(flow: string, rules: readonly RuleSource[], types: TypeEnv): RulesOfFlow {
  return { flow, set: { rules, conditions: {}, types, formats }, measured: rules.map(({ rule }) => rule) };
}

/** Returns every rule of `flows/shared/rules`, whether a flow uses the rule or not. */
export function sharedRules(): readonly RuleSource[] {
  return readdirSync(SHARED).map((name) => ({
    file: `flows/shared/rules/${name}`,
    rule: JSON.parse(readFileSync(join(SHARED, name), "utf8")) as RuleFile,
  }));
}

const one = (place: string): JsonObject => ({ if: [{ var: place }, 1, 0] });
const head = {
  title: "rule:x.title",
  source: "bench",
  owner: "bench",
  from: "2026-01-01",
  onMissing: "refuse",
} as const;
const cases = [{ why: "nothing is known", given: {}, expect: "unknown" }] as const;

const MORE: readonly RuleSource[] = (
  [
    {
      ...head,
      id: "steps-done",
      cases,
      value: {
        type: { type: "integer" },
        logic: {
          "+": ["isVerified", "passDopa", "agreeFatca", "contractVerified"].map((name) =>
            one(`facts.investor.${name}`),
          ),
        },
      },
    },
    {
      ...head,
      id: "interests",
      cases,
      must: [
        {
          id: "two",
          reason: "r",
          mend: "none",
          logic: { ">=": [{ var: "answers.interests.strategies.length" }, 2] },
        },
        {
          id: "one",
          reason: "r",
          mend: "none",
          logic: { ">=": [{ var: "answers.interests.depositMethods.length" }, 1] },
        },
      ],
    },
    {
      ...head,
      id: "quick-amount",
      cases,
      must: [
        {
          id: "from",
          reason: "r",
          mend: "none",
          logic: { ">=": [{ var: "answers.amount.amount" }, "10000.00"] },
        },
        {
          id: "to",
          reason: "r",
          mend: "none",
          logic: { "<": [{ var: "answers.amount.amount" }, "2000000.00"] },
        },
      ],
    },
  ] satisfies readonly RuleFile[]
).map((rule) => ({ file: `bench/${rule.id}.json`, rule }));
