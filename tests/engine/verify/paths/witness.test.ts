import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import type { Traveller } from "../../../../engine/verify/paths/index.ts";
import type { Ordinary } from "../../../../engine/verify/witness/index.ts";
import {
  at,
  atLeast,
  BAHT,
  effect,
  form,
  is,
  must,
  over,
  pin,
  TEXT,
  WHOLE,
  wait,
  YES,
} from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { atlas, ENDS, goer } from "./asked.ts";

const KIND = { ...TEXT, enum: ["good", "bad", "other"] };

describe("the ordinary person on a path", () => {
  const inner = { type: "object", properties: { n: WHOLE, t: TEXT }, required: ["n"] };
  const flow: Small = {
    steps: {
      a: form([atLeast("answers.a.amount", "1000.00"), "c"], "out"),
      c: pin("a", "out", "act"),
      act: effect({ no: { to: "out" } }, [is("effects.act.kind", "good"), "w"], "out"),
      w: wait("act", "out", [is("effects.w.kind", "good"), "end"], "out"),
      ...ENDS,
    },
    flow: { flags: ["on"] },
    forms: { a: { amount: BAHT, inner } },
    facts: { f: { n: WHOLE, name: TEXT } },
    outputs: { "small.act": { kind: KIND, no: TEXT } },
    events: { "small.come": { kind: KIND, no: TEXT } },
  };
  const her: Ordinary = {
    facts: { f: { n: 5, name: "Malee" } },
    answers: { "small/a": { amount: "50000.00", inner: { n: 2 } } },
    outputs: { "small.act": { kind: "other", no: "A1" }, "small.come": { kind: "bad", no: "B2" } },
  };
  const { classes, unshown } = atlas(flow, her);
  const around = { flags: { on: true }, facts: her.facts };
  const done = { done: { kind: "good", no: "A1" } };
  it.each<readonly [string, string, Traveller["happens"]]>([
    ["w", "50000.00", { act: [done] }],
    ["end", "50000.00", { act: [done], w: [{ event: { kind: "good", no: "B2" } }] }],
    ["out:c.exhausted", "50000.00", { c: [{ exhausted: true }] }],
    ["out:act.no", "50000.00", { act: [{ fails: "no" }] }],
    ["out:w.timeout", "50000.00", { act: [done], w: [{ timeout: true }] }],
    ["out:w", "50000.00", { act: [done], w: [{ event: { kind: "bad", no: "B2" } }] }],
    ["out:act", "50000.00", { act: [{ done: { kind: "other", no: "A1" } }] }],
    ["out:a", "0.00", {}],
  ])(
    "the person on the path %s differs from the ordinary person only where the path needs a difference",
    (name, amount, happens) => {
      expect(classes.find((one) => one.name === name)?.traveller).toStrictEqual({
        around,
        later: {},
        answers: { a: { amount, inner: { n: 2 } } },
        happens,
      });
      expect(unshown).toEqual([]);
    },
  );
});

type Her = { readonly facts?: Ordinary["facts"]; readonly a?: JsonObject };

/** Returns a person's answers at `a` and facts on a path. */
function about(of: Small, name: string, { facts = {}, a }: Her): JsonObject {
  const { answers, around } = goer(of, name, { facts, answers: a === undefined ? {} : { "small/a": a } });
  return { ...around.facts, ...(answers.a === undefined ? {} : { a: answers.a }) } as JsonObject;
}

describe("a value that must be missing on a path", () => {
  const deep = { type: "object", properties: { m: WHOLE, s: TEXT } };
  const optional = { type: "object", properties: { n: WHOLE, t: TEXT, deep } };
  const missing = (path: string) => ({ missing: [path] });
  const flow: Small = {
    steps: {
      a: form(
        [missing("answers.a.o"), "b"],
        [missing("answers.a.in.n"), "out"],
        [missing("answers.a.in.deep.m"), "late"],
        "end",
      ),
      late: over("provisional"),
      b: form("end"),
      ...ENDS,
    },
    forms: { a: { "o?": YES, "in?": optional, x: TEXT }, b: { t: TEXT } },
  };
  const a = { o: true, in: { n: 2, t: "t", deep: { m: 3, s: "s" } }, x: "hers" };
  it.each<readonly [string, JsonObject, JsonObject]>([
    ["end", a, a],
    ["end:b", a, { in: a.in, x: "hers" }],
    ["out", a, { ...a, in: { t: "t", deep: a.in.deep } }],
    ["late", a, { ...a, in: { ...a.in, deep: { s: "s" } } }],
    ["out", { o: true, x: "hers" }, { o: true, x: "hers" }],
    ["out", { o: true, in: [1], x: "hers" }, { o: true, x: "Malee Jaidee" }],
  ])(
    "only the value that must be missing is left out of the person's answers on the path %s",
    (name, hers, expected) => {
      expect(about(flow, name, { a: hers })).toEqual({ a: expected });
    },
  );
});

describe("the possible person on a path", () => {
  const flow: Small = {
    steps: { a: form([is("facts.f.n", 9), "end"], "out"), ...ENDS },
    forms: { a: { t: TEXT } },
    facts: { f: { n: WHOLE, m: WHOLE, t: TEXT } },
    rules: {
      promised: must({ "<=": [at("facts.f.n"), at("facts.f.m")] }, { assumes: "f", onMissing: "allow" }),
    },
  };
  const her = { facts: { f: { n: 3, m: 5, t: "hers" } }, a: { t: "hers" } };
  it("the person on a path has facts that satisfy the assumptions, and valid answers", () => {
    expect(about(flow, "end", her)).toEqual({ f: { n: 9, m: 9, t: "hers" }, a: { t: "hers" } });
    expect(about(flow, "out", her)).toEqual({ f: her.facts.f, a: her.a });
  });

  it("the person on a path satisfies an assumption that the ordinary person violates", () => {
    const broken = { facts: { f: { n: 3, m: 2, t: "hers" } }, a: { t: "hers" } };
    const { f, a } = about(flow, "out", broken) as { f: { n: number; m: number }; a: Json };
    expect([f.n <= f.m, f.n === 9, a]).toEqual([true, false, { t: "hers" }]);
  });

  it("the person on a path has valid answers even if the ordinary person's answers are invalid", () => {
    const refusing: Small = {
      steps: { a: form([is("answers.a.n", 5), "end"], "out"), ...ENDS },
      forms: { a: { n: WHOLE, t: { ...TEXT, minLength: 6 } } },
    };
    const a = { n: 5, t: "hers" };
    expect(about(refusing, "end", { a })).toEqual({ a: { n: 5, t: "Malee Jaidee" } });
    expect(about(refusing, "out", { a })).toEqual({ a: { n: 0, t: "Malee Jaidee" } });
  });
});
