import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { withKnownFacts } from "../../../engine/verify/prove/known-facts.ts";
import type { SymbolicWalk, Way } from "../../../engine/verify/prove/symbolic-walk.ts";
import { cubeOfWay, wayOf } from "../../../engine/verify/prove/way.ts";
import {
  at,
  cellsOf,
  DATE,
  END,
  type Entry,
  gone,
  must,
  next,
  type Small,
  setOf,
  spaceOf,
  TEXT,
  valuesOf,
  walkOf,
  YES,
} from "./prove-space.ts";

const spelled = (way: Way | null): string => {
  if (way === null) return "";
  return way.kind === "next" ? `next ${way.index}` : way.kind === "error" ? `error ${way.code}` : way.kind;
};

type Asked = { readonly who?: JsonObject; readonly answered?: boolean; readonly prefer?: string };

/** The way of somebody who comes to a step (or has answered there) and of whom this is so. */
function goes(walk: SymbolicWalk, step: string, { who = {}, answered = false, prefer }: Asked = {}) {
  const { flow } = walk;
  const sets = walk.sets.get(step);
  const among = (answered ? sets?.answered : sets?.arrive) ?? flow.space.diagrams.no;
  const set = flow.space.diagrams.both(among, setOf(flow, who));
  const way = wayOf(
    walk,
    step,
    set,
    answered,
    prefer === undefined ? undefined : ({ from }) => (from === prefer ? 1 : 0),
  );
  return {
    path: way.stages.map((stage) => [stage.step, spelled(stage.way), stage.to, stage.time]),
    answers: way.stages.map(({ answers }) => valuesOf(flow, answers)),
    outputs: way.stages.map(({ output }) => valuesOf(flow, output)),
    times: way.times.map((cells) => valuesOf(flow, cells)),
    known: way.known.map((cells) => valuesOf(flow, cells)),
    cells: valuesOf(flow, way.cells),
    words: cubeOfWay(walk, way, step).map(
      ({ variable, cells }) => `${variable.path}=${cells[0]?.value ?? "-"}`,
    ),
  };
}

const effect = (to: readonly Entry[], more: JsonObject = {}): JsonObject => ({
  kind: "effect",
  effect: "small.act",
  input: {},
  errors: {},
  next: next(...to),
  ...more,
});
const sort = (...to: readonly Entry[]): JsonObject => ({ kind: "decide", next: next(...to) });

describe("somebody's way to a step", () => {
  const SORTED: Small = {
    steps: {
      gate: sort([at("flags.on"), "ask"], "out"),
      ask: { kind: "form", next: next([at("answers.ask.yes"), "more"], "last") },
      more: { kind: "form", next: next("last") },
      last: {
        kind: "form",
        next: next(
          [at("answers.more.yes"), "done"],
          [at("answers.last.yes"), "out"],
          [at("facts.f.p"), "out"],
          "done",
        ),
      },
      out: END,
      done: END,
    },
    forms: { ask: { yes: YES }, more: { "yes?": YES }, last: { yes: YES } },
    facts: { f: { p: YES } },
    flow: { flags: ["on"] },
  };
  const walk = walkOf(SORTED);

  it("leads from the start, with what she answered at each step and what was so all the time", () => {
    expect(goes(walk, "last", { who: { "answers.more.yes": true, "facts.f.p": false } })).toEqual({
      path: [
        ["gate", "next 0", "ask", 0],
        ["ask", "next 0", "more", 0],
        ["more", "next 0", "last", 0],
        ["last", "", null, 0],
      ],
      answers: [{}, { "answers.ask.yes": true }, { "answers.more.yes": true }, {}],
      outputs: [{}, {}, {}, {}],
      times: [{ "facts.f": "there", "facts.f.p": false, "flags.on": true }],
      known: [{ "facts.f": "there", "facts.f.p": false, "flags.on": true }],
      cells: { "answers.more.yes": true, "facts.f": "there", "facts.f.p": false },
      words: ["answers.more.yes=true", "answers.ask.yes=true", "flags.on=true", "facts.f.p=false"],
    });
  });

  it("with her answers there, where she has answered", () => {
    const who = { "answers.last.yes": true, "answers.more.yes": false };
    const { path, answers, cells } = goes(walk, "last", { who, answered: true });
    expect(path.map(([step]) => step)).toEqual(["gate", "ask", "more", "last"]);
    expect(answers).toEqual([
      {},
      { "answers.ask.yes": true },
      { "answers.more.yes": false },
      { "answers.last.yes": true },
    ]);
    expect(cells).toMatchObject(who);
  });

  it("passes no form of which she has no answer; the way that is preferred is taken where it can be", () => {
    const path = (asked: Asked) => goes(walk, "last", asked).path.map(([step]) => step);
    const straight = ["gate", "ask", "last"];
    const round = ["gate", "ask", "more", "last"];
    const missing = { "answers.more.yes": "-" };
    expect(path({ who: missing })).toEqual(straight);
    expect(path({ who: missing, prefer: "ask" })).toEqual(straight);
    expect(path({ who: missing, prefer: "more" })).toEqual(round);
    expect(path({ who: { "answers.more.yes": true }, prefer: "ask" })).toEqual(round);
  });

  it("says in words what is known of her where she stands: no answer that was missing before and is read no more", () => {
    const missing = { who: { "answers.more.yes": "-" }, prefer: "more" };
    expect(goes(walk, "last", missing).words).toEqual([
      "answers.more.yes=-",
      "answers.ask.yes=true",
      "flags.on=true",
      "facts.f.p=true",
    ]);
    const of: Small = {
      steps: {
        ask: { kind: "form", next: next([gone("answers.ask.yes"), "last"], "out") },
        last: END,
        out: END,
      },
      forms: { ask: { "yes?": YES } },
    };
    const who = { "answers.ask.yes": "-" };
    expect(goes(walkOf(of), "ask", { who, answered: true }).words).toEqual(["answers.ask.yes=-"]);
    expect(goes(walkOf(of), "last")).toMatchObject({ answers: [who, {}], words: [] });
  });

  it("of nobody there is none", () => {
    expect(() =>
      goes(walk, "last", { who: { "answers.more.yes": true, "answers.ask.yes": false } }),
    ).toThrow();
  });
});

describe("receipts on the way", () => {
  const of: Small = {
    steps: {
      ask: { kind: "form", next: next([at("facts.f.p"), "act"], "out") },
      act: effect([[at("effects.act.ok"), "wait"], "out"], { errors: { no: { to: "failed" } } }),
      failed: sort([at("answers.ask.yes"), "out"], "done"),
      wait: {
        kind: "wait",
        for: "small.come",
        since: "act",
        within: "P1D",
        onTimeout: { to: "late" },
        next: next([{ "==": [at("effects.wait.n"), 3] }, "last"], "out"),
      },
      late: sort([at("flags.on"), "done"], "out"),
      last: sort([{ and: [at("facts.f.p"), at("flags.on"), at("answers.ask.yes")] }, "done"], "out"),
      out: END,
      done: END,
    },
    forms: { ask: { yes: YES } },
    facts: { f: { p: YES } },
    effects: { "small.act": { ok: YES } },
    events: { "small.come": { n: { type: "integer", minimum: 1, maximum: 9 } } },
    flow: { flags: ["on"] },
  };
  const walk = walkOf(of);

  it("part its times: what is so in one says nothing of the next", () => {
    const who = { "facts.f.p": false, "flags.on": false, "answers.ask.yes": true };
    expect(goes(walk, "last", { who })).toEqual({
      path: [
        ["ask", "next 0", "act", 0],
        ["act", "next 0", "wait", 0],
        ["wait", "next 0", "last", 1],
        ["last", "", null, 2],
      ],
      answers: [{ "answers.ask.yes": true }, {}, {}, {}],
      outputs: [{}, { "effects.act.ok": true }, { "effects.wait.n": 3 }, {}],
      times: [
        { "facts.f": "there", "facts.f.p": true },
        { "facts.f": "there", "facts.f.p": true },
        { "facts.f": "there", "facts.f.p": false, "flags.on": false },
      ],
      known: [
        { "facts.f": "there", "facts.f.p": true },
        { "facts.f": "there", "facts.f.p": true },
        { "facts.f": "there", "facts.f.p": false, "flags.on": false },
      ],
      cells: { "answers.ask.yes": true, "facts.f": "there", "facts.f.p": false, "flags.on": false },
      words: ["answers.ask.yes=true", "facts.f.p=false", "flags.on=false"],
    });
  });

  it("may be that a time is over, and that an effect failed, which is no receipt that parts times", () => {
    expect(goes(walk, "late", { who: { "flags.on": true } })).toMatchObject({
      path: [
        ["ask", "next 0", "act", 0],
        ["act", "next 0", "wait", 0],
        ["wait", "timeout", "late", 1],
        ["late", "", null, 2],
      ],
      outputs: [{}, { "effects.act.ok": true }, {}, {}],
    });
    expect(goes(walk, "failed", { who: { "answers.ask.yes": false } })).toMatchObject({
      path: [
        ["ask", "next 0", "act", 0],
        ["act", "error no", "failed", 0],
        ["failed", "", null, 0],
      ],
      answers: [{ "answers.ask.yes": false }, {}, {}],
      outputs: [{}, {}, {}],
      times: [{ "facts.f": "there", "facts.f.p": true }],
    });
  });

  it("an output is known from its receipt on, and freezes what was answered before", () => {
    const steps = {
      ask: { kind: "form", next: next("act") },
      act: effect([[gone("effects.act.ok"), "more"], "out"]),
      more: { kind: "form", next: next("again") },
      again: effect(["last"]),
      last: sort(
        [{ and: [at("answers.ask.yes"), gone("effects.act.ok"), at("effects.again.ok")] }, "done"],
        "out",
      ),
      out: END,
      done: END,
    };
    const more: Small = {
      ...of,
      steps,
      forms: { ask: { yes: YES }, more: { yes: YES } },
      effects: { "small.act": { "ok?": YES } },
    };
    const found = goes(walkOf(more), "last", { who: { "answers.ask.yes": false, "effects.again.ok": true } });
    expect(found.outputs).toEqual([{}, { "effects.act.ok": "-" }, {}, { "effects.again.ok": true }, {}]);
    expect(found.answers).toEqual([{ "answers.ask.yes": false }, {}, {}, {}, {}]);
    expect(found.path.map(([, , , time]) => time)).toEqual([0, 0, 1, 1, 2]);
    expect(found.times).toEqual([{}, {}, {}]);
    expect(found.words).toEqual(["answers.ask.yes=false"]);
  });

  it("at which the flow starts is judged by the facts of the first time", () => {
    const steps = {
      act: effect(["last"]),
      last: sort([at("facts.f.p"), "done"], "out"),
      out: END,
      done: END,
    };
    const able = must([["none", at("facts.f.p")]]);
    const flow = { invariants: [{ before: "act", rule: "able" }] };
    const found = goes(walkOf({ ...of, steps, flow, rules: { able } }), "last", {
      who: { "facts.f.p": false },
    });
    expect(found.times).toEqual([
      { "facts.f": "there", "facts.f.p": true },
      { "facts.f": "there", "facts.f.p": false },
    ]);
  });

  it("that is asked with secrets has answers and an output of its own", () => {
    const steps = {
      act: effect([[at("effects.act.ok"), "last"], "out"], { form: true }),
      last: sort([at("answers.act.yes"), "done"], "out"),
      out: END,
      done: END,
    };
    const found = goes(walkOf({ ...of, steps, forms: { act: { yes: YES } } }), "last", {
      who: { "answers.act.yes": false },
    });
    expect(found.answers).toEqual([{ "answers.act.yes": false }, {}]);
    expect(found.outputs).toEqual([{ "effects.act.ok": true }, {}]);
  });
});

describe("what is made of other things on the way", () => {
  const AGE = { age: { fn: "age", args: ["answers.ask.born", "facts.today.date"] } };
  const older = (years: number, to: string): Entry => [{ ">=": [at("derived.age"), years] }, to];
  const of: Small = {
    steps: {
      ask: { kind: "form", next: next(older(40, "out"), older(20, "act"), "out") },
      act: effect(["again"]),
      again: effect([older(60, "old"), older(30, "last"), "young"]),
      last: sort(older(50, "done"), "out"),
      old: END,
      young: END,
      out: END,
      done: END,
    },
    forms: { ask: { born: DATE } },
    facts: { today: { date: DATE } },
    effects: { "small.act": {} },
    flow: { derived: AGE },
  };
  const ages = (step: string, who: JsonObject = {}) =>
    goes(walkOf(of), step, { who }).times.map((cells) => cells["derived.age"]);

  it("she never was older than she is, and as old before as her way lets her", () => {
    expect(ages("last", { "derived.age": 50 })).toEqual([31, 50, 50]);
    expect(ages("last", { "derived.age": 30 })).toEqual([30, 30, 30]);
    expect(ages("young")).toEqual([20, 20, 20]);
    expect(ages("old")).toEqual([31, 60, 60]);
  });

  it("and was in the youngest class where nobody else could go her way", () => {
    const steps = {
      ask: { kind: "form", next: next(older(20, "out"), "act") },
      act: effect(["last"]),
      last: sort(older(30, "done"), "out"),
      out: END,
      done: END,
    };
    const [before, after] = goes(walkOf({ ...of, steps }), "last", { who: { "derived.age": 30 } }).times;
    expect([Number(before?.["derived.age"]) < 20, after?.["derived.age"]]).toEqual([true, 30]);
  });

  it("what is made of answers is said of the time in which they were given, and later", () => {
    const n = { type: "integer", minimum: 0, maximum: 9 };
    const found = goes(
      walkOf({
        ...of,
        steps: {
          ask: { kind: "form", next: next("act") },
          act: effect(["last"]),
          last: sort(
            [{ ">": [at("derived.sum"), 5] }, "done"],
            [{ ">": [at("derived.got"), 5] }, "done"],
            [{ ">": [at("derived.all"), 5] }, "done"],
            "out",
          ),
          out: END,
          done: END,
        },
        forms: { ask: { n } },
        effects: { "small.act": { n } },
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

  it("nothing is said of whether she passed a form before a receipt but where she stood then", () => {
    const able = must([["answers.ask.code", { "==": [at("answers.ask.code"), "a"] }]], { onMissing: "ask" });
    const steps = {
      ask: { kind: "form", next: next(["able", "act"], "out") },
      act: effect(["more"]),
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

describe("what is promised of facts is so of somebody, too", () => {
  const p = at("facts.f.p");
  const fair = must([["none", { "==": [p, at("facts.f.q")] }]], { assumes: "f", onMissing: "allow" });
  const known = (more: Partial<Small>, who: JsonObject = {}) => {
    const steps = {
      ask: { kind: "form", next: next("last") },
      last: sort([p, "done"], "out"),
      out: END,
      done: END,
    };
    const facts = { f: { p: YES, q: YES } };
    const of: Small = { steps, forms: { ask: { code: TEXT } }, facts, rules: { fair }, ...more };
    return goes(walkOf(of), "last", { who }).known;
  };

  it("what nobody read of a fact is as the promise says with the rest of it", () => {
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

  it("of a fact that is not there nothing is said, and of one that nobody read what its provider may answer", () => {
    expect(known({ absent: ["f"] }, { "facts.f": "-" })).toEqual([
      { "facts.f": "-", "facts.f.p": "-", "facts.f.q": "-" },
    ]);
    const steps = { last: sort([at("flags.on"), "done"], "out"), out: END, done: END };
    expect(known({ steps, forms: {}, flow: { flags: ["on"] } }, { "flags.on": true })).toEqual([
      { "facts.f.p": true, "facts.f.q": true, "flags.on": true },
    ]);
  });

  it("of a fact that is not there no property is known, though a promise names it", () => {
    const there = must([["none", { "!": [gone("facts.f.p")] }]], { assumes: "f", onMissing: "allow" });
    const steps = { last: sort([gone("facts.f"), "done"], "out"), out: END, done: END };
    const more = { steps, forms: {}, facts: { f: { "p?": YES } }, absent: ["f"], rules: { there } };
    const read = sort([gone("facts.f"), "done"], [gone("facts.g"), "done"], "out");
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

  it("what breaks a promise stays as it is", () => {
    const steps = { last: sort([p, "done"], "out"), out: END, done: END };
    const flow = spaceOf({ steps, facts: { f: { p: YES, q: YES } }, rules: { fair } });
    const broken = cellsOf(flow, { "facts.f.p": true, "facts.f.q": false });
    expect(withKnownFacts(flow, broken, flow.space.diagrams.pick)).toEqual(broken);
  });
});
