import { describe, expect, it } from "vitest";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import type { Ordinary } from "../../../../engine/verify/witness/index.ts";
import { at, atLeast, BAHT, END, form, is, not, over, TEXT, WHOLE, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { atlas, ENDS, goer } from "./asked.ts";

type Her = { readonly facts?: Ordinary["facts"]; readonly a?: JsonObject };

/** Returns a person's answers at `a` and facts on a path. */
function about(of: Small, name: string, { facts = {}, a }: Her): JsonObject {
  const { answers, around } = goer(of, name, { facts, answers: a === undefined ? {} : { "small/a": a } });
  return { ...around.facts, ...(answers.a === undefined ? {} : { a: answers.a }) } as JsonObject;
}

describe("two values that a condition compares, of the person found for a path,", () => {
  const text = (format: string) => ({ type: "string", format });
  const most = at("facts.f.most");
  it.each<readonly [string, JsonObject, Json, Json]>([
    ["money", BAHT, "12345.00", "20000.00"],
    ["units", text("units"), "12.3400", "20.0000"],
    ["date", text("date"), "2028-02-03", "2030-01-01"],
    ["instant", text("instant"), "2028-02-03T00:00:00Z", "2030-01-01T00:00:00Z"],
    ["integer", { type: "integer" }, 12345, 20000],
    ["number", { type: "number" }, 12345.5, 20000.5],
  ])(
    "two compared values stay ordinary if the path allows the ordinary values (type %s)",
    (_, schema, n, limit) => {
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
      expect([late.a.n, late.f.most]).toEqual([n, limit]);
    },
  );
});

describe("a number of a person", () => {
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
  ])("a number stays %d unless the path needs a different number", (n, expected) => {
    const hers = ["ten", "few", "end", "out"].map((name) => about(flow, name, { a: { n, t: "hers" } }));
    expect(hers).toEqual(expected.map((value) => ({ a: { n: value, t: "hers" } })));
  });
});

describe("the person who is found for a path", () => {
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
    "the person keeps as many ordinary values as the condition %j allows on the path to %s",
    (condition, name, a, expected) => {
      expect(about(flow(condition), name, { a })).toEqual({ a: expected });
    },
  );

  it("the person has the first allowed value if there is no ordinary value", () => {
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

describe("a derived value of a person", () => {
  const flow = (steps: Small["steps"], amount: JsonObject = BAHT): Small => ({
    steps: { ...steps, ...ENDS },
    flow: { derived: { fee: { fn: "fee", args: ["answers.a.amount", "facts.f.bps"] } } },
    forms: { a: { amount, t: TEXT } },
    facts: { f: { bps: WHOLE, t: TEXT } },
  });
  const steps = { a: form([atLeast("derived.fee", "20.00"), "end"], "out") };
  const her = { facts: { f: { bps: 5, t: "hers" } }, a: { amount: "50000.00", t: "hers" } };
  it("a derived value is computed from ordinary values if possible, and otherwise from values in the same cells", () => {
    expect(about(flow(steps), "end", her)).toEqual({ f: her.facts.f, a: her.a });
    const { a, f } = about(flow(steps), "out", her) as { a: JsonObject; f: JsonObject };
    expect([a.t, f.t, Number(a.amount) * Number(f.bps) < 200_000]).toEqual(["hers", "hers", true]);
  });

  it("the answers behind a derived value change if the facts behind that value cannot change", () => {
    const five = { type: "integer", minimum: 5, maximum: 5 };
    const { a, f } = about({ ...flow(steps), facts: { f: { bps: five, t: TEXT } } }, "out", her) as {
      a: JsonObject;
      f: JsonObject;
    };
    expect([a.t, f, Number(a.amount) < 40_000]).toEqual(["hers", her.facts.f, true]);
  });

  it("a derived value that nothing reads leaves the values behind it unchanged", () => {
    const named: Small = {
      steps: { a: form([is("facts.f.fee", 7), "end"], "out"), ...ENDS },
      flow: { derived: { fee: { fn: "fee", args: ["answers.a.amount", "facts.f.bps"] } } },
      forms: { a: { amount: BAHT } },
      facts: { f: { bps: WHOLE, fee: WHOLE } },
    };
    const hers = { facts: { f: { bps: 5, fee: 1 } }, a: { amount: "50000.00" } };
    expect(about(named, "end", hers)).toEqual({ f: { bps: 5, fee: 7 }, a: hers.a });
  });

  it("a path has no person if no facts and answers give the needed derived value", () => {
    const none = { type: "integer", minimum: 0, maximum: 0 };
    const { classes, unshown } = atlas({ ...flow(steps), facts: { f: { bps: none, t: TEXT } } });
    expect([classes.map(({ name }) => name), unshown]).toEqual([["out"], ["a next 0"]]);
  });

  it("a path without a possible person is reported", () => {
    const { classes, ways, edges, unshown } = atlas(flow(steps, { ...BAHT, const: "1.00" }));
    expect([classes.map(({ name }) => name), ways, edges, unshown]).toEqual([["out"], 2, 2, ["a next 0"]]);
  });
});
