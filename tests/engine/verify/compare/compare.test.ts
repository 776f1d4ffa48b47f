import { beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { Definition } from "../../../../engine/flow/index.ts";
import { typesOfDefinition } from "../../../../engine/flow/types-of-definition.ts";
import type { Clause, RuleFile } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { type ChangedClass, compareFlows, compareRules } from "../../../../engine/verify/compare/index.ts";
import { load } from "../../../../engine/verify/lint/index.ts";
import { domainsOf } from "../../../../engine/verify/model/index.ts";
import { readSource } from "../../../../server/sources/source.ts";
import { loadFlow, ROOT } from "../../../definitions/definition-files.ts";
import { changed } from "../prove/planted.ts";

let invest: Definition;
let able: RuleFile;

beforeAll(async () => {
  invest = await loadFlow("invest");
  able = invest.rules["able-to-invest"] as RuleFile;
});

function compare(before: RuleFile, after: RuleFile) {
  return compareRules(
    { rule: before },
    { rule: after },
    { types: typesOfDefinition(invest), formats: trade.formats, domainOf: domainsOf(invest) },
  );
}

/** Returns the rule with the logic of one clause changed. */
function withClause(id: string, change: (logic: Json) => Json): RuleFile {
  const must = (able.must ?? []).map(
    (clause): Clause => (clause.id === id ? { ...clause, logic: change(clause.logic) } : clause),
  );
  return { ...able, must } as RuleFile;
}

const swapped = (logic: Json): Json =>
  JSON.parse(JSON.stringify(logic).replace('"REVIEW"', '"OVERDUE"')) as Json;

/** Returns the enum values or other values at a data path in the classes of one change. */
function valuesAt(classes: readonly ChangedClass[], path: string): readonly Json[] {
  const found = classes.flatMap(({ cubes }) =>
    cubes.flatMap((cube) =>
      cube.filter(({ variable }) => variable.path === path).flatMap(({ cells }) => cells),
    ),
  );
  return [...new Set(found.flatMap((cell): readonly Json[] => cell.words ?? [cell.value ?? "missing"]))];
}

describe("the comparison of two versions of the rule able-to-invest", () => {
  it("reports exactly the affected users if OVERDUE replaces REVIEW in the list for the identity review", () => {
    const comparison = compare(able, withClause("identity", swapped));
    if (comparison.kind !== "different") throw new Error(comparison.kind);
    expect(comparison.clauses.map(({ clause, kind }) => [clause, kind])).toEqual([["identity", "changed"]]);
    const [clause] = comparison.clauses;
    const kyc = "facts.investor.kycStatus";
    const by = (classes: readonly ChangedClass[], from: Json, to: Json) =>
      classes.filter((one) => one.from === from && one.to === to);
    expect(valuesAt(by(clause?.classes ?? [], true, false), kyc)).toEqual(["REVIEW"]);
    expect(valuesAt(by(clause?.classes ?? [], false, true), kyc)).toEqual(["OVERDUE"]);
    expect(clause?.classes).toHaveLength(2);
    for (const one of comparison.classes) {
      const expected = one.to === true || one.from === false ? "OVERDUE" : "REVIEW";
      expect(valuesAt([one], kyc)).toEqual([expected]);
    }
    // In these classes all other clauses hold or are unknown. The numbers are counted one by one.
    expect(peopleIn(by(comparison.classes, true, false))).toEqual(peopleByHand("REVIEW"));
    expect(peopleIn(by(comparison.classes, false, true))).toEqual(peopleByHand("OVERDUE"));
  });

  it("rejects OVERDUE in the list for the liveness check, because that list has no such value", () => {
    expect(compare(able, withClause("liveness", swapped))).toMatchObject({
      kind: "refused",
      findings: [{ code: "word-outside-enum" }],
    });
  });

  it("finds the rule equal if clauses or list entries are only reordered, and reports a change of text", () => {
    const reversed = withClause("identity", (logic) => {
      const [place, words] = (logic as JsonObject).in as [Json, Json[]];
      return { in: [place, [...words].reverse()] };
    });
    const after = {
      ...reversed,
      must: [...(reversed.must ?? [])].reverse(),
      source: "another page",
    } as RuleFile;
    expect(compare(able, after)).toMatchObject({ kind: "equal", texts: expect.arrayContaining(["/source"]) });
  });

  it("reports a removed clause, and a changed onMissing", () => {
    const without = { ...able, must: (able.must ?? []).filter(({ id }) => id !== "contract") } as RuleFile;
    expect(compare(able, without)).toMatchObject({
      kind: "different",
      clauses: [{ clause: "contract", kind: "removed" }],
    });
    expect(compare(able, { ...able, onMissing: "allow" } as RuleFile)).toMatchObject({
      kind: "different",
      classes: [{ from: "unknown, so refuse", to: "unknown, so allow" }],
    });
  });
});

const STATUSES = [
  "WAITING",
  "PENDING",
  "REVIEW",
  "VERIFIED",
  "REJECT",
  "PENDING_REJECT",
  "BLOCKED",
  "missing",
];
const SUITS = ["PRE_VERIFIED", "PENDING", "REVIEW", "VERIFIED", "REJECTED", "OVERDUE", "missing"];
const TRUTHS = [true, false, "missing"];

/** Returns the number of kinds of users in some classes, counting each value of each data path separately. */
function peopleIn(classes: readonly ChangedClass[]): number {
  const sizes: { readonly [place: string]: number } = {
    livenessStatus: STATUSES.length,
    trueMoneyId: 2,
    customerType: 3,
    suitStatus: SUITS.length,
    agreeFatca: 3,
  };
  return classes
    .flatMap(({ cubes }) => cubes)
    .reduce((sum, cube) => {
      const counted = Object.entries(sizes).map(([name, size]) => {
        const place = cube.find(({ variable }) => variable.path === `facts.investor.${name}`);
        return place ? place.cells.reduce((many, cell) => many + (cell.words?.length ?? 1), 0) : size;
      });
      return sum + counted.reduce((product, one) => product * one, 1);
    }, 0);
}

/** Returns the same number, counted user by user according to the specification. */
function peopleByHand(kycStatus: string): number {
  let count = 0;
  for (const liveness of STATUSES)
    for (const trueMoney of [true, false])
      for (const type of ["INDIVIDUAL", "JURISTIC", "missing"])
        for (const suit of SUITS)
          for (const fatca of TRUTHS) {
            const alive = ["VERIFIED", "REVIEW", "PENDING"].includes(liveness) || trueMoney;
            const suitable = type === "JURISTIC" || ["VERIFIED", "REVIEW"].includes(suit);
            const declared = type === "JURISTIC" || fatca === true;
            if (kycStatus !== "" && alive && suitable && declared) count += 1;
          }
  return count;
}

describe("the comparison of two versions of a flow", () => {
  async function versionWith(
    ...changes: Parameters<typeof changed> extends [unknown, ...infer Rest] ? Rest : never
  ) {
    const { source } = await readSource(ROOT, "invest");
    const loaded = load(changed(source, ...changes), trade);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
    return loaded.value;
  }
  const FLOW = "flows/invest/flow.json";

  it("reports no change for equal files", () => {
    expect(compareFlows(invest, invest)).toMatchObject({ kind: "same", steps: [], parts: [] });
  });

  it("reports no change of path if a condition is only rewritten", async () => {
    const after = await versionWith([
      FLOW,
      "/steps/pin-ready/next/0/when",
      { "==": [{ var: "facts.investor.hasPin" }, true] },
    ]);
    expect(compareFlows(invest, after)).toMatchObject({ kind: "equal", steps: [] });
  });

  it("reports the users whom a reversed condition leads to a different step", async () => {
    const after = await versionWith([
      FLOW,
      "/steps/pin-ready/next/0/when",
      { "!": [{ var: "facts.investor.hasPin" }] },
    ]);
    const { kind, steps } = compareFlows(invest, after);
    expect(kind).toBe("different");
    expect(steps).toMatchObject([
      {
        step: "pin-ready",
        leads: expect.arrayContaining([expect.objectContaining({ from: "amount", to: "pin-locked" })]),
      },
    ]);
  });

  it("reports a changed label as text, and an answer that a narrower schema no longer accepts", async () => {
    const texts = await versionWith(["locales/en/order.json", "/invest/title", "Put money in"]);
    expect(compareFlows(invest, texts).kind).toBe("texts-only");
    const narrower = await versionWith(
      ["schemas/common/payment-method.json", "/enum", ["transfer"]],
      [
        "flows/invest/rules/method-offered.json",
        "/must/0/logic",
        { "==": [{ var: "answers.pay.method" }, "transfer"] },
      ],
      [
        "flows/invest/rules/method-offered.json",
        "/cases",
        [{ why: "transfer", given: { answers: { pay: { method: "transfer" } } }, expect: true }],
      ],
      ["locales/en/form.json", "/common/payment-method/options", { transfer: "Bank transfer" }],
      ["locales/th/form.json", "/common/payment-method/options", { transfer: "โอนเงิน" }],
    );
    const { steps } = compareFlows(invest, narrower);
    expect(steps).toMatchObject([{ step: "pay", noLongerTaken: { method: "qr" } }]);
  });
});
