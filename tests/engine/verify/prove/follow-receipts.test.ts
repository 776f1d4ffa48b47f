import { describe, expect, it } from "vitest";
import type { Definition } from "../../../../engine/flow/definition.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { proveFollow } from "../../../../engine/verify/prove/index.ts";
import { at, BAHT, form, must, next } from "../../fixtures/parts.ts";
import { STEPS, type Version, version, X } from "./follow-versions.ts";

const base = version();

/** Returns the findings about a change of version, without witnesses. */
const found = (before: Definition, after: Definition) =>
  proveFollow(before, after).map(({ pointer, says }) => [pointer, says]);

const lost = (pointer: string, step: string) => [pointer, { key: "follow-receipt-lost", params: { step } }];

describe("a receipt of an instance that continues with a new version", () => {
  const without = (...steps: readonly string[]) =>
    ({ ...Object.fromEntries(steps.map((step) => [step, null])) }) as { readonly [step: string]: null };

  it.each<readonly [what: string, after: Version, findings: readonly unknown[]]>([
    ["stays valid if nothing changed", {}, []],
    [
      "is lost if the new version removes the wait, and the next entries lead past it",
      { steps: { act: { ...STEPS.act, next: next("done") }, money: null } },
      [lost("/steps", "money")],
    ],
    [
      "is lost if the new version removes the effect, and so is the receipt of the wait",
      { steps: { ask: form("done"), ...without("act", "money", "late") } },
      [lost("/steps", "act"), lost("/steps", "money")],
    ],
    [
      "is lost if the effect does something else in the new version",
      { steps: { act: { ...STEPS.act, effect: "small.other" } } },
      [lost("/steps/act", "act")],
    ],
    [
      "is lost if the effect becomes a wait with the same name",
      {
        steps: {
          first: { ...STEPS.act, next: next("act") },
          ask: form("first"),
          act: {
            ...STEPS.money,
            for: "small.act",
            since: "first",
            until: "effects.first.by",
            next: next("money"),
          },
          money: { ...STEPS.money, since: "first", until: "effects.first.by" },
        },
      },
      [lost("/steps/act", "act")],
    ],
    [
      "is lost if the effect becomes a form",
      {
        steps: { act: form("done"), ...without("money", "late") },
        fields: { act: {} },
      },
      [lost("/steps/act", "act"), lost("/steps", "money")],
    ],
    [
      "is lost if the wait is for a different event",
      { steps: { money: { ...STEPS.money, for: "small.act" } } },
      [lost("/steps/money", "money")],
    ],
  ])("%s", (_, after, findings) => {
    expect(found(base, version(after))).toEqual(findings);
  });

  it("a lost receipt is reported as an error in the new version's flow file", () => {
    const after = version({ steps: { money: { ...STEPS.money, for: "small.act" } } });
    expect(proveFollow(base, after)).toMatchObject([
      { file: "flows/small/flow.json", code: "follow-receipt-lost", severity: "error" },
    ]);
  });

  it("a receipt may be lost if instances do not continue with new versions", () => {
    const gone = (inFlight: string) =>
      version({ steps: { act: { ...STEPS.act, next: next("done") }, money: null }, flow: { inFlight } });
    expect(found(version({ flow: { inFlight: "stay" } }), gone("follow"))).not.toEqual([]);
    for (const inFlight of ["stay", "restart"]) expect(found(base, gone(inFlight))).toEqual([]);
  });
});

describe("the example of a user whom a lost receipt affects", () => {
  const gone = version({
    steps: { ask: form("done"), act: null, money: null, late: null },
  });
  const witness = (before: Version, after: Definition = gone) =>
    proveFollow(version(before), after)[0]?.witness;
  const p = (yes: boolean): JsonObject => ({ flags: {}, facts: { p: { yes } } });
  const straight = { act: { ...STEPS.act, next: next("done") }, money: null };

  it("the example of a lost receipt is a user on the only path with the receipt", () => {
    expect(witness({ steps: straight })).toEqual({
      words: { th: "ทุกคน", en: "everybody" },
      path: ["ask", "act", "done"],
      answers: { ask: { x: 1 } },
      times: [p(false), p(false)],
      outputs: { act: { by: "2026-11-24T07:00:00Z" } },
      replayed: true,
    });
  });

  it("the example has the lost receipt, although other users reach the same step without that receipt", () => {
    const ask = form([{ ">": [at("answers.ask.x"), 5] }, "done"], "act");
    expect(witness({ steps: { ...straight, ask } })).toMatchObject({
      words: { en: "someone for whom “small:small.ask.x.label” is from 1 to 4" },
      path: ["ask", "act", "done"],
    });
  });

  it("each lost receipt has an example, including earlier receipts", () => {
    const found = proveFollow(base, gone).map(({ witness }) => witness?.path);
    expect(found).toEqual([
      ["ask", "act", "money"],
      ["ask", "act", "money", "late"],
    ]);
  });

  it("the example of a lost receipt is a user at the question after the receipt", () => {
    const more = {
      ...straight,
      act: { ...STEPS.act, next: next("more") },
      more: form("done"),
    };
    const fields = { more: { x: X } };
    expect(witness({ steps: more, fields })).toMatchObject({
      path: ["ask", "act", "more"],
      answers: { ask: { x: 1 } },
      replayed: true,
    });
  });

  it("the example is given if the user can continue along at least one entry of the step", () => {
    const act = { ...STEPS.act, next: next([at("facts.p.yes"), "late"], "done") };
    expect(witness({ steps: { ...straight, act } })).toMatchObject({
      path: ["ask", "act", "late"],
      times: [p(true), p(true)],
    });
    const failed = {
      ...straight,
      act: { ...STEPS.act, next: next([at("facts.p.yes"), "done"], "done") },
    };
    expect(witness({ steps: failed })).toMatchObject({ path: ["ask", "act", "done"] });
  });

  it("the example is missing if the engine leads the user along a different path", () => {
    const flow = { derived: { fee: { fn: "fee", args: ["answers.ask.amount", "answers.ask.x"] } } };
    const fields = {
      ask: { x: X, amount: BAHT },
    };
    const ask = (logic: JsonObject) => form([logic, "act"], "done");
    const through = (logic: JsonObject) => witness({ steps: { ...straight, ask: ask(logic) }, fields, flow });
    expect(through({ ">": [at("derived.fee"), "999999999999.00"] })).toBeUndefined();
  });

  it("the example is missing if the rules of the old version have faults", () => {
    const unsound = {
      ...base,
      rules: { bad: { id: "bad", ...must(at("facts.p.nowhere")), from: "2026-01-01", cases: [] } },
    };
    expect(proveFollow(unsound as unknown as Definition, gone)).toMatchObject([
      { code: "follow-receipt-lost" },
      { code: "follow-receipt-lost" },
    ]);
    expect(proveFollow(unsound as unknown as Definition, gone).map(({ witness }) => witness)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("a programming error in the proof is thrown, so no example is silently left out", () => {
    expect(() => proveFollow({ ...base, facts: null } as unknown as Definition, gone)).toThrow(TypeError);
  });
});
