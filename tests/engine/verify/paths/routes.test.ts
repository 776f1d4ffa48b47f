import { describe, expect, it } from "vitest";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import type { Route } from "../../../../engine/verify/paths/routes.ts";
import {
  act,
  at,
  atLeast,
  decide,
  END,
  effect,
  form,
  must,
  not,
  pin,
  review,
  TEXT,
  WHOLE,
  wait,
  YES,
} from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { ENDS, walked } from "./asked.ts";

const stepsOf = ({ edges, rest }: Route): string => [...edges.map(({ from }) => from), rest].join(" ");

/** Returns every route as its steps. First checks that the number of routes equals the count. */
function ways(of: Small): readonly string[] {
  const { walk, routes } = walked(of);
  const all = [...routes.all()].map(stepsOf);
  expect(routes.count()).toBe(all.length);
  for (const step of Object.keys(of.steps))
    expect([step, routes.countTo(step)]).toEqual([
      step,
      all.filter((way) => way.split(" ").at(-1) === step).length,
    ]);
  expect(walk.sets.size).toBe(Object.keys(of.steps).length);
  return all;
}

const B = at("answers.a.b");
const F = at("facts.f.b");

type Row = readonly [what: string, flow: Small, ways: readonly string[]];

describe("the routes of a flow", () => {
  it.each<Row>([
    ["a single route if nothing is decided", { steps: { a: decide("end"), end: END } }, ["a end"]],
    ["the start alone if the start is an end", { steps: { end: END } }, ["end"]],
    [
      "one route for each entry that any user takes, in order",
      { steps: { a: form([B, "out"], "end"), ...ENDS }, forms: { a: { b: YES } } },
      ["a out", "a end"],
    ],
    [
      "no route that no user can take",
      {
        steps: { a: form([B, "d"], "end"), d: decide([not(B), "out"], "end"), ...ENDS },
        forms: { a: { b: YES } },
      },
      ["a d end", "a end"],
    ],
    [
      "no route over an entry that an earlier entry always pre-empts",
      { steps: { a: form([B, "end"], [not(B), "out"], "out"), ...ENDS }, forms: { a: { b: YES } } },
      ["a end", "a out"],
    ],
    [
      "two routes for two entries to one step",
      { steps: { a: form([B, "out"], "out"), out: END }, forms: { a: { b: YES } } },
      ["a out", "a out"],
    ],
    [
      "one route for a failure, one for success, and one for the end of a challenge",
      {
        steps: {
          r: review([], "c"),
          c: pin("r", "out", "act"),
          act: effect({ no: { to: "out" }, busy: { retry: 1, to: "end" }, wrong: { reopen: "r" } }, "end"),
          ...ENDS,
        },
      },
      ["r c out", "r c act out", "r c act end", "r c act end"],
    ],
    [
      "one route to a wait itself, one for its timeout and one for its event",
      { steps: { act: act("w"), w: wait("act", "out", "end"), ...ENDS } },
      ["act w", "act w out", "act w end"],
    ],
    [
      "not routes on which facts change without a receipt",
      {
        steps: {
          d: decide([F, "x"], "y"),
          x: decide("m"),
          y: decide("m"),
          m: decide([F, "end"], "out"),
          ...ENDS,
        },
        facts: { f: { b: YES } },
      },
      ["d x m end", "d y m out"],
    ],
  ])("the routes of a flow are %s", (_, flow, expected) => {
    expect(ways(flow)).toEqual(expected);
  });
});

/** Returns a flow that decides by a condition, runs an effect, and decides by a condition again. */
const twice = (
  before: Small["steps"][string],
  after: Small["steps"][string],
  more: Partial<Small> = {},
): Small => ({
  ...more,
  steps: { a: form("d1"), d1: before, x: form("act"), act: act("d2"), d2: after, ...ENDS },
  forms: { a: { b: YES, "o?": YES }, x: { n: WHOLE }, ...more.forms },
});
const either = (of: Logic, yes: string, no = "act") => decide([of, yes], no);
const PLACES = {
  answer: ["a d1 x act d2 end", "a d1 act d2 out"],
  free: ["a d1 x act d2 end", "a d1 x act d2 out", "a d1 act d2 end", "a d1 act d2 out"],
  rising: ["a d1 x act d2 end", "a d1 act d2 end", "a d1 act d2 out"],
};

describe("the result of a decision after a receipt, compared with the same decision before the receipt,", () => {
  const fact = { facts: { f: { b: YES } } };
  const age = (born: string): Partial<Small> => ({
    flow: { derived: { age: { fn: "age", args: [born, "facts.f.today"] } } },
    forms: { a: { born: { ...TEXT, format: "date" } } },
    facts: { f: { today: { ...TEXT, format: "date" }, born: { ...TEXT, format: "date" } } },
  });
  const grown = atLeast("derived.age", 20);
  const by = (condition: Logic) => [either(condition, "x"), decide([condition, "end"], "out")] as const;
  it.each<Row>([
    ["must be the same for an answer", twice(...by(B)), PLACES.answer],
    ["may differ for a fact", twice(...by(F), fact), PLACES.free],
    ["may differ for a switch", twice(...by(at("flags.on")), { flow: { flags: ["on"] } }), PLACES.free],
    [
      "may differ only by a higher age if the birth date is an answer",
      twice(...by(grown), age("answers.a.born")),
      PLACES.rising,
    ],
    ["may differ for an age from a fact", twice(...by(grown), age("facts.f.born")), PLACES.free],
  ])("%s", (_, flow, expected) => {
    expect(ways(flow)).toEqual(expected);
  });

  it("a decision on an age may become true after a receipt, but cannot become unknown", () => {
    const steps = (before: Logic, after: Logic, more: JsonObject): Small => {
      const flow = twice(either(before, "x"), decide([after, "end"], "out"), age("answers.a.born"));
      return { ...flow, forms: { ...flow.forms, a: more } };
    };
    const day = { ...TEXT, format: "date" };
    const old = { ">": [at("derived.age"), 60] };
    expect(ways(steps(grown, old, { born: day }))).toEqual(PLACES.free);
    expect(ways(steps(grown, { missing: ["derived.age"] }, { "born?": day }))).toEqual([
      "a d1 x act d2 out",
      "a d1 act d2 end",
      "a d1 act d2 out",
    ]);
  });

  it("a decision is not asked again if the user can no longer correct the answer", () => {
    const rules = { known: must([["answers.a.o", at("answers.a.o")]], { onMissing: "ask" }) };
    const flow = (steps: Small["steps"]): Small => ({
      steps: { ...steps, ...ENDS },
      forms: { a: { "o?": YES } },
      rules,
    });
    const d = decide(["known", "end"], "out");
    expect(ways(flow({ a: form("d"), d }))).toEqual(["a d end", "a d out"]);
    expect(ways(flow({ a: form([{ missing: ["answers.a.o"] }, "d"], "end"), d }))).toEqual(["a end"]);
    expect(ways(flow({ a: form([{ missing: ["answers.a.o"] }, "act"], "end"), act: act("d"), d }))).toEqual([
      "a act d out",
      "a end",
    ]);
  });
});

describe("a value that the flow does not ask for on a route", () => {
  it("a value is missing on a route that does not ask for it, even if other routes ask for it", () => {
    const flow: Small = {
      steps: {
        a: form([B, "c"], "d"),
        c: form("d"),
        d: decide([at("answers.c.b"), "end"], "out"),
        ...ENDS,
      },
      forms: { a: { b: YES }, c: { b: YES } },
    };
    expect(ways(flow)).toEqual(["a c d end", "a c d out", "a d out"]);
  });

  it("a fact that depends on a later answer is missing before that answer", () => {
    const flow: Small = {
      steps: { d1: decide([F, "out"], "a"), a: form("d2"), d2: decide([F, "end"], "out"), ...ENDS },
      forms: { a: { code: { ...TEXT, enum: ["x", "y"] } } },
      facts: { f: { b: YES } },
      args: { f: { code: "answers.a.code" } },
    };
    expect(ways(flow)).toEqual(["d1 a d2 end", "d1 a d2 out"]);
  });
});
