import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { act, at, BAHT, DATE, ENDS, form, WHOLE, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";

import { comer, derivedOf } from "./walk-comer.ts";

describe("the search for values of an example user", () => {
  const d = at("derived.d");

  const answer = (fn: string, args: readonly string[], when: JsonObject, fields: JsonObject) =>
    comer(derivedOf(fn, args, when, { forms: { ask: fields } }))?.answers.ask;
  const only = (schema: JsonObject, wanted: number | string, fn = "sum") =>
    answer(fn, ["answers.ask.a"], { "==": [d, wanted] }, { a: schema });

  it("tries only values that satisfy the path's conditions and the bounds of the field", () => {
    const A = "answers.ask.a";
    const above = { and: [{ ">": [d, 10] }, { ">": [at(A), 5] }] };
    expect(answer("sum", [A, "answers.ask.b"], above, { a: WHOLE, b: WHOLE })).toEqual({ a: 7, b: 5 });
    expect(only({ type: "integer", minimum: 6, maximum: 9 }, 5)).toBeUndefined();
    expect(only({ type: "integer", minimum: 6, maximum: 9 }, 10)).toBeUndefined();
    expect(only({ type: "integer", minimum: 6, maximum: 999 }, 999)).toEqual({ a: 999 });
  });

  it("tries every number of a small range", () => {
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

  it("tries values inside parts of answers and facts", () => {
    const part = { type: "object", properties: { x: WHOLE }, required: ["x"] };
    const of = derivedOf(
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

  it("does not add a value that must be missing", () => {
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

  it("changes only new answers; frozen answers stay", () => {
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

  it("does not search for the value of a rule", () => {
    const score = { value: { type: { type: "integer" }, logic: { if: [at("answers.ask.b"), 1, 2] } } };
    const of = derivedOf(
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

  it("finds no values if too many combinations are needed", () => {
    const names = ["a", "b", "c", "e"];
    const fields = Object.fromEntries(names.map((name) => [name, { type: "integer", minimum: 0 }]));
    const all = names.map((name) => `answers.ask.${name}`);
    expect(answer("sum", all, { "==": [d, 40_000] }, fields)).toBeUndefined();
    expect(answer("sum", all.slice(2), { "==": [d, 20_000] }, fields)).toMatchObject({
      c: 10_000,
      e: 10_000,
    });
  });

  it("tries at most six values of an enumeration, and a few fixed values of an open range of numbers", () => {
    const words = ["1", "2", "3", "4", "5", "6", "7"];
    expect(only({ type: "string", enum: words }, 6, "suitabilityScore")).toEqual({ a: "6" });
    expect(only({ type: "string", enum: words }, 7, "suitabilityScore")).toBeUndefined();
    expect(only({ type: "number" }, 150, "suitabilityScore")).toEqual({ a: 150 });
    expect(only({ type: "integer", minimum: -100 }, -98)).toEqual({ a: -98 });
    expect(only({ type: "integer", minimum: -100 }, -97)).toBeUndefined();
  });

  it("tries dates of the last two centuries and the next one, including partial dates", () => {
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

  it("tries units with four decimal places", () => {
    const fields = { net: BAHT, nav: { type: "string", format: "units" } };
    expect(
      answer("units", ["answers.ask.net", "answers.ask.nav"], { "==": [d, "50000000.0000"] }, fields),
    ).toEqual({ net: "100000000.00", nav: "2.0000" });
  });

  it("tries whole numbers and amounts of many sizes", () => {
    for (const a of [0, 1, 2, 3, 5, 7, 10, 20, 50, 100, 150, 200, 500, 1000, 10000])
      expect(only({ type: "integer", minimum: -100 }, a)).toEqual({ a });
    for (const whole of [
      0, 1, 2, 5, 10, 99, 100, 101, 999, 1000, 1001, 5000, 9999, 20000, 99999, 1000000, 100000000,
    ])
      expect(only(BAHT, `${whole}.00`, "sumBaht")).toEqual({ a: `${whole}.00` });
  });
});
