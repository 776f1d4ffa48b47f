import { beforeAll, describe, expect, test } from "vitest";
import { formats } from "../../domain/formats.ts";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import {
  type CompiledRules,
  checkCases,
  checkRules,
  compileRules,
  type RuleSet,
  scopeOf,
} from "../../engine/rules/index.ts";
import type { RuleFile } from "../../engine/rules/rule.ts";
import { typesOfSchema } from "../../engine/rules/types-of-schema.ts";
import type { Json, JsonObject, JsonSchema } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { flowNames, jsonNames, loadFlow, readJson, textAt } from "./definition-files.ts";
import { mutantsOf } from "./rule-mutants.ts";

const SHARED = "shared";
const files = [...flowNames(), SHARED].flatMap((flow) =>
  jsonNames(`flows/${flow}/rules`).map((id) => ({ flow, id, file: `flows/${flow}/rules/${id}.json` })),
);

/** Returns a rule set with this rule, or with only the types and rules of a flow. */
async function ruleSet(flow: string, id = ""): Promise<RuleSet> {
  if (flow !== SHARED) return { ...ruleSetOf(await loadFlow(flow)), conditions: {} };
  const rules = jsonNames("flows/shared/rules").map((name) => {
    const file = `flows/shared/rules/${name}.json`;
    return { file, rule: readJson(file) as RuleFile };
  });
  const readsFlows = (rule: RuleFile | undefined) => /"(answers|derived|flags)\./.test(JSON.stringify(rule));
  if (!readsFlows(rules.find(({ rule }) => rule.id === id)?.rule))
    return {
      rules: rules.filter(({ rule }) => !readsFlows(rule)),
      conditions: {},
      types: sharedTypes(),
      formats,
    };
  // The answers that a shared rule reads have the types of a flow that uses the rule.
  for (const name of flowNames()) {
    const set = ruleSetOf(await loadFlow(name));
    if (set.rules.some(({ rule }) => rule.id === id)) return { ...set, conditions: {} };
  }
  throw new Error(`no flow uses the rule ${id}`);
}

function sharedTypes(): RuleSet["types"] {
  const facts = readJson("flows/shared/facts.json") as {
    readonly [fact: string]: { readonly schema: JsonSchema };
  };
  const resolve = (reference: string) => readJson(`schemas/${reference}.json`);
  return Object.assign(
    {},
    ...Object.entries(facts).map(([name, { schema }]) =>
      typesOfSchema(schema, { prefix: `facts.${name}`, resolve, formats }),
    ),
  );
}

function compiled(set: RuleSet): CompiledRules {
  const result = compileRules(set);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe.each(files)("the rule $id of $flow", ({ flow, id, file }) => {
  const rule = readJson(file) as RuleFile;
  let set: RuleSet;
  beforeAll(async () => {
    set = await ruleSet(flow, id);
  });

  test("passes the type check, and its cases have the stated results", () => {
    expect(checkRules(set).filter((finding) => finding.file.endsWith(`/${id}.json`))).toEqual([]);
  });

  test("has a title and reasons in both languages", () => {
    for (const language of LANGUAGES)
      for (const key of [rule.title, ...(rule.must ?? []).map(({ reason }) => reason)])
        expect([language, key, textAt(language, key)]).toEqual([language, key, expect.any(String)]);
  });

  // A switch that no set contains is off, so a rule that reads only switches never lacks data.
  test.runIf(/"(answers|facts|derived)\./.test(JSON.stringify(rule)))(
    "has a case in which data is missing",
    () => {
      expect(rule.cases.map(({ expect: answer }) => answer)).toContain("unknown");
    },
  );

  test("has cases that all differ in name", () => {
    const names = rule.cases.map(({ why }) => why);
    expect(new Set(names).size).toBe(names.length);
  });

  test.runIf(rule.must)(
    "has a case in which all clauses hold, and for each clause a case in which only this clause fails",
    () => {
      const must = compiled(set).must[id];
      if (!must) throw new Error(`${id} is not compiled`);
      const outcomes = rule.cases.map(({ given }) => must(scopeOf(given)));
      expect(outcomes.some(({ kind }) => kind === "holds")).toBe(true);
      for (const clause of rule.must ?? [])
        expect(
          outcomes.filter(
            (outcome) =>
              outcome.kind !== "holds" &&
              outcome.clauses.length === 1 &&
              outcome.clauses[0]?.id === clause.id,
          ),
          `no case fails by clause ${clause.id} alone`,
        ).not.toEqual([]);
    },
  );

  test("has cases that detect every mutation of a condition, a limit or an enum value", () => {
    const unnoticed = mutantsOf(rule).filter(({ mutant }) => {
      const changed = {
        ...set,
        rules: set.rules.map((entry) => (entry.rule.id === id ? { ...entry, rule: mutant } : entry)),
      };
      const result = compileRules(changed);
      if (!result.ok) return false;
      return (
        checkCases(
          changed.rules.filter((entry) => entry.rule.id === id),
          result.value,
        ).length === 0
      );
    });
    expect(unnoticed.map(({ what }) => what)).toEqual([]);
  });
});

/** The rule of section 4 of the specification, implemented a second time by hand. */
function ableToInvest(investor: JsonObject): boolean {
  const is = (name: string, ...values: readonly Json[]) => values.includes(investor[name] as Json);
  const juristic = is("customerType", "JURISTIC");
  return (
    (juristic || is("agreeFatca", true)) &&
    is("isVerified", true) &&
    is("kycStatus", "VERIFIED", "REVIEW", "PENDING") &&
    is("contractVerified", true) &&
    (juristic || is("suitStatus", "VERIFIED", "REVIEW")) &&
    (is("livenessStatus", "VERIFIED", "REVIEW", "PENDING") || Boolean(investor.trueMoneyId))
  );
}

/** The completeness of onboarding according to section 4, implemented a second time by hand. */
function onboardingComplete(investor: JsonObject): boolean {
  const complete = (name: string) =>
    ["PENDING", "PENDING_REJECT", "VERIFIED"].includes(investor[name] as string);
  return (
    ["kycStatus", "onfidoStatus", "verifioStatus", "suitStatus"].every(complete) &&
    ["passDopa", "isVerified", "agreeFatca", "contractVerified"].every((name) => investor[name] === true) &&
    Boolean(investor.walletAddress ?? investor.bankName)
  );
}

const KYC = ["PRE_VERIFIED", "PENDING", "REVIEW", "VERIFIED", "REJECTED", "OVERDUE", undefined];
const VENDOR = ["WAITING", "PENDING", "REVIEW", "VERIFIED", "REJECT", "PENDING_REJECT", "BLOCKED", undefined];
const FLAG = [true, false];

test("the rule able-to-invest gives the result that section 4 of the specification requires for every combination of facts", async () => {
  const must = compiled(await ruleSet(SHARED)).must["able-to-invest"];
  let tried = 0;
  for (const investor of combinations({
    customerType: ["INDIVIDUAL", "JURISTIC"],
    agreeFatca: FLAG,
    isVerified: FLAG,
    contractVerified: FLAG,
    kycStatus: KYC,
    suitStatus: KYC,
    livenessStatus: VENDOR,
    trueMoneyId: ["TMN-1", undefined],
  })) {
    const outcome = must?.(scopeOf({ facts: { investor } }));
    if ((outcome?.kind === "holds") !== ableToInvest(investor)) expect(investor).toBe(outcome?.kind);
    tried += 1;
  }
  expect(tried).toBe(2 * 2 * 2 * 2 * 7 * 7 * 8 * 2);
});

test("the rule onboarding-complete counts the nine steps of section 4 of the specification for every combination of statuses", async () => {
  const must = compiled(await ruleSet(SHARED)).must["onboarding-complete"];
  for (const investor of combinations({
    kycStatus: KYC,
    onfidoStatus: VENDOR,
    verifioStatus: VENDOR,
    suitStatus: ["PENDING", "VERIFIED", "OVERDUE"],
    passDopa: FLAG,
    isVerified: FLAG,
    agreeFatca: FLAG,
    contractVerified: FLAG,
    walletAddress: ["0x0", undefined],
    bankName: ["004", undefined],
  })) {
    const outcome = must?.(scopeOf({ facts: { investor } }));
    if ((outcome?.kind === "holds") !== onboardingComplete(investor)) expect(investor).toBe(outcome?.kind);
  }
  expect(must).toBeDefined();
});

function* combinations(values: {
  readonly [name: string]: readonly (Json | undefined)[];
}): Generator<JsonObject> {
  const names = Object.keys(values);
  const at = (index: number, so: JsonObject): Generator<JsonObject> => step(index, so);
  function* step(index: number, so: JsonObject): Generator<JsonObject> {
    const name = names[index];
    if (name === undefined) {
      yield so;
      return;
    }
    for (const value of values[name] ?? [])
      yield* at(index + 1, value === undefined ? so : { ...so, [name]: value });
  }
  yield* step(0, {});
}
