import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { personOfWay } from "../../../engine/verify/prove/person.ts";
import { wayOf } from "../../../engine/verify/prove/way.ts";
import { act, at, BAHT, DATE, decide, ENDS, form, TEXT, WHOLE, wait, YES } from "../fixtures/parts.ts";
import type { Small } from "../fixtures/small-flow.ts";
import { walking } from "./prove-walk.ts";

/** Somebody who comes to a step: of those who arrive there, the first. */
function comer(of: Small, step = "done") {
  const walk = walking(of);
  const person = personOfWay(walk, wayOf(walk, step, walk.sets.get(step)?.arrive as number, false));
  if (person === null) return null;
  const { path, ...known } = person;
  return {
    path: path.map(
      ({ step: at, way, to }) =>
        `${at} ${way === null ? "stands" : way.kind === "next" ? way.index : way.kind === "error" ? way.code : way.kind} ${to}`,
    ),
    ...known,
  };
}

describe("somebody on her way", () => {
  it("has answers, outputs, flags and facts as her way needs them, for each time between receipts", () => {
    const of: Small = {
      steps: {
        ask: form(
          [{ and: [at("answers.ask.b"), at("flags.g"), at("facts.f.p"), { missing: ["facts.f.q"] }] }, "act"],
          "out",
        ),
        act: act(
          [{ and: [at("effects.act.ok"), { "!": [at("flags.g")] }, { missing: ["facts.f"] }] }, "hold"],
          "out",
        ),
        hold: wait("act", "late", [{ "==": [at("effects.hold.word"), "b"] }, "done"], "out"),
        late: decide([{ missing: ["facts.f"] }, "out"], "out"),
        ...ENDS,
      },
      forms: { ask: { b: YES, "c?": YES, text: TEXT } },
      facts: { f: { p: YES, "q?": YES, "n?": WHOLE }, unread: { p: YES } },
      absent: ["f"],
      flow: { flags: ["g", "h"] },
      outputs: { "small.act": { ok: YES, "more?": TEXT } },
      events: { "small.come": { word: { type: "string", enum: ["a", "b"] } } },
    };
    const unread = { p: false };
    const known = {
      answers: { ask: { b: true, text: "Malee Jaidee" } },
      outputs: { act: { ok: true }, hold: { word: "b" } },
      times: [
        { flags: { g: true, h: false }, facts: { f: { p: true }, unread } },
        { flags: { g: false, h: false }, facts: { f: null, unread } },
        { flags: { g: false, h: false }, facts: { f: { p: true }, unread } },
      ],
    };
    expect(comer(of)).toEqual({
      ...known,
      path: ["ask 0 act", "act 0 hold", "hold 0 done", "done stands null"],
    });
    expect(comer(of, "late")).toMatchObject({
      path: ["ask 0 act", "act 0 hold", "hold timeout late", "late stands null"],
      outputs: { act: { ok: true }, hold: {} },
    });
  });

  it("leaves out what must be missing, inside a part of an answer or of a fact too", () => {
    const part = { type: "object", properties: { x: YES, y: YES }, required: [] };
    const of: Small = {
      steps: {
        ask: form(
          [
            {
              and: [
                { missing: ["answers.ask.part.x"] },
                at("answers.ask.part.y"),
                { missing: ["facts.f.part.y"] },
                at("facts.f.part.x"),
              ],
            },
            "done",
          ],
          "out",
        ),
        ...ENDS,
      },
      forms: { ask: { part } },
      facts: { f: { part } },
    };
    expect(comer(of)?.answers).toEqual({ ask: { part: { y: true } } });
    expect(comer(of)?.times).toEqual([{ flags: {}, facts: { f: { part: { x: true } } } }]);
  });
});

describe("derived values come out as her way needs them", () => {
  const one = (fn: string, args: readonly string[], when: JsonObject, more: Partial<Small>): Small => ({
    steps: { ask: form([when, "done"], "out"), ...ENDS },
    flow: { derived: { d: { fn, args: [...args] } } },
    ...more,
  });
  const d = at("derived.d");
  const today = { today: { date: DATE } };

  it.each<readonly [what: string, of: Small, answer: JsonObject | null, fact: JsonObject | undefined]>([
    [
      "an age",
      one(
        "age",
        ["answers.ask.born", "facts.today.date"],
        { ">=": [d, 60] },
        { forms: { ask: { born: DATE } }, facts: today },
      ),
      { born: "2026-11-24" },
      { date: "2087-01-01" },
    ],
    [
      "a young age",
      one(
        "age",
        ["answers.ask.born", "facts.today.date"],
        { "<": [d, 1] },
        { forms: { ask: { born: DATE } }, facts: today },
      ),
      { born: "2026-11-24" },
      { date: "2026-11-24" },
    ],
    [
      "a fee",
      one(
        "fee",
        ["answers.ask.amount", "answers.ask.bps"],
        { ">": [d, "500000.00"] },
        { forms: { ask: { amount: BAHT, bps: { type: "integer", minimum: 0, maximum: 10000 } } } },
      ),
      { amount: "1000000.00", bps: 10000 },
      undefined,
    ],
    [
      "a sum",
      one(
        "sum",
        ["answers.ask.a", "answers.ask.b"],
        { "==": [d, 16] },
        { forms: { ask: { a: WHOLE, b: WHOLE } } },
      ),
      { a: 7, b: 9 },
      undefined,
    ],
    [
      "a sum of numbers within bounds",
      one(
        "sum",
        ["answers.ask.a"],
        { "==": [d, 300] },
        { forms: { ask: { a: { type: "integer", minimum: 300, maximum: 300 } } } },
      ),
      { a: 300 },
      undefined,
    ],
    [
      "a count",
      one(
        "count",
        ["answers.ask.list"],
        { ">=": [d, 2] },
        {
          forms: {
            ask: { list: { type: "array", items: { type: "string", enum: ["a", "b", "c"] }, minItems: 2 } },
          },
        },
      ),
      { list: ["a", "a"] },
      undefined,
    ],
    [
      "nothing, where it must be missing",
      one("sum", ["answers.ask.a"], { missing: ["derived.d"] }, { forms: { ask: { "a?": WHOLE } } }),
      {},
      undefined,
    ],
    [
      "no such value, and nobody is found",
      one("sum", ["answers.ask.a"], { ">": [d, 90] }, { forms: { ask: { a: WHOLE } } }),
      null,
      undefined,
    ],
  ])("%s", (...[, of, answer, today]) => {
    const person = comer(of);
    expect(person && [person.answers.ask, person.times[0]?.facts.today]).toEqual(answer && [answer, today]);
  });

  it("one that is made of another, and of facts that are others after a receipt", () => {
    const of: Small = {
      steps: {
        ask: form([{ ">": [at("derived.all"), 10] }, "act"], "out"),
        act: act([{ "<": [at("derived.all"), 5] }, "done"], "out"),
        ...ENDS,
      },
      forms: { ask: { a: WHOLE } },
      facts: { f: { n: WHOLE, m: WHOLE } },
      flow: {
        derived: {
          part: { fn: "sum", args: ["answers.ask.a", "facts.f.n"] },
          all: { fn: "sum", args: ["derived.part", "facts.f.m"] },
        },
      },
    };
    expect(comer(of)).toMatchObject({
      answers: { ask: { a: 0 } },
      times: [{ facts: { f: { m: 9, n: 2 } } }, { facts: { f: { m: 0, n: 0 } } }],
    });
  });

  it("with values in the cells that conditions ask for", () => {
    const of: Small = {
      steps: {
        ask: form(
          [
            {
              and: [
                { ">": [at("derived.d"), 10] },
                { "<": [at("answers.ask.a"), 5] },
                { "!": [{ missing: ["answers.ask.c"] }] },
              ],
            },
            "done",
          ],
          "out",
        ),
        ...ENDS,
      },
      forms: { ask: { a: WHOLE, b: WHOLE, "c?": WHOLE } },
      flow: { derived: { d: { fn: "sum", args: ["answers.ask.a", "answers.ask.b", "answers.ask.c"] } } },
    };
    expect(comer(of)?.answers).toEqual({ ask: { a: 0, b: 2, c: 9 } });
  });

  const answer = (fn: string, args: readonly string[], when: JsonObject, fields: JsonObject) =>
    comer(one(fn, args, when, { forms: { ask: fields } }))?.answers.ask;
  const only = (schema: JsonObject, wanted: number | string, fn = "sum") =>
    answer(fn, ["answers.ask.a"], { "==": [d, wanted] }, { a: schema });

  it("within the cells of what is asked besides, and within the bounds of the field", () => {
    const A = "answers.ask.a";
    const above = { and: [{ ">": [d, 10] }, { ">": [at(A), 5] }] };
    expect(answer("sum", [A, "answers.ask.b"], above, { a: WHOLE, b: WHOLE })).toEqual({ a: 7, b: 5 });
    expect(only({ type: "integer", minimum: 6, maximum: 9 }, 5)).toBeUndefined();
    expect(only({ type: "integer", minimum: 6, maximum: 9 }, 10)).toBeUndefined();
    expect(only({ type: "integer", minimum: 6, maximum: 999 }, 999)).toEqual({ a: 999 });
  });

  it("with every number of a short range", () => {
    const wanted = (sum: number) =>
      answer("sum", ["answers.ask.a", "answers.ask.b"], { "==": [d, sum] }, { a: WHOLE, b: WHOLE });
    for (const sum of [0, 4, 13, 17, 18]) {
      const { a, b } = wanted(sum) as { a: number; b: number };
      expect([sum, a + b]).toEqual([sum, sum]);
    }
    expect(wanted(19)).toBeUndefined();
    expect(only({ type: "integer", minimum: 101, maximum: 132 }, 119)).toEqual({ a: 119 });
    expect(only({ type: "integer", minimum: 101, maximum: 133 }, 119)).toBeUndefined();
  });

  it("inside parts of answers and of facts", () => {
    const part = { type: "object", properties: { x: WHOLE }, required: ["x"] };
    const of = one(
      "sum",
      ["answers.ask.part.x", "facts.today.part.x"],
      { "==": [d, 18] },
      { forms: { ask: { part } }, facts: { today: { part } } },
    );
    expect(comer(of)).toMatchObject({
      answers: { ask: { part: { x: 9 } } },
      times: [{ facts: { today: { part: { x: 9 } } } }],
    });
  });

  it("and nothing is made up that she has not", () => {
    const of: Small = {
      steps: {
        ask: form(
          [{ and: [{ "==": [d, 9] }, { missing: ["derived.more"] }, { missing: ["derived.fee"] }] }, "done"],
          "out",
        ),
        ...ENDS,
      },
      forms: { ask: { a: WHOLE, amount: BAHT } },
      facts: { f: { n: WHOLE } },
      absent: ["f"],
      flow: {
        derived: {
          d: { fn: "sum", args: ["answers.ask.a"] },
          more: { fn: "sum", args: ["answers.ask.a", "facts.f.n"] },
          fee: { fn: "fee", args: ["answers.ask.amount", "facts.f.n"] },
        },
      },
    };
    expect(comer(of)).toMatchObject({ answers: { ask: { a: 9 } }, times: [{ facts: { f: null } }] });
  });

  it("answers that a receipt froze stay: only what is new may change", () => {
    const of: Small = {
      steps: {
        ask: form([{ ">": [d, 20] }, "act"], "out"),
        act: act([{ "==": [d, 4] }, "done"], "out"),
        ...ENDS,
      },
      forms: { ask: { a: WHOLE } },
      facts: { f: { n: WHOLE, m: WHOLE } },
      flow: { derived: { d: { fn: "sum", args: ["answers.ask.a", "facts.f.n", "facts.f.m"] } } },
    };
    expect(comer(of)).toMatchObject({
      answers: { ask: { a: 3 } },
      times: [{ facts: { f: { n: 9, m: 9 } } }, { facts: { f: { n: 0, m: 1 } } }],
    });
    const never: Small = { ...of, steps: { ...of.steps, ask: form([{ ">": [d, 90] }, "act"], "out") } };
    expect(comer(never)).toBeNull();
  });

  it("what a rule says is not looked for", () => {
    const score = { value: { type: { type: "integer" }, logic: { if: [at("answers.ask.b"), 1, 2] } } };
    const of = one(
      "sum",
      ["derived.score"],
      { ">": [d, 1] },
      { forms: { ask: { b: YES } }, rules: { score } },
    );
    expect(
      comer({
        ...of,
        flow: { derived: { d: { fn: "sum", args: ["derived.score"] }, score: { rule: "score" } } },
      }),
    ).toBeNull();
  });

  it("a value for which too many combinations would have to be tried is given up", () => {
    const names = ["a", "b", "c", "e"];
    const fields = Object.fromEntries(names.map((name) => [name, { type: "integer", minimum: 0 }]));
    const all = names.map((name) => `answers.ask.${name}`);
    expect(answer("sum", all, { "==": [d, 40_000] }, fields)).toBeUndefined();
    expect(answer("sum", all.slice(2), { "==": [d, 20_000] }, fields)).toMatchObject({
      c: 10_000,
      e: 10_000,
    });
  });

  it("of what has no size, its first samples are tried", () => {
    const words = ["1", "2", "3", "4", "5", "6", "7"];
    expect(only({ type: "string", enum: words }, 6, "suitabilityScore")).toEqual({ a: "6" });
    expect(only({ type: "string", enum: words }, 7, "suitabilityScore")).toBeUndefined();
    expect(only({ type: "number" }, 150, "suitabilityScore")).toEqual({ a: 150 });
    expect(only({ type: "integer", minimum: -100 }, -98)).toEqual({ a: -98 });
    expect(only({ type: "integer", minimum: -100 }, -97)).toBeUndefined();
  });

  it("dates of the last two centuries and of the next are tried, partial ones too", () => {
    const born = (format: string, age: number) =>
      answer(
        "age",
        ["answers.ask.born", "answers.ask.on"],
        { and: [{ "==": [d, age] }, { "==": [at("answers.ask.on"), "2131-01-01"] }] },
        { born: { type: "string", format }, on: DATE },
      );
    for (const format of ["date", "partial-date"]) {
      expect(born(format, 1)).toMatchObject({ born: "2130-01-01" });
      expect(born(format, 220)).toMatchObject({ born: "1911-01-01" });
      expect([born(format, 0), born(format, 221)]).toEqual([undefined, undefined]);
    }
  });

  it("units are tried with their four places", () => {
    const fields = { net: BAHT, nav: { type: "string", format: "units" } };
    expect(
      answer("units", ["answers.ask.net", "answers.ask.nav"], { "==": [d, "50000000.0000"] }, fields),
    ).toEqual({ net: "100000000.00", nav: "2.0000" });
  });

  it("whole numbers and amounts of many sizes are tried", () => {
    for (const a of [0, 1, 2, 3, 5, 7, 10, 20, 50, 100, 150, 200, 500, 1000, 10000])
      expect(only({ type: "integer", minimum: -100 }, a)).toEqual({ a });
    for (const whole of [
      0, 1, 2, 5, 10, 99, 100, 101, 999, 1000, 1001, 5000, 9999, 20000, 99999, 1000000, 100000000,
    ])
      expect(only(BAHT, `${whole}.00`, "sumBaht")).toEqual({ a: `${whole}.00` });
  });
});
