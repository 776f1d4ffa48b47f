import { describe, expect, it } from "vitest";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import { rulesIn } from "../../../../engine/verify/prove/index.ts";
import type { Time } from "../../../../engine/verify/prove/person.ts";
import { isPossible } from "../../../../engine/verify/prove/possible-person.ts";
import { act, at, decide, ENDS, type Entry, form, must, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { proved } from "./walk.ts";

const B = at("answers.ask.b");
const NEVER = { and: [B, { "!": [B] }] };
const ask = { ask: { b: YES, c: YES } };
const where = (of: Small, options?: Parameters<typeof proved>[1]) => proved(of, options).map((one) => one.at);

describe("the findings of the proof of a flow", () => {
  const faulty: Small = {
    steps: {
      ask: form([{ or: [B, { and: [B, at("answers.ask.c")] }] }, "done"], ["r", "done"], "out"),
      ...ENDS,
    },
    forms: ask,
    rules: { r: must([["answers.ask.b", NEVER]]) },
  };

  const p = at("facts.f.p");
  const impossible = must({ and: [p, { "!": [p] }] }, { assumes: "f" });
  const EMPTY = "error schemas/small/ask.json /properties/u";
  const FOUND = [
    "error flow.json /steps/ask/next/1",
    "error flow.json /steps/ask/next/0/when/or/1",
    "error rules/r.json /must",
  ];

  it("the findings are sorted by steps, conditions and rules; a rule's file is in the flow's folder by default", () => {
    expect(where(faulty)).toEqual(FOUND);
    const elsewhere = where(faulty, { fileOf: (rule) => `elsewhere/${rule}` });
    expect(elsewhere).toEqual([...FOUND.slice(0, -1), "error elsewhere/r /must"]);
  });

  it("schemas or assumptions that nothing satisfies are the only findings, if there are any", () => {
    const texts = { type: "string", minLength: 5, maxLength: 3 };
    expect(where({ ...faulty, forms: { ask: { ...ask.ask, u: texts } } })).toEqual([EMPTY]);
    expect(where({ ...faulty, facts: { f: { p: YES } }, rules: { ...faulty.rules, impossible } })).toEqual([
      "error rules/impossible.json /must",
    ]);
  });

  it("findings about instances that continue with the new version come first", () => {
    const before = small({
      ...faulty,
      steps: { ask: form("act"), act: act("done"), ...ENDS },
      flow: { inFlight: "follow" },
    });
    const follows: Small = { ...faulty, flow: { inFlight: "follow" } };
    const LOST = "error flow.json /steps";
    const texts = { type: "string", minLength: 5, maxLength: 3 };
    expect(where(follows, { before })).toEqual([LOST, ...FOUND]);
    expect(where(follows, { before: null })).toEqual(FOUND);
    expect(where(follows, { before, budget: 3 })).toEqual([LOST, "warning flow.json "]);
    expect(where({ ...follows, forms: { ask: { ...ask.ask, u: texts } } }, { before })).toEqual([
      LOST,
      EMPTY,
    ]);
    expect(
      where({ ...follows, facts: { f: { p: YES } }, rules: { ...faulty.rules, impossible } }, { before }),
    ).toEqual([LOST, "error rules/impossible.json /must"]);
  });

  it("an exceeded budget is a finding, which is an error if the flow has invariants", () => {
    const says = { key: "not-proved.flow", params: { why: { key: "why.nodes", params: { budget: 3 } } } };
    expect(proved(faulty, { budget: 3 }).at(-1)).toEqual({ at: "warning flow.json ", says });
    const bound: Small = {
      ...faulty,
      flow: { invariants: [{ before: "act", rule: "r" }] },
      steps: { ask: form("act"), act: act("done"), ...ENDS },
    };
    expect(proved(bound, { budget: 3 }).at(-1)).toEqual({ at: "error flow.json /invariants", says });
  });

  it("faults in rules are the only findings, if there are any", () => {
    const of: Small = { ...faulty, rules: { r: must([["answers.ask.b", { ">": [B, 5] }]]) } };
    expect(proved(of).map(({ at: where, says }) => [where, says.key])).toEqual([
      ["error rules/r.json /must/0/logic/>/1", "wrong-type.boolean"],
    ]);
  });
});

describe("an invariant after a condition that is only tested with samples", () => {
  const WIDE = { type: "integer", minimum: 0, maximum: 99999 };
  const tall = { ">": [{ "+": [at("answers.ask.n"), at("answers.ask.m")] }, 10_000_000] };
  const bound = (...entries: readonly Entry[]): Small => ({
    steps: { ask: form(...entries), act: act("done"), ...ENDS },
    forms: { ask: { b: YES, n: WIDE, m: WIDE } },
    rules: { r: must([["answers.ask.b", B]]) },
    flow: { invariants: [{ before: "act", rule: "r" }] },
  });

  it("the invariant is proved if all users who might pass the condition satisfy it, and is otherwise undecided", () => {
    const exact = bound(["r", "pick"], "out");
    const steps = { ...exact.steps, pick: decide([tall, "out"], "act") };
    expect(where({ ...exact, steps })).toEqual(["warning flow.json /steps/pick/next/0"]);
    expect(where(bound([{ or: [B, tall] }, "act"], "out"))).toEqual([
      "error flow.json /invariants/0",
      "warning flow.json /steps/ask/next/0/when",
    ]);
  });
});

describe("the check that the facts of a user are possible", () => {
  const compiled = compileInProcess(
    small({
      steps: { ask: form("done"), ...ENDS },
      forms: ask,
      facts: { f: { "p?": YES, "q?": YES } },
      rules: {
        fair: must(
          { or: [at("facts.f.p"), at("facts.f.q")] },
          {
            assumes: "f",
            onMissing: "allow",
          },
        ),
      },
    }),
  );
  it.each([
    ["a fact that satisfies every assumption", [{ f: { p: true, q: false } }], true],
    ["an absent fact", [{ f: null }, {}], true],
    ["an impossible fact", [{ f: { p: false, q: false } }], false],
    ["a fact that is impossible at first", [{ f: { p: false, q: false } }, { f: { p: true } }], false],
    ["a fact that is impossible at last", [{ f: { p: true } }, { f: { p: false, q: false } }], false],
  ])("gives the expected verdict for %s", (_, facts, possible) => {
    expect(
      isPossible(compiled, { times: facts.map((known) => ({ flags: {}, facts: known as Time["facts"] })) }),
    ).toBe(possible);
  });
});

describe("the file of a rule", () => {
  it("the file of a rule is the flow's own file, else the shared file, else the file where the rule should be", () => {
    const files = {
      "flows/small/rules/own.json": {},
      "flows/shared/rules/own.json": {},
      "flows/shared/rules/all.json": {},
    };
    const fileOf = rulesIn({ flow: "small", files });
    expect(["own", "all", "none"].map(fileOf)).toEqual([
      "flows/small/rules/own.json",
      "flows/shared/rules/all.json",
      "flows/small/rules/none.json",
    ]);
  });
});
