import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import { brokenAssumption } from "../../../../engine/flow/broken-assumption.ts";
import { type Definition, type DefinitionSource, factKey } from "../../../../engine/flow/index.ts";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import { ruleSetOf } from "../../../../engine/flow/rule-set.ts";
import { typesOfDefinition } from "../../../../engine/flow/types-of-definition.ts";
import type { Finding, RuleFile } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { compareRules } from "../../../../engine/verify/compare/index.ts";
import { coverageOf } from "../../../../engine/verify/coverage/index.ts";
import { load, verify } from "../../../../engine/verify/lint/index.ts";
import { domainsOf, rootSchema } from "../../../../engine/verify/model/index.ts";
import { prove, rulesIn } from "../../../../engine/verify/prove/index.ts";
import { isPossible } from "../../../../engine/verify/prove/possible-person.ts";
import { readSource } from "../../../../server/sources/source.ts";
import { ROOT } from "../../../definitions/definition-files.ts";
import { changed } from "./planted.ts";

const INVEST = "flows/invest/flow.json";
const HOLDING = "flows/shared/assumptions/possible-holding.json";

let invest: DefinitionSource;

beforeAll(async () => {
  invest = (await readSource(ROOT, "invest")).source;
});

const codes = (findings: readonly Finding[]) =>
  findings.map(({ code, file, pointer }) => [code, file, pointer]);

function loaded(source: DefinitionSource): Definition {
  const result = load(source, trade);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const proved = (source: DefinitionSource) => prove(loaded(source), { fileOf: rulesIn(source) });

/** Returns the same definition files without assumptions. */
function withoutAssumptions(source: DefinitionSource): DefinitionSource {
  const files = Object.entries(source.files).filter(
    ([path]) => !path.startsWith("flows/shared/assumptions/"),
  );
  return { ...source, files: Object.fromEntries(files) };
}

describe("an assumption about a fact", () => {
  const refused: readonly (readonly [
    string,
    string,
    string,
    (source: DefinitionSource) => DefinitionSource,
  ])[] = [
    [
      "onMissing other than allow",
      "assumption-on-missing",
      "/onMissing",
      (source) => changed(source, [HOLDING, "/onMissing", "refuse"]),
    ],
    [
      "another fact than its own",
      "assumption-reads",
      "/must/0/logic",
      (source) => changed(source, [HOLDING, "/must/0/logic", { var: "facts.investor.hasPin" }]),
    ],
    [
      "an answer",
      "assumption-reads",
      "/must/0/logic",
      (source) => changed(source, [HOLDING, "/must/0/logic", { "!!": [{ var: "answers.amount.amount" }] }]),
    ],
    [
      "a flag",
      "assumption-reads",
      "/must/0/logic",
      (source) => changed(source, [HOLDING, "/must/0/logic", { var: "flags.invest" }]),
    ],
    [
      "an undeclared fact",
      "unknown-fact",
      "/assumes",
      (source) => changed(source, [HOLDING, "/assumes", "pension"]),
    ],
    ["no fact", "assumption-misplaced", "", (source) => changed(source, [HOLDING, "/assumes", undefined])],
    [
      "a case with another result",
      "case-fails",
      "/cases/0",
      (source) => changed(source, [HOLDING, "/cases/0/expect", false]),
    ],
  ];

  it.each(refused)("an assumption is rejected if it has %s: %s at %s", (_, code, pointer, plant) => {
    expect(codes(verify(plant(invest), trade).findings)).toContainEqual([code, HOLDING, pointer]);
  });

  it("an assumption outside the folder of assumptions is rejected, because proposals can change other folders", () => {
    const file = "flows/shared/rules/able-to-invest.json";
    expect(codes(verify(changed(invest, [file, "/assumes", "investor"]), trade).findings)).toContainEqual([
      "assumption-misplaced",
      file,
      "/assumes",
    ]);
  });

  it("a condition that refers to an assumption is rejected at that place", () => {
    const source = changed(invest, [INVEST, "/steps/gate/next/1/when", "possible-investor"]);
    expect(codes(verify(source, trade).findings)).toContainEqual([
      "assumption-as-rule",
      INVEST,
      "/steps/gate/next/1/when",
    ]);
  });

  it("a rule of a flow cannot replace an assumption of the same name", () => {
    const own = { ...(invest.files[HOLDING] as JsonObject), assumes: "holding", must: [] };
    const source = { ...invest, files: { ...invest.files, "flows/invest/rules/possible-holding.json": own } };
    expect(loaded(source).rules["possible-holding"]).toEqual(loaded(invest).rules["possible-holding"]);
  });

  it("the prover rejects an assumption that no user can satisfy, or that is undecided", () => {
    const nobody = changed(
      invest,
      [
        HOLDING,
        "/must/0/logic",
        { and: [{ var: "facts.holding.has" }, { "!": [{ var: "facts.holding.has" }] }] },
      ],
      [HOLDING, "/cases", [{ why: "nobody", given: { facts: { holding: { has: true } } }, expect: false }]],
    );
    expect(codes(proved(nobody))).toEqual([["assumption-impossible", HOLDING, "/must"]]);
    const sum = {
      ">": [{ "+": [{ var: "facts.holding.units" }, { var: "facts.holding.units" }] }, "0.0000"],
    };
    const wide = changed(
      invest,
      [HOLDING, "/must/0/logic", sum],
      [
        HOLDING,
        "/cases",
        [{ why: "one", given: { facts: { holding: { units: "1.0000", has: true } } }, expect: true }],
      ],
    );
    expect(codes(proved(wide))).toEqual([["not-proved", HOLDING, "/must"]]);
  });
});

describe("a proof under assumptions", () => {
  // A condition for a user who is asked for a PIN but never set one.
  const noSuchPin: Json = {
    and: [{ var: "facts.investor.hasPin" }, { "!": [{ var: "facts.investor.hadPin" }] }],
  };

  it("the proof reports a branch that no possible user takes, and accepts that branch without the assumption", () => {
    const source = changed(invest, [INVEST, "/steps/pin-ready/next/0/when", noSuchPin]);
    expect(codes(proved(source))).toContainEqual(["impossible-branch", INVEST, "/steps/pin-ready/next/0"]);
    expect(codes(proved(withoutAssumptions(source))).map(([code]) => code)).not.toContain(
      "impossible-branch",
    );
  });

  it("the proof treats facts as new after a receipt, and assumes the same about the new facts", () => {
    const after = (when: Json) =>
      changed(
        invest,
        [INVEST, "/steps/paid/kind", "decide"],
        [INVEST, "/steps/paid/outcome", undefined],
        [INVEST, "/steps/paid/reason", undefined],
        [INVEST, "/steps/paid/shows", undefined],
        [INVEST, "/steps/paid/links", undefined],
        [INVEST, "/steps/paid/next", [{ when, to: "expired" }, { to: "later" }]],
      );
    const impossible = ["impossible-branch", INVEST, "/steps/paid/next/0"];
    const of = (when: Json) => codes(prove(verify(after(when), trade).definition as Definition));
    expect(of(noSuchPin)).toContainEqual(impossible);
    // All users had a PIN when they placed the order. Afterwards their facts may have any consistent values.
    expect(of({ "!": [{ var: "facts.investor.hasPin" }] })).not.toContainEqual(impossible);
  });

  it("the proof shows only possible users, whatever data their path reads", () => {
    const source = changed(invest, [
      INVEST,
      "/steps/gate/next/1/when",
      { "==": [{ var: "facts.investor.kycStatus" }, "VERIFIED"] },
    ]);
    const definition = verify(source, trade).definition as Definition;
    const compiled = compileInProcess(definition);
    const findings = prove(definition).filter(({ witness }) => witness?.times !== undefined);
    expect(findings.length).toBeGreaterThan(0);
    for (const { witness } of findings) {
      const times = (witness as JsonObject).times as Parameters<typeof isPossible>[1]["times"];
      expect(isPossible(compiled, { times }), JSON.stringify(times)).toBe(true);
      expect(times[0]?.facts.investor).toMatchObject({ kycStatus: "VERIFIED", isVerified: true });
    }
  });
});

describe("comparison and coverage under assumptions", () => {
  const compare = (definition: Definition, after: RuleFile) => {
    const others = Object.values(definition.rules).map((rule) => ({ file: rule.id, rule }));
    const rule = definition.rules["able-to-invest"] as RuleFile;
    return compareRules(
      { rule, others },
      { rule: after, others },
      {
        types: typesOfDefinition(definition),
        formats: trade.formats,
        domainOf: domainsOf(definition),
        schemaUnder: (path) => rootSchema(definition, ...(path.split(".") as [string, string])),
      },
    );
  };
  /**
   * The condition "e-mail confirmed" becomes "verification began or e-mail confirmed". Both are equal for
   * possible users.
   */
  const loosened = (rule: RuleFile): RuleFile =>
    ({
      ...rule,
      must: rule.must?.map((clause) =>
        clause.id === "email"
          ? { ...clause, logic: { or: [clause.logic, { "!": [{ missing: ["facts.investor.kycStatus"] }] }] } }
          : clause,
      ),
    }) as RuleFile;

  it("a change that affects only impossible users counts as equal, and the assumptions are named", () => {
    const definition = loaded(invest);
    const after = loosened(definition.rules["able-to-invest"] as RuleFile);
    expect(compare(definition, after)).toMatchObject({ kind: "equal", assumes: ["possible-investor"] });
    const bare = loaded(withoutAssumptions(invest));
    expect(compare(bare, after)).toMatchObject({ kind: "different" });
  });

  it("only possible users are shown as examples of a change", () => {
    const definition = loaded(invest);
    const rule = definition.rules["able-to-invest"] as RuleFile;
    const after = { ...rule, must: rule.must?.filter(({ id }) => id !== "contract") } as RuleFile;
    const comparison = compare(definition, after);
    if (comparison.kind !== "different") throw new Error(comparison.kind);
    const compiled = compileInProcess(definition);
    for (const { witness } of comparison.classes) {
      const { investor } = witness.facts as { readonly investor: JsonObject };
      expect(brokenAssumption(compiled, "investor", investor)).toBeNull();
    }
  });

  it("no case is reported as missing if no possible user can cover that case", () => {
    const known = { or: [{ missing: ["facts.investor.kycStatus"] }, { var: "facts.investor.isVerified" }] };
    const rule: Json = {
      id: "known",
      title: "rule:adult.title",
      source: "a test",
      owner: "tests",
      from: "2026-01-01",
      onMissing: "refuse",
      must: [{ id: "known", logic: known, reason: "warning:kyc.underAge", mend: "none" }],
      cases: [{ why: "nothing known", given: {}, expect: true }],
    };
    const unconfirmed = (source: DefinitionSource) => {
      const definition = loaded(changed(source, ["flows/invest/rules/known.json", "", rule]));
      const all = coverageOf(ruleSetOf(definition), domainsOf(definition));
      return all.find((one) => one.rule === "known")?.conditions[1]?.whenFalse;
    };
    // No user starts verification before the e-mail address is confirmed.
    expect(unconfirmed(invest)).toBe("infeasible");
    expect(unconfirmed(withoutAssumptions(invest))).toBe("missing");
  });
});

describe("a user's fact that is checked against its assumptions", () => {
  it("a fact violates an assumption exactly if a clause fails; an absent fact violates no assumption", () => {
    const compiled = compileInProcess(loaded(invest));
    expect(factKey("holding", {})).toBe("holding");
    expect(brokenAssumption(compiled, "holding", null)).toBeNull();
    expect(brokenAssumption(compiled, "legal", { any: 1 })).toBeNull();
    expect(brokenAssumption(compiled, "holding", { has: true, units: "0.0000", value: "0.00" })).toEqual({
      fact: "holding",
      rule: "possible-holding",
      clauses: ["units"],
    });
    fc.assert(
      fc.property(fc.nat(20_000), fc.boolean(), (tenThousandths, has) => {
        const units = (tenThousandths / 10_000).toFixed(4);
        const broken = brokenAssumption(compiled, "holding", { has, units });
        expect(broken === null).toBe(has === tenThousandths > 0);
      }),
    );
  });
});
