import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { goAlong, type Traveller } from "../../../engine/verify/atlas/index.ts";
import {
  act,
  at,
  atLeast,
  decide,
  END,
  effect,
  form,
  is,
  must,
  next,
  over,
  TEXT,
  WHOLE,
  wait,
  YES,
} from "../fixtures/parts.ts";
import { compiledOf, type Small } from "../fixtures/small-flow.ts";

const NEW: Traveller = { around: { flags: {}, facts: {} }, later: {}, answers: {}, happens: {} };

/** How far somebody comes in a small flow. */
function goes(of: Small, traveller: Partial<Traveller>) {
  const { path, why, walk, stops } = goAlong(compiledOf(of), { ...NEW, ...traveller });
  expect(walk.at.step).toBe(path.at(-1));
  return { path: path.join(" "), why, stops };
}

type Row = readonly [what: string, traveller: Partial<Traveller>, path: string, why?: JsonObject];

/** Rows of how far somebody comes; she rests there where nothing else is said. */
const each = (...rows: readonly Row[]) =>
  it.each(rows.map(([what, traveller, path, why = REST]) => [what, traveller, path, why] as const));

const REST = { kind: "rests" };
const lost = (step: string) => ({ kind: "lost", step });
const refused = (step: string, errors: Json) => ({ kind: "refused", step, errors });

const FORMS: Small = {
  steps: {
    a: form([at("answers.a.b"), "end"], "r"),
    r: { kind: "review", shows: ["answers.a.b"], next: next("end") },
    end: END,
  },
  forms: { a: { b: YES } },
};

describe("somebody goes on by her answers", () => {
  each(
    ["to the end where they lead there", { answers: { a: { b: true } } }, "a end"],
    ["past a review with the values that it shows", { answers: { a: { b: false } } }, "a r end"],
    ["no further than she has answers", {}, "a", lost("a")],
    [
      "no further than they are taken",
      { answers: { a: { b: "perhaps" } } },
      "a",
      refused("a", [{ pointer: "/b", code: "type", params: { type: "boolean" } }]),
    ],
  )("%s", (_, traveller, path, why) => {
    expect(goes(FORMS, traveller)).toMatchObject({ path, why });
  });
});

const CHECKED: Small = {
  steps: { a: { ...form("end"), check: ["enough"] }, end: END },
  forms: { a: { n: WHOLE } },
  facts: { f: { least: WHOLE } },
  rules: { enough: must([["answers.a.n", { ">=": [at("answers.a.n"), at("facts.f.least")] }]]) },
};

describe("what a step asks of facts", () => {
  const with_ = (least: number | null, n: number): Partial<Traveller> => ({
    around: { flags: {}, facts: { f: least === null ? null : { least } } },
    answers: { a: { n } },
  });
  each(
    ["holds with her facts", with_(3, 3), "a end"],
    ["does not hold with them", with_(4, 3), "a", { kind: "refused", step: "a" }],
    ["is not known where there is nothing to say", with_(null, 3), "a", { kind: "refused", step: "a" }],
    [
      "is not known where she does not know the fact",
      { answers: { a: { n: 3 } } },
      "a",
      { kind: "refused", step: "a" },
    ],
  )("%s", (_, traveller, path, why) => {
    expect(goes(CHECKED, traveller)).toMatchObject({ path, why });
  });
});

const CHALLENGE: Small = {
  steps: {
    r: { kind: "review", shows: [], next: next("c") },
    c: {
      kind: "challenge",
      challenge: "pin",
      binds: "r",
      errors: { exhausted: { to: "out" } },
      next: next("end"),
    },
    end: END,
    out: over("stopped"),
  },
};

describe("a review that is reopened", () => {
  const flow: Small = {
    steps: {
      r: { kind: "review", shows: [], next: next("act") },
      act: effect({ wrong: { reopen: "r" } }, "end"),
      end: END,
    },
  };
  const wrong = { fails: "wrong" };
  each(
    ["is confirmed again", { happens: { act: [wrong, { done: {} }] } }, "r act end"],
    ["is not confirmed without end", { happens: { act: [wrong] } }, "r", refused("r", [])],
  )("%s", (_, traveller, path, why) => {
    expect(goes(flow, traveller)).toMatchObject({ path, why });
  });
});

describe("a challenge", () => {
  each(
    ["is passed where nothing is said of it", {}, "r c end"],
    ["is passed where something else happens", { happens: { c: [{ timeout: true }] } }, "r c end"],
    ["is exhausted where that happens", { happens: { c: [{ exhausted: true }] } }, "r c out"],
  )("%s", (_, traveller, path, why) => {
    const { stops, ...found } = goes(CHALLENGE, traveller);
    expect(found).toEqual({ path, why });
    const outcome = path.endsWith("out") ? "exhausted" : "passed";
    expect(stops.at(-1)?.instance.receipts).toMatchObject([{ kind: "challenge", step: "c", outcome }]);
  });
});

const ACT: Small = {
  steps: {
    a: form("act"),
    act: effect(
      { gone: { to: "out" }, wrong: { reopen: "a" }, busy: { retry: 2, to: "later" } },
      [at("effects.act.good"), "end"],
      "out",
    ),
    end: END,
    out: over("stopped"),
    later: over("provisional"),
  },
  forms: { a: { n: WHOLE } },
  outputs: { "small.act": { "good?": YES } },
};

/** A form that is asked about a fact of its own answer, and an effect that may send back to it. */
const ASKED: Small = {
  steps: {
    a: { ...form("act"), check: ["enough"] },
    act: effect({ wrong: { reopen: "a" } }, "end"),
    end: END,
  },
  forms: { a: { code: TEXT, n: WHOLE } },
  facts: { f: { least: WHOLE } },
  args: { f: { code: "answers.a.code" } },
  rules: { enough: must([["answers.a.n", { ">=": [at("answers.a.n"), at("facts.f.least")] }]]) },
};

describe("what is asked of a fact about an answer", () => {
  const wrong = { fails: "wrong" };
  const with_ = (n: number, ...act: Traveller["happens"][string]): Partial<Traveller> => ({
    around: { flags: {}, facts: { f: { least: 3 } } },
    answers: { a: { code: "x", n } },
    happens: { act: [...act, { done: {} }] },
  });
  each(
    ["is asked with it", with_(3), "a act end"],
    ["is asked with it as often as it is answered", with_(3, wrong, wrong, wrong), "a act end"],
    ["does not hold with it", with_(2), "a", { kind: "refused", step: "a" }],
  )("%s", (_, traveller, path, why) => {
    const { stops, ...found } = goes(ASKED, traveller);
    expect(found).toMatchObject({ path, why });
    const stood = stops.map(({ walk, instance }) => `${walk.at.step} ${instance.receipts.length}`);
    expect(new Set(stood).size).toBe(stood.length);
  });
});

describe("what the server does", () => {
  const happens = (...act: Traveller["happens"][string]): Partial<Traveller> => ({
    answers: { a: { n: 1 } },
    happens: { act },
  });
  const good = { done: { good: true } };
  each(
    ["gives what it is said to give", happens(good), "a act end"],
    ["may give something else", happens({ done: { good: false } }), "a act out"],
    ["may fail for good", happens({ fails: "gone" }), "a act out"],
    ["may send back to answer again", happens({ fails: "wrong" }, good), "a act end"],
    [
      "may send back again and again, but not without end",
      happens({ fails: "wrong" }),
      "a",
      { kind: "refused", step: "a", errors: [{ code: "wrong" }] },
    ],
    [
      "may send back three times",
      happens({ fails: "wrong" }, { fails: "wrong" }, { fails: "wrong" }, good),
      "a act end",
    ],
    ["is lost where nothing is said of it", happens(), "a act", lost("act")],
    ["is lost where only a time could be over", happens({ timeout: true }), "a act", lost("act")],
    ["is lost where only news could come", happens({ event: {} }), "a act", lost("act")],
  )("%s", (_, traveller, path, why) => {
    expect(goes(ACT, traveller)).toMatchObject({ path, why });
  });

  it("leaves one receipt where it fails for good, and nothing is contested", () => {
    const { stops } = goes(ACT, happens({ fails: "gone" }));
    expect(stops.map(({ walk }) => walk.at.step)).toEqual(["a", "act", "out"]);
    expect(stops[0]?.instance).toEqual({
      id: "in-memory",
      flow: "small",
      version: compiledOf(ACT).hash,
      answers: {},
      receipts: [],
    });
    expect(stops[2]?.instance.receipts.map(({ kind }) => kind)).toEqual(["effect"]);
  });

  it("tells at each stop where she stands, and once only", () => {
    const { stops } = goes(ACT, happens({ fails: "wrong" }, good));
    expect(stops.map(({ walk: { at }, instance }) => [at.step, instance.receipts.length])).toEqual([
      ["a", 0],
      ["act", 0],
      ["a", 2],
      ["act", 2],
      ["end", 3],
    ]);
    expect(stops.at(-1)?.instance.receipts).toMatchObject([
      {
        seq: 1,
        kind: "effect",
        step: "act",
        attempt: 1,
        outcome: { kind: "failed", code: "wrong" },
        trail: [],
      },
      { seq: 2, kind: "contested", step: "a", by: "act", code: "wrong" },
      {
        seq: 3,
        kind: "effect",
        step: "act",
        attempt: 2,
        outcome: { kind: "done", output: { good: true } },
        trail: [{ step: "a", to: "act" }],
      },
    ]);
  });
});

const SECRET: Small = {
  steps: {
    act: { ...effect({ wrong: { ask: "code" } }, "end"), form: true, input: { code: "form.code" } },
    end: END,
  },
  forms: { act: { code: { ...TEXT, minLength: 4, writeOnly: true } } },
  inputs: { "small.act": { code: TEXT } },
};

describe("an effect with a form of its own", () => {
  const done = { done: {} };
  const wrong = { fails: "wrong" };
  const with_ = (code: string | null, ...act: Traveller["happens"][string]): Partial<Traveller> => ({
    answers: code === null ? {} : { act: { code } },
    happens: { act },
  });
  each(
    ["asks first, and then acts", with_("1234", done), "act end"],
    ["asks again where that is wrong", with_("1234", wrong, done), "act end"],
    ["asks four times at most", with_("1234", wrong, wrong, wrong, done), "act end"],
    [
      "and no more",
      with_("1234", wrong, wrong, wrong, wrong, done),
      "act",
      refused("act", [{ pointer: "/code", code: "wrong", params: {} }]),
    ],
    ["is lost without an answer", with_(null, done), "act", lost("act")],
    ["is lost where nothing comes of it", with_("1234"), "act", lost("act")],
    [
      "takes no answer that its form does not take",
      with_("12", done),
      "act",
      { kind: "refused", step: "act", errors: [{ pointer: "/code", code: "minLength" }] },
    ],
  )("%s", (_, traveller, path, why) => {
    expect(goes(SECRET, traveller)).toMatchObject({ path, why });
  });
});

const WAIT: Small = {
  steps: {
    act: act("w"),
    w: wait("act", "late", [is("effects.w.kind", "good"), "end"], "out"),
    end: END,
    out: over("stopped"),
    late: over("stopped"),
  },
  events: { "small.come": { kind: { ...TEXT, enum: ["good", "bad"] } } },
};

describe("a wait", () => {
  const news = (...w: Traveller["happens"][string]): Partial<Traveller> => ({
    happens: { act: [{ done: {} }], w },
  });
  each(
    ["is where she rests when nothing comes", news(), "act w"],
    ["ends with the news", news({ event: { kind: "good" } }), "act w end"],
    ["leads on by what they say", news({ event: { kind: "bad" } }), "act w out"],
    ["ends with its time", news({ timeout: true }), "act w late"],
  )("%s", (_, traveller, path, why) => {
    expect(goes(WAIT, traveller)).toMatchObject({ path, why });
  });
});

const LATER: Small = {
  steps: {
    act: act("d"),
    d: decide([at("flags.on"), "end"], [atLeast("facts.f.n", 5), "w"], "out"),
    w: wait("act", "out", [atLeast("facts.f.n", 5), "w2"], "end"),
    w2: wait("w", "out", [is("facts.g.n", 1), "end"], "out"),
    end: END,
    out: over("stopped"),
  },
  flow: { flags: ["on"] },
  facts: { f: { n: WHOLE }, g: { n: WHOLE } },
};

describe("what is otherwise after a receipt", () => {
  const n = (value: number) => ({ n: value });
  const around = { flags: { on: false }, facts: { f: n(1), g: n(1) } };
  const later = (...steps: readonly (readonly [string, object])[]): Partial<Traveller> => ({
    around,
    later: Object.fromEntries(steps.map(([step, more]) => [step, { flags: {}, facts: {}, ...more }])),
    happens: { act: [{ done: {} }], w: [{ event: {} }], w2: [{ event: {} }] },
  });
  each(
    ["is nothing where nothing is said", later(), "act d out"],
    ["is a flag", later(["act", { flags: { on: true } }]), "act d end"],
    ["is a fact, and the others stay", later(["act", { facts: { f: n(5) } }]), "act d w w2 end"],
    [
      "changes again after the next",
      later(["act", { facts: { f: n(5) } }], ["w", { facts: { f: n(4) } }]),
      "act d w end",
    ],
    [
      "is that there is nothing to say any more",
      later(["act", { facts: { f: n(5) } }], ["w", { facts: { g: null } }]),
      "act d w w2 out",
    ],
  )("%s", (_, traveller, path, why) => {
    expect(goes(LATER, traveller)).toMatchObject({ path, why });
  });
});
