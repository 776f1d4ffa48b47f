import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { withKnownFacts } from "../../../../engine/verify/prove/known-facts.ts";
import {
  act,
  at,
  BAHT,
  DATE,
  decide,
  END,
  type Entry,
  gone,
  must,
  next,
  TEXT,
  WHOLE,
  wait,
  YES,
} from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { cellsOf, spaceOf, valuesOf, walkOf } from "./space.ts";
import { goes } from "./space-goes.ts";

describe("derived values of a user at each time of the user's path", () => {
  const AGE = { age: { fn: "age", args: ["answers.ask.born", "facts.today.date"] } };
  const older = (years: number, to: string): Entry => [{ ">=": [at("derived.age"), years] }, to];
  const of: Small = {
    steps: {
      ask: { kind: "form", next: next(older(40, "out"), older(20, "act"), "out") },
      act: act("again"),
      again: act(older(60, "old"), older(30, "last"), "young"),
      last: decide(older(50, "done"), "out"),
      old: END,
      young: END,
      out: END,
      done: END,
    },
    forms: { ask: { born: DATE } },
    facts: { today: { date: DATE } },
    flow: { derived: AGE },
  };
  const ages = (step: string, who: JsonObject = {}) =>
    goes(walkOf(of), step, { who }).times.map((cells) => cells["derived.age"]);

  it("a user's age never decreases along the path, and each age is allowed by the path", () => {
    expect(ages("last", { "derived.age": 50 })).toEqual([31, 50, 50]);
    expect(ages("last", { "derived.age": 30 })).toEqual([30, 30, 30]);
    expect(ages("young")).toEqual([20, 20, 20]);
    expect(ages("old")).toEqual([31, 60, 60]);
  });

  it("a user has the youngest possible age at an earlier time if only young users can take the path", () => {
    const steps = {
      ask: { kind: "form", next: next(older(20, "out"), "act") },
      act: act("last"),
      last: decide(older(30, "done"), "out"),
      out: END,
      done: END,
    };
    const [before, after] = goes(walkOf({ ...of, steps }), "last", { who: { "derived.age": 30 } }).times;
    expect([Number(before?.["derived.age"]) < 20, after?.["derived.age"]]).toEqual([true, 30]);
  });

  it("a value derived from answers is known from the time of the answer on", () => {
    const n = WHOLE;
    const found = goes(
      walkOf({
        ...of,
        steps: {
          ask: { kind: "form", next: next("act") },
          act: act("last"),
          last: decide(
            [{ ">": [at("derived.sum"), 5] }, "done"],
            [{ ">": [at("derived.got"), 5] }, "done"],
            [{ ">": [at("derived.all"), 5] }, "done"],
            "out",
          ),
          out: END,
          done: END,
        },
        forms: { ask: { n } },
        outputs: { "small.act": { n } },
        flow: {
          derived: {
            sum: { fn: "sum", args: ["answers.ask.n"] },
            got: { fn: "sum", args: ["effects.act.n"] },
            all: { fn: "sum", args: ["answers.ask.n", "effects.act.n"] },
          },
        },
      }),
      "last",
      { who: { "derived.sum": 6, "derived.got": 6, "derived.all": 6 } },
    );
    expect(found.times).toEqual([{ "derived.sum": 6 }, { "derived.sum": 6 }]);
    expect(found.outputs).toEqual([{}, { "effects.act.n": "there" }, {}]);
  });

  it("an answer that only one form needs is given at that form only", () => {
    const able = must([["answers.ask.code", { "==": [at("answers.ask.code"), "a"] }]], { onMissing: "ask" });
    const steps = {
      ask: { kind: "form", next: next(["able", "act"], "out") },
      act: act("more"),
      more: { kind: "form", next: next(["able", "done"], "out") },
      out: END,
      done: END,
    };
    const found = goes(
      walkOf({
        ...of,
        steps,
        forms: { ask: { "code?": TEXT }, more: { yes: YES } },
        rules: { able },
        flow: {},
      }),
      "done",
    );
    expect(found.path.map(([step]) => step)).toEqual(["ask", "act", "more", "done"]);
    expect(found.answers).toEqual([{ "answers.ask.code": "a" }, {}, {}, {}]);
  });
});

describe("the facts of a user, completed so that they satisfy the assumptions,", () => {
  const p = at("facts.f.p");
  const fair = must({ "==": [p, at("facts.f.q")] }, { assumes: "f", onMissing: "allow" });
  const known = (more: Partial<Small>, who: JsonObject = {}) => {
    const steps = {
      ask: { kind: "form", next: next("last") },
      last: decide([p, "done"], "out"),
      out: END,
      done: END,
    };
    const facts = { f: { p: YES, q: YES } };
    const of: Small = { steps, forms: { ask: { code: TEXT } }, facts, rules: { fair }, ...more };
    return goes(walkOf(of), "last", { who }).known;
  };

  it("a fact gets properties that nothing reads, so that the whole fact satisfies the assumption", () => {
    expect(known({}, { "facts.f.p": true })).toEqual([
      { "facts.f": "there", "facts.f.p": true, "facts.f.q": true },
    ]);
    expect(known({}, { "facts.f.p": false })).toEqual([
      { "facts.f": "there", "facts.f.p": false, "facts.f.q": false },
    ]);
    expect(known({ rules: {} }, { "facts.f.p": false })).toEqual([
      { "facts.f": "there", "facts.f.p": false },
    ]);
  });

  it("an absent fact gets no values; a fact that nothing reads gets any possible values", () => {
    expect(known({ absent: ["f"] }, { "facts.f": "-" })).toEqual([
      { "facts.f": "-", "facts.f.p": "-", "facts.f.q": "-" },
    ]);
    const steps = { last: decide([at("flags.on"), "done"], "out"), out: END, done: END };
    expect(known({ steps, forms: {}, flow: { flags: ["on"] } }, { "flags.on": true })).toEqual([
      { "facts.f.p": true, "facts.f.q": true, "flags.on": true },
    ]);
  });

  it("an absent fact gets no properties, even if an assumption names properties of that fact", () => {
    const there = must({ "!": [gone("facts.f.p")] }, { assumes: "f", onMissing: "allow" });
    const steps = { last: decide([gone("facts.f"), "done"], "out"), out: END, done: END };
    const more = { steps, forms: {}, facts: { f: { "p?": YES } }, absent: ["f"], rules: { there } };
    const read = decide([gone("facts.f"), "done"], [gone("facts.g"), "done"], "out");
    const flow = spaceOf({
      ...more,
      steps: { ...steps, last: read },
      facts: { ...more.facts, g: { p: YES } },
    });
    const knownOf = (values: JsonObject) =>
      valuesOf(flow, withKnownFacts(flow, cellsOf(flow, values), flow.space.diagrams.pick));
    const nothing = { "facts.f": "-", "facts.g": "there" };
    expect(knownOf(nothing)).toEqual(nothing);
    const other = { "facts.f": "there", "facts.g": "-" };
    expect(knownOf(other)).toEqual({ ...other, "facts.f.p": true });
    expect(known(more, { "facts.f": "there" })).toEqual([{ "facts.f": "there", "facts.f.p": true }]);
  });

  it("given values of a fact stay unchanged even if they violate an assumption", () => {
    const steps = { last: decide([p, "done"], "out"), out: END, done: END };
    const flow = spaceOf({ steps, facts: { f: { p: YES, q: YES } }, rules: { fair } });
    const broken = cellsOf(flow, { "facts.f.p": true, "facts.f.q": false });
    expect(withKnownFacts(flow, broken, flow.space.diagrams.pick)).toEqual(broken);
  });
});

describe("derived values in a proof", () => {
  const form = (when: JsonObject): Small["steps"] => ({
    ask: { kind: "form", next: next([when, "done"], "out") },
    out: END,
    done: END,
  });
  const act = { kind: "effect", effect: "small.act", input: {}, errors: {} };

  it("a derived value can be computed from the output of an effect", () => {
    const more = { ">": [at("derived.total"), "5.00"] };
    const of: Small = {
      steps: {
        ask: { kind: "form", next: next("act") },
        act: { ...act, next: next([more, "done"], "out") },
        out: END,
        done: END,
      },
      forms: { ask: { baht: BAHT } },
      outputs: { "small.act": { baht: BAHT } },
      flow: { derived: { total: { fn: "sumBaht", args: ["effects.act.baht"] } } },
    };
    expect(prove(small(of))).toEqual([]);
  });

  it("a derived value can be computed by a rule from answers or from switches", () => {
    const points = (logic: JsonObject) => ({
      value: { type: { type: "integer" }, logic: { if: [logic, 7, 2] } },
    });
    const of = (logic: JsonObject): Small => ({
      steps: form({ ">": [at("derived.total"), 5] }),
      forms: { ask: { yes: YES } },
      rules: { points: points(logic) },
      flow: {
        flags: ["on"],
        derived: { points: { rule: "points" }, total: { fn: "sum", args: ["derived.points"] } },
      },
    });
    expect(prove(small(of(at("answers.ask.yes"))))).toEqual([]);
    expect(prove(small(of(at("flags.on"))))).toEqual([]);
  });

  it("a derived value may use a rule that has a result before any question is answered", () => {
    const points = { value: { type: { type: "integer" }, logic: { if: [gone("answers.ask.yes"), 7, 2] } } };
    const steps = {
      gate: decide([{ ">": [at("derived.total"), 5] }, "ask"], "out"),
      ask: { kind: "form", next: next([{ "<": [at("derived.total"), 5] }, "done"], "out") },
      out: END,
      done: END,
    };
    const walk = walkOf({
      steps,
      forms: { ask: { yes: YES } },
      rules: { points },
      flow: { derived: { points: { rule: "points" }, total: { fn: "sum", args: ["derived.points"] } } },
    });
    expect(goes(walk, "done").times).toEqual([{ "derived.total": 4 }]);
    expect(goes(walk, "ask").times).toEqual([{ "derived.total": 6 }]);
  });

  it("a derived value may use a rule about an event that did not come in time", () => {
    const points = {
      value: { type: { type: "integer" }, logic: { if: [gone("effects.come.yes"), 7, 2] } },
    };
    const of: Small = {
      steps: {
        ask: { kind: "form", next: next("act") },
        act: { ...act, next: next("come") },
        come: wait("act", "late", [{ "<": [at("derived.total"), 5] }, "done"], "out"),
        late: decide([{ ">": [at("derived.total"), 5] }, "seven"], "out"),
        seven: END,
        out: END,
        done: END,
      },
      forms: { ask: { yes: YES } },
      events: { "small.come": { yes: YES } },
      rules: { points },
      flow: { derived: { points: { rule: "points" }, total: { fn: "sum", args: ["derived.points"] } } },
    };
    expect(goes(walkOf(of), "seven").path.map(([step]) => step)).toEqual([
      "ask",
      "act",
      "come",
      "late",
      "seven",
    ]);
    expect(prove(small(of))).toEqual([]);
  });

  it("the prover constructs and replays a user who violates an invariant by values derived from answers", () => {
    const of: Small = {
      steps: { ask: { kind: "form", next: next("act") }, act: { ...act, next: next("done") }, done: END },
      forms: { ask: { n: WHOLE, m: WHOLE } },
      rules: { low: must({ "<": [at("derived.sum"), 16] }) },
      flow: {
        invariants: [{ before: "act", rule: "low" }],
        derived: { sum: { fn: "sum", args: ["answers.ask.n", "answers.ask.m"] } },
      },
    };
    const [found, ...others] = prove(small(of));
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: "invariant-broken",
      witness: { answers: { ask: { n: 7, m: 9 } }, replayed: true },
    });
  });
});
