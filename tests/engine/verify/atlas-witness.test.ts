import { describe, expect, it } from "vitest";
import type { Logic } from "../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Ordinary, Traveller } from "../../../engine/verify/atlas/index.ts";
import {
  act,
  at,
  atLeast,
  BAHT,
  decide,
  END,
  effect,
  form,
  is,
  must,
  next,
  not,
  over,
  TEXT,
  WHOLE,
  wait,
  YES,
} from "../fixtures/parts.ts";
import type { Small } from "../fixtures/small-flow.ts";
import { atlas, goer } from "./atlas-asked.ts";

const ENDS = { end: END, out: over("stopped") };
const KIND = { ...TEXT, enum: ["good", "bad", "other"] };

describe("who goes a path is the ordinary person, but for what the path needs", () => {
  const inner = { type: "object", properties: { n: WHOLE, t: TEXT }, required: ["n"] };
  const flow: Small = {
    steps: {
      a: form([atLeast("answers.a.amount", "1000.00"), "c"], "out"),
      c: {
        kind: "challenge",
        challenge: "pin",
        binds: "a",
        errors: { exhausted: { to: "out" } },
        next: next("act"),
      },
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
  ])("on %s", (name, amount, happens) => {
    expect(classes.find((one) => one.name === name)?.traveller).toStrictEqual({
      around,
      later: {},
      answers: { a: { amount, inner: { n: 2 } } },
      happens,
    });
    expect(unshown).toEqual([]);
  });
});

type Her = { readonly facts?: Ordinary["facts"]; readonly a?: JsonObject };
/** What somebody answers at `a` and what is true around her, on a path. */
function about(of: Small, name: string, { facts = {}, a }: Her): JsonObject {
  const { answers, around } = goer(of, name, { facts, answers: a === undefined ? {} : { "small/a": a } });
  return { ...around.facts, ...(answers.a === undefined ? {} : { a: answers.a }) } as JsonObject;
}

describe("what is missing on a path", () => {
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
  ])("%s is left out of her answers, and only that", (name, hers, expected) => {
    expect(about(flow, name, { a: hers })).toEqual({ a: expected });
  });
});

describe("values that are compared with one another", () => {
  const text = (format: string) => ({ type: "string", format });
  const most = at("facts.f.most");
  it.each<readonly [string, JsonObject, Json, Json, "late too" | null]>([
    ["money", BAHT, "12345.00", "20000.00", "late too"],
    ["units", text("units"), "12.3400", "20.0000", "late too"],
    ["date", text("date"), "2028-02-03", "2030-01-01", "late too"],
    ["instant", text("instant"), "2028-02-03T00:00:00Z", "2030-01-01T00:00:00Z", "late too"],
    ["integer", { type: "integer" }, 12345, 20000, null],
    ["number", { type: "number" }, 12345.5, 20000.5, null],
  ])("stay the ordinary person's %s where they fit all the same", (_, schema, n, limit, also) => {
    const flow: Small = {
      steps: {
        a: form([{ ">": [at("answers.a.n"), most] }, "out"], [is("answers.a.k", 7), "late"], "end"),
        late: over("provisional"),
        ...ENDS,
      },
      forms: { a: { n: schema, k: WHOLE, t: TEXT } },
      facts: { f: { most: schema, t: TEXT } },
    };
    const her = { facts: { f: { most: limit, t: "hers" } }, a: { n, k: 1, t: "hers" } };
    expect(about(flow, "end", her)).toEqual({ f: her.facts.f, a: her.a });
    const { a, f } = about(flow, "out", her) as { a: JsonObject; f: JsonObject };
    expect([a.k, a.t, f.t]).toEqual([1, "hers", "hers"]);
    const late = about(flow, "late", her) as { a: JsonObject; f: JsonObject };
    expect([late.a.k, late.a.t, late.f.t]).toEqual([7, "hers", "hers"]);
    expect(late.a.n === n && late.f.most === limit).toBe(also !== null);
  });
});

describe("a number", () => {
  const flow: Small = {
    steps: {
      a: form(
        [is("answers.a.n", 10), "ten"],
        [{ ">": [at("answers.a.n"), 20] }, "out"],
        [{ "<": [at("answers.a.n"), 10] }, "few"],
        "end",
      ),
      ten: END,
      few: END,
      ...ENDS,
    },
    forms: { a: { n: { type: "number" }, t: TEXT } },
  };
  it.each<readonly [number, readonly number[]]>([
    [9.5, [10, 9.5, 15, 21]],
    [10, [10, 9, 15, 21]],
    [10.5, [10, 9, 10.5, 21]],
    [20, [10, 9, 20, 21]],
    [20.5, [10, 9, 15, 20.5]],
  ])("of %d is another only where the path needs another", (n, expected) => {
    const hers = ["ten", "few", "end", "out"].map((name) => about(flow, name, { a: { n, t: "hers" } }));
    expect(hers).toEqual(expected.map((value) => ({ a: { n: value, t: "hers" } })));
  });
});

describe("of the values that a path allows", () => {
  const both = { and: [at("answers.a.b"), at("answers.a.c")] };
  const first = { and: [at("answers.a.b"), not(at("answers.a.c"))] };
  const flow = (condition: Logic): Small => ({
    steps: { a: form([condition, "out"], "end"), ...ENDS },
    forms: { a: { b: YES, c: YES } },
  });
  it.each<readonly [Logic, string, JsonObject, JsonObject]>([
    [both, "end", { b: false, c: true }, { b: false, c: true }],
    [both, "end", { b: true, c: false }, { b: true, c: false }],
    [both, "end", { b: true, c: true }, { b: true, c: false }],
    [both, "out", { b: false, c: false }, { b: true, c: true }],
    [first, "end", { b: true, c: false }, { b: true, c: true }],
    [first, "end", { b: false, c: false }, { b: false, c: false }],
  ])(
    "somebody for whom %j leads elsewhere than to %s has as many of the ordinary person's as can be",
    (condition, name, a, expected) => {
      expect(about(flow(condition), name, { a })).toEqual({ a: expected });
    },
  );

  it("the first is taken where nothing is said of the ordinary person", () => {
    const few: Small = {
      steps: { a: form([atLeast("answers.a.n", 4), "out"], [is("answers.a.n", 2), "out"], "end"), ...ENDS },
      forms: { a: { n: WHOLE } },
    };
    expect(goer(few, "end").answers).toEqual({ a: { n: 0 } });
    const many: Small = {
      steps: { a: form([{ and: [is("answers.a.n", 2), at("answers.a.b")] }, "out"], "end"), ...ENDS },
      forms: { a: { n: WHOLE, b: YES } },
    };
    expect(goer(many, "end").answers).toEqual({ a: { n: 0, b: true } });
  });
});

describe("a derived value", () => {
  const flow = (steps: Small["steps"], amount: JsonObject = BAHT): Small => ({
    steps: { ...steps, ...ENDS },
    flow: { derived: { fee: { fn: "fee", args: ["answers.a.amount", "facts.f.bps"] } } },
    forms: { a: { amount, t: TEXT } },
    facts: { f: { bps: WHOLE, t: TEXT } },
  });
  const steps = { a: form([atLeast("derived.fee", "20.00"), "end"], "out") };
  const her = { facts: { f: { bps: 5, t: "hers" } }, a: { amount: "50000.00", t: "hers" } };
  it("is made of what she has where that fits, else of other values in the same places", () => {
    expect(about(flow(steps), "end", her)).toEqual({ f: her.facts.f, a: her.a });
    const { a, f } = about(flow(steps), "out", her) as { a: JsonObject; f: JsonObject };
    expect([a.t, f.t, Number(a.amount) * Number(f.bps) < 200_000]).toEqual(["hers", "hers", true]);
  });

  it("needs other answers where the facts it is made of cannot be others", () => {
    const five = { type: "integer", minimum: 5, maximum: 5 };
    const { a, f } = about({ ...flow(steps), facts: { f: { bps: five, t: TEXT } } }, "out", her) as {
      a: JsonObject;
      f: JsonObject;
    };
    expect([a.t, f, Number(a.amount) < 40_000]).toEqual(["hers", her.facts.f, true]);
  });

  it("that nobody is asked for changes nothing of what it is made of", () => {
    const named: Small = {
      steps: { a: form([is("facts.f.fee", 7), "end"], "out"), ...ENDS },
      flow: { derived: { fee: { fn: "fee", args: ["answers.a.amount", "facts.f.bps"] } } },
      forms: { a: { amount: BAHT } },
      facts: { f: { bps: WHOLE, fee: WHOLE } },
    };
    const hers = { facts: { f: { bps: 5, fee: 1 } }, a: { amount: "50000.00" } };
    expect(about(named, "end", hers)).toEqual({ f: { bps: 5, fee: 7 }, a: hers.a });
  });

  it("that no facts and answers make leaves its path without anybody as well", () => {
    const none = { type: "integer", minimum: 0, maximum: 0 };
    const { classes, unshown } = atlas({ ...flow(steps), facts: { f: { bps: none, t: TEXT } } });
    expect([classes.map(({ name }) => name), unshown]).toEqual([["out"], ["a next 0"]]);
  });

  it("that nobody can have leaves its path without anybody, and that is said", () => {
    const { classes, ways, edges, unshown } = atlas(flow(steps, { ...BAHT, const: "1.00" }));
    expect([classes.map(({ name }) => name), ways, edges, unshown]).toEqual([["out"], 2, 2, ["a next 0"]]);
  });
});

describe("whoever goes a path can be", () => {
  const flow: Small = {
    steps: { a: form([is("facts.f.n", 9), "end"], "out"), ...ENDS },
    forms: { a: { t: TEXT } },
    facts: { f: { n: WHOLE, m: WHOLE, t: TEXT } },
    rules: {
      promised: must({ "<=": [at("facts.f.n"), at("facts.f.m")] }, { assumes: "f", onMissing: "allow" }),
    },
  };
  const her = { facts: { f: { n: 3, m: 5, t: "hers" } }, a: { t: "hers" } };
  it("with facts as their provider promises them, and her own answers beside", () => {
    expect(about(flow, "end", her)).toEqual({ f: { n: 9, m: 9, t: "hers" }, a: { t: "hers" } });
    expect(about(flow, "out", her)).toEqual({ f: her.facts.f, a: her.a });
  });

  it("also where the ordinary person breaks a promise herself: then the facts are others", () => {
    const broken = { facts: { f: { n: 3, m: 2, t: "hers" } }, a: { t: "hers" } };
    const { f, a } = about(flow, "out", broken) as { f: { n: number; m: number }; a: Json };
    expect([f.n <= f.m, f.n === 9, a]).toEqual([true, false, { t: "hers" }]);
  });

  it("is somebody else where the ordinary person's answers are not taken", () => {
    const refusing: Small = {
      steps: { a: form([is("answers.a.n", 5), "end"], "out"), ...ENDS },
      forms: { a: { n: WHOLE, t: { ...TEXT, minLength: 6 } } },
    };
    const a = { n: 5, t: "hers" };
    expect(about(refusing, "end", { a })).toEqual({ a: { n: 5, t: "Malee Jaidee" } });
    expect(about(refusing, "out", { a })).toEqual({ a: { n: 0, t: "Malee Jaidee" } });
  });
});

describe("of what may be otherwise after a receipt", () => {
  const n = (value: number) => ({ n: value });
  const flagged: Small = {
    steps: {
      d: decide([at("flags.on"), "act"], "out"),
      act: act([at("flags.on"), "end"], "out"),
      ...ENDS,
    },
    flow: { flags: ["on", "other"] },
    facts: { f: { n: WHOLE } },
  };
  const on = { on: true, other: true };
  it.each<readonly [string, Traveller["around"]["flags"], Traveller["later"]]>([
    ["end", on, {}],
    ["out:act", on, { act: { flags: { on: false }, facts: {} } }],
    ["out:d", { on: false, other: true }, {}],
  ])("a flag is on, but where %s needs it off", (name, flags, later) => {
    const { around, later: found } = goer(flagged, name);
    expect([around.flags, found]).toEqual([flags, later]);
  });

  it("nothing is, where her path can do without", () => {
    const flow: Small = {
      steps: { d: decide([atLeast("facts.f.n", 5), "act"], "out"), act: act("end"), ...ENDS },
      facts: { f: { n: WHOLE }, g: { n: WHOLE } },
    };
    const { around, later: found } = goer(flow, "end");
    expect([around.facts, found]).toEqual([{ f: n(5), g: n(0) }, {}]);
  });

  const later: Small = {
    steps: {
      act: act("d"),
      d: decide([atLeast("facts.f.n", 5), "w"], "out"),
      w: wait("act", "out", "d2"),
      d2: decide([{ missing: ["facts.h.n"] }, "none"], [atLeast("facts.g.n", 5), "end"], "out"),
      none: over("provisional"),
      ...ENDS,
    },
    facts: { f: { n: WHOLE, t: TEXT }, g: { n: WHOLE }, h: { n: WHOLE } },
    absent: ["h"],
  };
  const hers = { f: { n: 1, t: "hers" }, g: n(1), h: n(1) };
  const behind = { flags: {}, facts: { f: { n: 5, t: "hers" } } };
  const back = { f: { n: 1, t: "hers" } };
  it.each<readonly [string, Traveller["later"]]>([
    ["out:d", {}],
    ["w", { act: behind }],
    ["out:w.timeout", { act: behind, w: { flags: {}, facts: back } }],
    ["out:d2", { act: behind, w: { flags: {}, facts: back } }],
    ["end", { act: behind, w: { flags: {}, facts: { ...back, g: n(5) } } }],
    ["none", { act: behind, w: { flags: {}, facts: { ...back, h: null } } }],
  ])("only what %s needs is said, each time against the time before", (name, expected) => {
    const { around, later: found } = goer(later, name, { facts: hers });
    expect([around.facts, found]).toStrictEqual([hers, expected]);
  });

  it("nothing is said of a receipt after which all is as before", () => {
    const flow: Small = {
      steps: {
        act: act("w"),
        w: wait("act", "out", "d"),
        d: decide([atLeast("facts.f.n", 5), "end"], "out"),
        ...ENDS,
      },
      facts: { f: { n: WHOLE } },
    };
    expect(goer(flow, "end", { facts: { f: n(1) } }).later).toEqual({ w: { flags: {}, facts: { f: n(5) } } });
  });

  it("nothing is otherwise after an effect that failed", () => {
    const flow: Small = {
      steps: {
        act: effect({ no: { to: "again" } }, "out"),
        again: act("d"),
        d: decide([atLeast("facts.f.n", 5), "end"], "out"),
        ...ENDS,
      },
      facts: { f: { n: WHOLE } },
    };
    expect(goer(flow, "end:act.no", { facts: { f: n(1) } })).toEqual({
      around: { flags: {}, facts: { f: n(1) } },
      later: { again: { flags: {}, facts: { f: n(5) } } },
      answers: {},
      happens: { act: [{ fails: "no" }], again: [{ done: {} }] },
    });
  });

  it("a flag that is asked only then is on before as well", () => {
    const flow: Small = {
      steps: { act: act("d"), d: decide([at("flags.on"), "end"], "out"), ...ENDS },
      flow: { flags: ["on"] },
    };
    expect(goer(flow, "end")).toMatchObject({ around: { flags: { on: true } } });
    expect(goer(flow, "end").later).toEqual({});
    expect(goer(flow, "out")).toMatchObject({
      around: { flags: { on: true } },
      later: { act: { flags: { on: false } } },
    });
  });
});
