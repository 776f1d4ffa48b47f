import { beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { DefinitionSource } from "../../../../engine/flow/index.ts";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import type { Finding } from "../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { verify } from "../../../../engine/verify/lint/index.ts";
import { prove, rulesIn, sleepingSteps } from "../../../../engine/verify/prove/index.ts";
import { isPossible } from "../../../../engine/verify/prove/possible-person.ts";
import { readOrdinary } from "../../../../engine/verify/witness/index.ts";
import { said, spell } from "../../../../engine/verify/words/index.ts";
import { readSource } from "../../../../server/sources/source.ts";
import { flowNames, loadFlow, ROOT } from "../../../definitions/definition-files.ts";
import { changed, planted } from "./planted.ts";

const sources = new Map<string, DefinitionSource>();

beforeAll(async () => {
  for (const flow of flowNames()) sources.set(flow, (await readSource(ROOT, flow)).source);
});

/** Returns the findings of loading and, if there are no errors, of the proof. */
function findingsOf(source: DefinitionSource): readonly Finding[] {
  const { definition, findings } = verify(source, trade);
  const stops = findings.some(({ code, severity }) => severity === "error" && code !== "case-fails");
  return definition === null || stops
    ? findings
    : [...findings, ...prove(definition, { fileOf: rulesIn(source), ordinary: readOrdinary(source.files) })];
}

/** Codes of findings that include the path of the affected user. */
const SHOWN = new Set([
  "invariant-broken",
  "impossible-branch",
  "unreachable-step",
  "dead-end",
  "end-without-way-on",
  "check-never-holds",
  "input-missing-on-path",
  "wait-without-end",
  "submitted-unseen",
  "constant-rule",
  "dead-condition",
]);

/** Returns true if no fact of a witness violates an assumption. */
function canBe(source: DefinitionSource, witness: JsonObject): boolean {
  const { definition } = verify(source, trade);
  if (definition === null) return false;
  return isPossible(compileInProcess(definition), witness as Parameters<typeof isPossible>[1]);
}

describe("the report of a fault planted in one of the project's flows", () => {
  it.each(planted.map((fault) => ({ ...fault, where: fault.found.pointer })))(
    "the report of a planted fault has a location and an example that can be replayed: $kind: $flow at $where",
    ({ flow, plant, found }) => {
      const findings = findingsOf(plant(sources.get(flow) as DefinitionSource));
      const finding = findings.find(
        ({ code, file, pointer }) => code === found.code && file === found.file && pointer === found.pointer,
      );
      expect(finding, JSON.stringify(findings.map(spell))).toBeDefined();
      expect(finding?.severity).toBe("error");
      expect(finding && said(finding, "th").mend).not.toBe("");
      if (!SHOWN.has(found.code)) return;
      const witness = finding?.witness as JsonObject;
      expect(witness.replayed, JSON.stringify(witness)).toBe(true);
      if (witness.times !== undefined)
        expect(canBe(plant(sources.get(flow) as DefinitionSource), witness)).toBe(true);
      expect((witness.words as JsonObject).en).not.toBe("");
      expect((witness.words as JsonObject).th).not.toBe("");
    },
  );

  it("at least sixty faults of at least twenty kinds are planted", () => {
    expect(planted.length).toBeGreaterThanOrEqual(60);
    expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20);
  });
});

type Told = { readonly [part in "words" | "all"]: { readonly en: string } } & { readonly replayed: boolean };

describe("the description of a finding's example user", () => {
  const INVEST = "flows/invest/flow.json";
  const told = (kind: string, pointer: string): readonly string[] =>
    planted
      .filter((fault) => fault.kind === kind && fault.found.pointer === pointer)
      .flatMap(({ flow, plant, found }) =>
        findingsOf(plant(sources.get(flow) as DefinitionSource))
          .filter((one) => one.code === found.code && one.pointer === pointer)
          .map(({ witness }) => (witness as Told).words.en),
      );

  it.each([
    ["a condition contradicts itself", "/steps/pin/next/0", "an ordinary person"],
    [
      "an invariant is not asked before",
      "/invariants/1",
      "someone for whom the strategy is closed for increases",
    ],
    [
      "an invariant is not asked before",
      "/invariants/4",
      "someone for whom the answer to “Pay by” is “PromptPay QR” and the switch “PromptPay QR payment” is off",
    ],
    [
      "a fact is judged before a receipt only",
      "/invariants/6",
      "someone for whom the e-mail address is not confirmed",
    ],
    ["an end without a way on", "/steps/no-pin", "someone for whom an earlier PIN is not on record"],
  ])('names only the facts that matter for the fault "%s" at %s', (kind, pointer, words) => {
    expect(told(kind, pointer)).toContain(words);
  });

  it("the description of an example user comes with all facts of the user, so that the user can be replayed", () => {
    const source = changed(sources.get("invest") as DefinitionSource, [INVEST, "/steps/choose/check", []]);
    const [finding] = findingsOf(source).filter(({ code }) => code === "invariant-broken");
    const { words, all, replayed } = (finding as Finding).witness as Told;
    expect(replayed).toBe(true);
    expect(all.en.length).toBeGreaterThan(3 * words.en.length);
  });
});

describe("the flows of the project, without a planted fault,", () => {
  it.each(flowNames())("the prover finds nothing in %s and leaves nothing undecided", async (flow) => {
    expect(prove(await loadFlow(flow))).toEqual([]);
  });

  it("the project's flows have the expected unreachable steps for a given set of switches", async () => {
    const invest = await loadFlow("invest");
    expect(
      sleepingSteps(invest, { invest: true, "qr-payment-deposit": true, "otp-on-buy-sell": true }),
    ).toEqual(["closed"]);
    expect(sleepingSteps(invest, { invest: true })).toEqual(["otp", "closed"]);
    expect(sleepingSteps(invest, {})).toContain("place");
  });
});

describe("a proof that is undecided", () => {
  it("a proof beyond its budget is reported as undecided, as an error if the flow has invariants", async () => {
    const findings = prove(await loadFlow("invest"), { budget: 200 });
    expect(findings).toMatchObject([{ code: "not-proved", severity: "error" }]);
  });

  const INVEST = "flows/invest/flow.json";
  const summed = {
    ">=": [{ "+": [{ var: "answers.amount.amount" }, "0.00"] }, { var: "facts.strategy.minFirst" }],
  };
  const LOGIC = ["flows/invest/rules/minimum.json", "/must/0/logic/or/1", summed] as const;

  it("a sum of wide amounts is accepted if a form checks the sum just before the invariant", () => {
    const source = sources.get("invest") as DefinitionSource;
    expect(findingsOf(changed(source, LOGIC))).toEqual([]);
  });

  it("a sum of wide amounts is an error at the invariant if the form does not check the sum", () => {
    const source = changed(
      sources.get("invest") as DefinitionSource,
      LOGIC,
      [INVEST, "/steps/amount/check", []],
      [
        INVEST,
        "/steps/pay/next",
        [
          { when: { "!": [{ rule: "minimum" }] }, to: "pin-locked" },
          { when: { rule: "minimum" }, to: "review" },
          { to: "pin-locked" },
        ],
      ],
    );
    expect(findingsOf(source)).toContainEqual(
      expect.objectContaining({ code: "not-proved", severity: "error", pointer: "/invariants/2" }),
    );
  });
});
