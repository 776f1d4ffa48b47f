import { describe, expect, it } from "vitest";
import { compileInProcess } from "../../../engine/flow/loading.ts";
import type { FindingSaying } from "../../../engine/rules/sayings.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { act, at, decide, END, ENDS, form, must, WHOLE, wait, YES } from "../fixtures/parts.ts";
import { type Small, small } from "../fixtures/small-flow.ts";
import { proved } from "./prove-walk.ts";

const B = at("answers.ask.b");
const NOT_B = { "!": [B] };
const P = at("facts.f.p");
const ask = { ask: { b: YES } };
const f = { f: { p: YES } };
const effects = { "small.act": {} };
const WORLD = { flags: {}, facts: {} };
const WIDE = { type: "integer", minimum: 0, maximum: 99999 };
const TALL = { ">": [{ "+": [at("answers.ask.n"), at("answers.ask.m")] }, 10_000_000] };

/** A finding with somebody who shows it. */
const finding = (pointer: string, says: FindingSaying, person: JsonObject) => ({
  at: `error flow.json ${pointer}`,
  says,
  person: { answers: {}, outputs: {}, times: [WORLD], replayed: true, ...person },
});
const branch = (kind: "never" | "earlier", step: string, index: number, to: string, person: JsonObject) =>
  finding(`/steps/${step}/next/${index}`, { key: `impossible-branch.${kind}`, params: { step, to } }, person);
const unreachable = (step: string, before: string, person: JsonObject) =>
  finding(`/steps/${step}`, { key: "unreachable-step.nobody", params: { step, before } }, person);
const stuck = (step: string, person: JsonObject) =>
  finding(`/steps/${step}`, { key: "dead-end", params: { step } }, person);

type Case = readonly [what: string, of: Small, findings: ReturnType<typeof proved>];
const found = (cases: readonly Case[]): void => {
  it.each(cases)("%s", (_, of, findings) => expect(proved(of)).toEqual(findings));
};

describe("an entry that nobody takes", () => {
  const yes = { path: ["ask", "more"], answers: { ask: { b: true } } };
  found([
    ["is none where each is taken", { steps: { ask: form([B, "done"], "out"), ...ENDS }, forms: ask }, []],
    [
      "is named, with the step behind it that nobody reaches, but not all that follow",
      {
        steps: {
          ask: form([B, "more"], "out"),
          more: decide([NOT_B, "lost"], "done"),
          lost: form("behind"),
          behind: form("done"),
          ...ENDS,
        },
        forms: { ...ask, lost: {}, behind: {} },
      },
      [branch("never", "more", 0, "lost", yes), unreachable("lost", "more", yes)],
    ],
    [
      "may never hold where it stands, though another leads there too",
      {
        steps: { ask: form([B, "more"], "out"), more: form([NOT_B, "done"], "done"), ...ENDS },
        forms: { ...ask, more: {} },
      },
      [branch("never", "more", 0, "done", { ...yes, answers: { ask: { b: true }, more: {} } })],
    ],
    [
      "may come too late",
      {
        steps: { ask: form([B, "done"], [{ and: [B, P] }, "out"], [NOT_B, "out"], "done"), ...ENDS },
        forms: ask,
        facts: f,
      },
      [1, 3].map((index) =>
        branch("earlier", "ask", index, index === 1 ? "out" : "done", {
          path: ["ask"],
          answers: { ask: { b: true } },
          times: [{ flags: {}, facts: { f: { p: true } } }],
        }),
      ),
    ],
    [
      "may stand behind an effect, where she is shown who comes there",
      {
        steps: { ask: form([B, "act"], "out"), act: act([NOT_B, "out"], "done"), ...ENDS },
        forms: ask,
        effects,
      },
      [branch("never", "act", 0, "out", { ...yes, path: ["ask", "act"], outputs: { act: {} } })],
    ],
  ]);

  it("is no finding of its own where nobody gets that far", () => {
    const of: Small = {
      steps: { ask: { ...form([P, "out"], "done"), check: ["r"] }, ...ENDS },
      forms: { ask: { b: { type: "boolean", const: false } } },
      facts: f,
      rules: { r: must([["answers.ask.b", { and: [B, P] }]]) },
    };
    expect(proved(of).map(({ at: where }) => where)).toEqual([
      "error flow.json /steps/ask/check/0",
      "error flow.json /steps/done",
      "error flow.json /steps/out",
      "error rules/r.json /must",
    ]);
  });
});

describe("a form that somebody's facts or frozen answers let nobody pass", () => {
  const C = at("answers.more.c");
  const rules = { r: must([["answers.more.c", { and: [B, C] }]]) };
  const more = { ...form("done"), check: ["r"] };
  const item: Small = {
    steps: { ask: { ...form("done"), check: ["r"] }, done: END },
    forms: { ask: { code: { type: "string", enum: ["a", "b"] } } },
    facts: { item: { open: YES, m: WHOLE } },
    args: { item: { code: "answers.ask.code" } },
    flow: { derived: { n: { fn: "sum", args: ["facts.item.m"] } } },
    rules: {
      r: must([["answers.ask.code", { and: [at("facts.item.open"), { ">": [at("derived.n"), 5] }] }]]),
    },
  };
  found([
    [
      "is a dead end by a fact",
      {
        steps: { ask: { ...form("done"), check: ["r"] }, done: END },
        forms: ask,
        facts: f,
        rules: { r: must([["answers.ask.b", { and: [B, P] }]]) },
      },
      [
        stuck("ask", {
          path: ["ask"],
          answers: { ask: { b: true } },
          times: [{ flags: {}, facts: { f: { p: false } } }],
        }),
      ],
    ],
    [
      "is a dead end by an answer that an effect has frozen",
      {
        steps: { ask: form("act"), act: act("more"), more, done: END },
        forms: { ...ask, more: { c: YES } },
        rules,
        effects,
      },
      [
        stuck("more", {
          path: ["ask", "act", "more"],
          answers: { ask: { b: false }, more: { c: true } },
          times: [WORLD, WORLD],
          outputs: { act: {} },
        }),
      ],
    ],
    [
      "is none by an answer that can be changed",
      { steps: { ask: form("more"), more, done: END }, forms: { ...ask, more: { c: YES } }, rules },
      [],
    ],
    ["is none by a fact, or what is made of it, that another answer changes", item, []],
    [
      "is a dead end by what is made of a frozen answer",
      {
        steps: { ask: form("act"), act: act("more"), more, done: END },
        forms: { ask: { n: WHOLE }, more: { c: YES } },
        flow: {
          derived: {
            n: { fn: "count", args: ["answers.ask.n"] },
            twice: { fn: "sum", args: ["answers.ask.n"] },
          },
        },
        rules: { r: must([["answers.more.c", { and: [{ ">": [at("derived.twice"), 5] }, C] }]]) },
        effects,
      },
      [
        stuck("more", {
          path: ["ask", "act", "more"],
          answers: { ask: { n: 0 }, more: { c: true } },
          times: [WORLD, WORLD],
          outputs: { act: {} },
        }),
      ],
    ],
  ]);

  it("is no dead end of an effect, which says itself what stands against it", () => {
    const of: Small = {
      steps: { ask: form("act"), act: { ...act("done"), check: ["r"] }, done: END },
      forms: ask,
      facts: f,
      rules: { r: must([["answers.ask.b", { and: [B, P] }]]) },
      effects,
    };
    expect(proved(of).map(({ at: where, says }) => [where, says.key])).toEqual([
      ["error flow.json /steps/act/check/0", "check-blocks-effect"],
    ]);
  });
});

describe("a wait without an end", () => {
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
    ["is none where its end is given", waiting("till"), []],
    [
      "is one that somebody's effect does not give",
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
      "is none that ends after a time",
      {
        ...waiting("till?"),
        steps: { act: act("hold"), hold: wait("act", "out", "done"), ...ENDS },
      },
      [],
    ],
  ]);
});

describe("behind what was only tried on samples", () => {
  const why = { key: "why.values" as const, params: { places: ["answers.ask.n", "answers.ask.m"] } };
  const open = (pointer: string, claim: FindingSaying) => ({
    at: `warning flow.json ${pointer}`,
    says: { key: "not-proved.nobody" as const, params: { claim, why } },
  });
  found([
    [
      "nobody is not proved, there and in all that follows; before it, it is",
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
      "of a check, too",
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

describe("whom the engine's own walk takes elsewhere", () => {
  const other = (of: Small, than: Small) => proved(of, { compiled: compileInProcess(small(than)) });

  it("does not show an entry or a step that nobody reaches", () => {
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

  it("still shows a step that nobody reaches by standing before it", () => {
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

  it("does not prove a dead end", () => {
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

  it("does not prove a wait without an end", () => {
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
