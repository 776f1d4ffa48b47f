import { describe, expect, it } from "vitest";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import type { FindingMessage } from "../../../../engine/rules/message.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { act, at, decide, END, ENDS, form, must, wait, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { proved } from "./walk.ts";
import { ask, B, branch, f, finding, found, NOT_B, P, TALL, WIDE, WORLD } from "./walk-findings.ts";

describe("a wait without a deadline", () => {
  const waiting = (till: string): Small => ({
    steps: {
      act: act("hold"),
      hold: {
        kind: "wait",
        for: "small.come",
        since: "act",
        until: "effects.act.till",
        onTimeout: { to: "out" },
        next: [{ to: "done" }],
      },
      ...ENDS,
    },
    outputs: { "small.act": { [till]: { type: "string", format: "date-time" } } },
  });
  found([
    ["is not reported if its deadline is given", waiting("till"), []],
    [
      "is reported if an effect may lack its deadline",
      waiting("till?"),
      [
        finding(
          "/steps/hold/until",
          { key: "wait-without-end.missing", params: { step: "hold", path: "effects.act.till" } },
          { path: ["act", "hold"], outputs: { act: {}, hold: {} }, times: [WORLD, WORLD] },
        ),
      ],
    ],
    [
      "is not reported with a duration",
      {
        ...waiting("till?"),
        steps: { act: act("hold"), hold: wait("act", "out", "done"), ...ENDS },
      },
      [],
    ],
  ]);
});

describe("a step or entry that seems to have no users after a condition that is only tested with samples", () => {
  const why = { key: "why.values" as const, params: { places: ["answers.ask.n", "answers.ask.m"] } };
  const open = (pointer: string, claim: FindingMessage) => ({
    at: `${claim.key.startsWith("unreachable") ? "error" : "warning"} flow.json ${pointer}`,
    says: { key: "not-proved.nobody" as const, params: { claim, why } },
  });
  found([
    [
      "is not proved at that step and afterwards, but before it",
      {
        steps: {
          begin: form([{ and: [at("answers.begin.b"), { "!": [at("answers.begin.b")] }] }, "out"], "ask"),
          ask: form([TALL, "lost"], "more"),
          lost: form("done"),
          more: decide([{ and: [at("answers.begin.b"), { "!": [at("answers.begin.b")] }] }, "out"], "done"),
          ...ENDS,
        },
        forms: { begin: { b: YES }, ask: { n: WIDE, m: WIDE }, lost: {} },
      },
      [
        branch("never", "begin", 0, "out", { path: ["begin"], answers: { begin: { b: true } } }),
        open("/steps/ask/next/0", { key: "impossible-branch.never", params: { step: "ask", to: "lost" } }),
        open("/steps/lost", { key: "unreachable-step.nobody", params: { step: "lost", before: "ask" } }),
        open("/steps/more/next/0", { key: "impossible-branch.never", params: { step: "more", to: "out" } }),
        open("/steps/out", { key: "unreachable-step.nobody", params: { step: "out", before: "begin" } }),
      ],
    ],
    [
      "is not proved after a sampled check either",
      {
        steps: {
          ask: { ...form([{ and: [B, NOT_B] }, "out"], [B, "more"], "done"), check: ["r"] },
          more: decide([NOT_B, "out"], "done"),
          ...ENDS,
        },
        forms: { ask: { n: WIDE, m: WIDE, b: YES } },
        rules: { r: must({ "!": [TALL] }) },
      },
      [
        open("/steps/ask/next/0", { key: "impossible-branch.never", params: { step: "ask", to: "out" } }),
        open("/steps/more/next/0", { key: "impossible-branch.never", params: { step: "more", to: "out" } }),
        open("/steps/out", { key: "unreachable-step.nobody", params: { step: "out", before: "ask" } }),
      ],
    ],
  ]);
});

describe("a replay that takes a different path than the proof expects", () => {
  const other = (of: Small, than: Small) => proved(of, { compiled: compileInProcess(small(than)) });

  it("a replay on a different path leaves unproved that no user takes an entry or reaches a step", () => {
    const of = (when: JsonObject): Small => ({
      steps: {
        ask: form([B, "more"], "out"),
        more: decide([when, "lost"], [at("answers.ask.c"), "out"], "done"),
        lost: form("done"),
        ...ENDS,
      },
      forms: { ask: { b: YES, c: YES }, lost: {} },
    });
    const shown = other(of(NOT_B), of(B)).map(({ at: where, person }) => [where, person?.replayed]);
    expect(shown).toEqual([
      ["error flow.json /steps/more/next/0", false],
      ["error flow.json /steps/lost", false],
    ]);
  });

  it("a replay that stops before a step still proves that the step is unreachable", () => {
    const of = (when: JsonObject): Small => ({
      steps: { ask: form([when, "lost"], "done"), lost: form("done"), ...ENDS },
      forms: { ...ask, lost: {} },
    });
    const shown = other(of({ and: [B, NOT_B] }), of({ or: [B, NOT_B] })).map(({ at: where, person }) => [
      where,
      person?.replayed,
    ]);
    expect(shown).toEqual([
      ["error flow.json /steps/ask/next/0", false],
      ["error flow.json /steps/lost", true],
    ]);
  });

  it("a replay on a different path leaves a dead end unproved", () => {
    const of = (check: readonly string[]): Small => ({
      steps: { ask: { ...form("done"), check: [...check] }, done: END },
      forms: ask,
      facts: f,
      rules: { r: must([["answers.ask.b", { and: [B, P] }]]) },
    });
    const unproved = {
      key: "not-proved.somebody",
      params: { claim: { key: "dead-end", params: { step: "ask" } } },
    };
    expect(other(of(["r"]), of([])).map(({ at: where, says }) => [where, says])).toEqual([
      ["warning flow.json /steps/ask", unproved],
    ]);
  });

  it("a wait without a deadline is reported as not proved if a replay takes a different path", () => {
    const of = (more: JsonObject): Small => ({
      steps: { act: act("hold"), hold: { ...wait("act", "out", "done"), ...more }, ...ENDS },
      outputs: { "small.act": { "till?": { type: "string", format: "date-time" } } },
    });
    const { within: _, ...endless } = wait("act", "out", "done");
    const until = {
      ...of({}),
      steps: {
        act: act("hold"),
        hold: { ...endless, until: "effects.act.till" },
        ...ENDS,
      },
    };
    expect(other(until, of({})).map(({ at: where }) => where)).toEqual([
      "warning flow.json /steps/hold/until",
    ]);
  });
});
