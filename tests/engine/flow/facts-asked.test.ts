import { describe, expect, it } from "vitest";
import { type Compiled, derive, factKey, inputHash, submit } from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { act, decide, END, form, must, next, pin, YES } from "../fixtures/parts.ts";
import { type Small, walkable } from "../fixtures/small-flow.ts";
import { someone } from "./fixtures/someone.ts";

const isOk = { var: "facts.here.ok" };
const HERE = {
  facts: { here: { "ok?": YES, "at?": { type: "string", format: "date-time" }, "n?": { type: "integer" } } },
  absent: ["here"],
};
const name = { "name?": { type: "string" } };
const end = { done: END };

/** In each flow, the first step reads the fact `here` in a different way. */
const readers: readonly (readonly [string, Omit<Small, "facts">])[] = [
  [
    "a form that shows the fact",
    { steps: { first: { ...form("done"), shows: ["facts.here.n?"] }, ...end }, forms: { first: name } },
  ],
  [
    "a form that checks the fact",
    {
      steps: { first: { ...form("done"), check: ["ok"] }, ...end },
      forms: { first: name },
      rules: { ok: must(isOk) },
    },
  ],
  [
    "a form with an invariant on the fact",
    {
      steps: { first: form("done"), ...end },
      forms: { first: name },
      rules: { ok: must(isOk) },
      flow: { invariants: [{ before: "first", rule: "ok" }] },
    },
  ],
  [
    "a form that checks a rule that refers to a rule on the fact",
    {
      steps: { first: { ...form("done"), check: ["outer"] }, ...end },
      forms: { first: name },
      rules: { outer: must({ rule: "ok" }), ok: must(isOk) },
    },
  ],
  [
    "a review that shows the fact",
    { steps: { first: { kind: "review", shows: ["facts.here.n"], next: next("done") }, ...end } },
  ],
  [
    "an effect with the fact as input",
    {
      steps: {
        first: { ...act("done"), input: { "n?": "facts.here.n" } },
        ...end,
      },
      inputs: { "small.act": { "n?": { type: "integer" } } },
    },
  ],
  ["an end that shows the fact", { steps: { first: { ...END, shows: ["facts.here.n"] } } }],
  [
    "an end with an explanation that reads the fact",
    { steps: { first: { ...END, explains: "ok" } }, rules: { ok: must(isOk) } },
  ],
  ["a decision with a condition on the fact", { steps: { first: decide([isOk, "done"], "done"), ...end } }],
  [
    "a decision with a rule on the fact",
    {
      steps: { first: decide(["ok", "done"], "done"), ...end },
      rules: { ok: must(isOk) },
    },
  ],
  [
    "a form that shows a value derived from the fact",
    {
      steps: { first: { ...form("done"), shows: ["derived.twice"] }, ...end },
      forms: { first: name },
      flow: {
        derived: {
          once: { fn: "sum", args: ["facts.here.n"] },
          twice: { fn: "sum", args: ["derived.once", "derived.once"] },
        },
      },
    },
  ],
];

describe("a fact", () => {
  it.each(readers)("a fact is requested when the user arrives at %s", (_, parts) => {
    const flow = walkable({ ...parts, ...HERE });
    const needs = { kind: "needs", step: "first", facts: [{ fact: "here", args: {} }] };
    expect(derive(flow, someone(), {}, {}).at).toEqual(needs);
    expect(derive(flow, someone(), { here: null }, {}).at).not.toMatchObject({ kind: "needs" });
    expect(derive(flow, someone(), { here: { ok: true, n: 1 } }, {}).at).not.toMatchObject({ kind: "needs" });
  });

  it("a fact is requested only at the steps that read the fact", () => {
    const flow = walkable({ steps: { first: form("done"), ...end }, forms: { first: name }, ...HERE });
    expect(derive(flow, someone({ first: {} }), {}, {}).at).toMatchObject({ kind: "end", step: "done" });
  });
});

/** A derived value: the answered number, or 7 while there is no answer. */
const LEVEL: JsonObject = {
  value: {
    type: { type: "integer" },
    logic: { if: [{ "!": [{ missing: ["answers.first.n"] }] }, { var: "answers.first.n" }, 7] },
  },
  cases: [{ why: "nothing is answered", given: {}, expect: 7 }],
};

const done = (
  step: string,
  trail: readonly { readonly step: string; readonly to: string }[],
  output: JsonObject = {},
) =>
  ({
    kind: "effect",
    step,
    attempt: 1,
    inputHash: inputHash({}),
    outcome: { kind: "done", output },
    trail,
  }) as const;

describe("a fact after a receipt", () => {
  it("a fact is requested again after a receipt if a later challenge binds a review that showed the fact", () => {
    const flow = walkable({
      steps: {
        look: { kind: "review", shows: ["facts.here.n"], next: next("work") },
        work: act("code"),
        code: pin("look", "done", "done"),
        ...end,
      },
      ...HERE,
    });
    const instance = someone({ look: { values: {} } }, [done("work", [{ step: "look", to: "work" }])]);
    expect(derive(flow, instance, {}, {}).at).toMatchObject({
      kind: "needs",
      step: "code",
      facts: [{ fact: "here" }],
    });
    expect(derive(flow, instance, { here: { n: 2 } }, {}).at).toEqual({
      kind: "challenge",
      step: "code",
      values: { "facts.here.n": 2 },
    });
  });

  it("a fact is requested again after a receipt if the end of a wait depends on the fact", () => {
    const flow = walkable({
      steps: {
        work: act("wait"),
        wait: {
          kind: "wait",
          for: "small.paid",
          since: "work",
          until: "facts.here.at",
          onTimeout: { to: "done" },
          next: next("done"),
        },
        ...end,
      },
      ...HERE,
    });
    const instance = someone({}, [done("work", [])]);
    const waits = { kind: "wait", step: "wait", for: "small.paid", sinceSeq: 1 };
    expect(derive(flow, instance, {}, {}).at).toMatchObject({ kind: "needs", step: "wait" });
    expect(derive(flow, instance, { here: { at: "2026-03-03T00:00:00Z" } }, {}).at).toEqual({
      ...waits,
      until: "2026-03-03T00:00:00Z",
    });
    expect(derive(flow, instance, { here: {} }, {}).at).toEqual({ ...waits, until: null });
  });

  it.each([
    ["a condition", isOk],
    ["a rule", "ok"],
  ] as const)(
    "a fact is requested again if %s on the fact decides the step after a completed effect",
    (_, when) => {
      const flow = walkable({
        steps: {
          work: act([when, "done"], "other"),
          ...end,
          other: { ...END, reason: "other" },
        },
        rules: { ok: must(isOk) },
        ...HERE,
      });
      const instance = someone({}, [done("work", [])]);
      expect(derive(flow, instance, {}, {})).toMatchObject({
        at: { kind: "needs", step: "work" },
        trail: [],
      });
      expect(derive(flow, instance, { here: { ok: true } }, {})).toMatchObject({
        at: { step: "done" },
        trail: [{ step: "work", to: "done", frozen: true }],
      });
      expect(derive(flow, instance, { here: { ok: false } }, {}).at).toMatchObject({ step: "other" });
    },
  );
});

describe("a fact that depends on an answer to the form in which the fact is used", () => {
  const own = (rest: JsonObject, rules = {}) =>
    walkable({
      steps: { first: { ...form("done"), ...rest }, ...end },
      forms: { first: name },
      ...HERE,
      args: { here: { code: "answers.first.name" } },
      rules,
    });
  const answered = someone({ first: { name: "Dao" } });

  it("a fact that a form only shows is not requested after the answer", () => {
    expect(derive(own({ shows: ["facts.here.n?"] }), answered, {}, {}).at).toMatchObject({ kind: "end" });
  });

  it("a fact that a form checks is requested after the answer", () => {
    const flow = own({ check: ["ok"] }, { ok: must(isOk) });
    expect(derive(flow, answered, {}, {}).at).toMatchObject({
      kind: "needs",
      step: "first",
      facts: [{ fact: "here", args: { code: "Dao" } }],
    });
  });
});

describe("a fact that depends on several answers", () => {
  const code = { type: "string" };
  const flow = walkable({
    steps: {
      first: form("second"),
      second: { ...form("done"), shows: ["facts.here.n"] },
      ...end,
    },
    forms: { first: { "b?": code, "a?": code }, second: name },
    ...HERE,
    args: { here: { b: "answers.first.b", a: "answers.first.a" } },
  });

  it("a fact is requested once all the answers on which it depends exist; requested facts are sorted by name", () => {
    const { at } = derive(flow, someone({ first: { a: "1", b: "2" } }), {}, {});
    expect(at).toEqual({
      kind: "needs",
      step: "second",
      facts: [{ fact: "here", args: { a: "1", b: "2" } }],
    });
    expect(at.kind === "needs" && Object.keys(at.facts[0]?.args ?? {})).toEqual(["a", "b"]);
  });

  it("a fact is read if it was loaded for the current answers, and not if it was loaded for earlier answers", () => {
    const supplied = (args: JsonObject) =>
      derive(flow, someone({ first: { a: "1", b: "2" } }), { [factKey("here", args)]: { n: 5 } }, {});
    const walk = supplied({ b: "2", a: "1" });
    expect([walk.at.kind, walk.read("facts.here.n")]).toEqual(["form", 5]);
    expect(supplied({ a: "2", b: "2" }).at.kind).toBe("needs");
    expect(supplied({}).at.kind).toBe("needs");
  });

  it("a fact is missing while one of the answers on which it depends is missing", () => {
    const walk = derive(flow, someone({ first: { a: "1" } }), { here: { n: 5 } }, {});
    expect([walk.at.kind, walk.read("facts.here.n")]).toEqual(["form", undefined]);
  });
});

describe("Walk.read, which reads a value on the user's path,", () => {
  const flow = walkable({
    steps: { first: form("done"), ...end },
    forms: { first: { "n?": { type: "integer" } } },
    ...HERE,
    rules: { level: LEVEL },
    flow: {
      derived: {
        once: { fn: "sum", args: ["facts.here.n", "answers.first.n"] },
        twice: { fn: "sum", args: ["derived.once", "derived.once"] },
        level: { rule: "level" },
        higher: { fn: "sum", args: ["derived.level"] },
      },
    },
  });

  it.each([
    ["facts.here.n", 2],
    ["facts.here.n?", 2],
    ["derived.once", 5],
    ["derived.twice?", 10],
    ["derived.level", 3],
    ["derived.higher", 3],
    ["answers.first.n", 3],
    ["answers.first.n.more", undefined],
    ["answers.first.constructor", undefined],
    ["derived.nothing", undefined],
    ["facts.nothing.n", undefined],
  ])("returns for %s the value %j", (path, value) => {
    const walk = derive(flow, someone({ first: { n: 3 } }), { here: { n: 2 } }, {});
    // The second read uses the cached value.
    expect([walk.read(path), walk.read(path)]).toEqual([value, value]);
  });

  it("returns no value if a requested fact was not supplied", () => {
    const walk = derive(flow, someone({ first: { n: 3 } }), {}, {});
    expect([walk.read("facts.here.n"), walk.read("derived.once"), walk.read("derived.level")]).toEqual([
      undefined,
      undefined,
      3,
    ]);
  });

  it("returns no value for an absent fact, nor for a value computed from an absent fact", () => {
    const walk = derive(flow, someone({ first: { n: 3 } }), { here: null }, {});
    expect([walk.read("facts.here"), walk.read("derived.once")]).toEqual([undefined, undefined]);
    const asks = walkable({
      steps: { look: { kind: "review", shows: ["facts.here.n"], next: next("done") }, ...end },
      ...HERE,
    });
    expect(derive(asks, someone(), { here: null }, {}).at).toStrictEqual({
      kind: "review",
      step: "look",
      values: {},
      changed: false,
      errors: [],
    });
  });

  it("returns no value for a rule whose result has become unknown", () => {
    const review = (to: string) => ({ kind: "review", shows: ["derived.level"], next: [{ to }] });
    const logic = { if: [{ "!": [{ missing: ["answers.first.n"] }] }, { var: "facts.here.n" }, 7] };
    const asked = walkable({
      steps: {
        look: review("first"),
        first: { ...form("done"), next: next("again") },
        again: review("done"),
        ...end,
      },
      forms: { first: { n: { type: "integer" } } },
      ...HERE,
      rules: { level: { ...LEVEL, value: { type: { type: "integer" }, logic } } },
      flow: { derived: { level: { rule: "level" } } },
    });
    const walk = derive(
      asked,
      someone({ look: { values: { "derived.level": 7 } }, first: { n: 3 } }),
      { here: null },
      {},
    );
    expect([walk.at, walk.derived]).toEqual([
      { kind: "review", step: "again", values: {}, changed: false, errors: [] },
      {},
    ]);
  });

  it("returns a new value for a rule after a change of the data that the rule reads", () => {
    const review = (to: string) => ({ kind: "review", shows: ["derived.higher"], next: [{ to }] });
    const asked = walkable({
      steps: {
        look: review("first"),
        first: { ...form("done"), next: next("again") },
        again: review("done"),
        ...end,
      },
      forms: { first: { n: { type: "integer" } } },
      rules: { level: LEVEL },
      flow: {
        derived: {
          level: { rule: "level" },
          zero: { fn: "sum", args: [] },
          higher: { fn: "sum", args: ["derived.level", "derived.zero"] },
        },
      },
    });
    const seen = (n: number) => ({ values: { "derived.higher": n } });
    const at = (answers: Parameters<typeof someone>[0]) => derive(asked, someone(answers), {}, {}).at;
    expect(at({})).toMatchObject({ step: "look", values: { "derived.higher": 7 } });
    expect(at({ look: seen(7), first: { n: 3 } })).toMatchObject({
      step: "again",
      values: { "derived.higher": 3 },
    });
    expect(at({ look: seen(7), first: { n: 3 }, again: seen(3) })).toMatchObject({ step: "done" });
  });
});

describe("the facts that a submission requests", () => {
  const submitted = (flow: Compiled, instance = someone(), facts = {}) =>
    submit(flow, instance, facts, {}, { step: "first", answer: { name: "Dao" } });
  const needs = { kind: "needs", facts: [{ fact: "here", args: {} }] };

  it("a submission requests a fact if the submitted step reads the fact", () => {
    const flow = walkable({
      steps: { first: { ...form("done"), check: ["ok"] }, ...end },
      forms: { first: name },
      rules: { ok: must(isOk) },
      ...HERE,
    });
    expect(submitted(flow)).toEqual(needs);
    expect(submitted(flow, someone(), { here: { ok: true } })).toMatchObject({ kind: "accepted" });
    expect(submitted(flow, someone(), { here: { ok: false } })).toMatchObject({
      kind: "refused",
      errors: [{ code: "ok.c0" }],
    });
  });

  const gated = walkable({
    steps: { gate: decide([isOk, "first"], "done"), first: form("done"), ...end },
    forms: { first: name },
    ...HERE,
  });

  it("a submission requests a fact if an earlier step reads the fact", () => {
    expect(submitted(gated)).toEqual(needs);
    expect(submitted(gated, someone(), { here: { ok: false } })).toMatchObject({
      kind: "not-open",
      walk: { at: { step: "done" } },
    });
  });

  it("a submission requests no fact that only a later step reads", () => {
    const flow = walkable({
      steps: {
        first: form("gate"),
        gate: decide([isOk, "done"], "done"),
        ...end,
      },
      forms: { first: name },
      ...HERE,
    });
    expect(submitted(flow)).toMatchObject({
      kind: "accepted",
      walk: { at: { kind: "needs", step: "gate" } },
    });
  });

  it("a submission requests a fact even if the submitted step turns out not to be open", () => {
    expect(submit(gated, someone(), {}, {}, { step: "nowhere", answer: {} })).toEqual(needs);
    expect(
      submit(gated, someone(), { here: { ok: true } }, {}, { step: "nowhere", answer: {} }),
    ).toMatchObject({
      kind: "not-open",
    });
  });
});
