import { describe, expect, it } from "vitest";
import {
  act,
  at,
  DATE,
  decide,
  END,
  form,
  gone,
  must,
  pin,
  review,
  WHOLE,
  wait,
  YES,
} from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { placesOf } from "./space.ts";
import { arrivalsOf, edgesOf, setsOf, walking } from "./walk.ts";

const ENDS = { done: END, out: END, late: END };
const B = at("answers.ask.b");
const P = at("facts.f.p");

describe("an effect in the prover's traversal of a flow", () => {
  const of: Small = {
    steps: {
      ask: form([P, "act"], "out"),
      act: {
        ...act([at("effects.act.ok"), "two"], [P, "done"], [B, "late"], "out"),
        errors: { no: { to: "two" }, again: { retry: 2, to: "out" }, back: { reopen: "ask" } },
      },
      two: decide([P, "done"], [gone("effects.act.ok"), "late"], "out"),
      ...ENDS,
    },
    forms: { ask: { "b?": YES } },
    facts: { f: { p: YES } },
    flow: { flags: ["g"] },
    outputs: { "small.act": { ok: YES } },
  };
  const there = "facts.f=+";

  it("a completed effect adds its output, keeps the answers and renews facts; a failed effect changes nothing", () => {
    const walk = walking(of);
    expect(edgesOf(walk, "act", "two")).toEqual({
      "act no > two": `facts.f.p=true ${there}`,
      "act again > out": `facts.f.p=true ${there}`,
      "act 0 > two *": `effects.act.ok=true facts.f.p=true/false ${there}`,
      "act 1 > done *": `effects.act.ok=false facts.f.p=true ${there}`,
      "act 2 > late *": `answers.ask.b=true effects.act.ok=false facts.f.p=false ${there}`,
      "act 3 > out *": `answers.ask.b=false/- effects.act.ok=false facts.f.p=false ${there}`,
      "two 0 > done": `effects.act.ok=true/- facts.f.p=true ${there}`,
      "two 1 > late": "nobody",
      "two 2 > out": `effects.act.ok=true facts.f.p=false ${there}`,
    });
    expect(arrivalsOf(walk, "act", "two")).toEqual({
      act: `facts.f.p=true ${there} [answers.ask.b facts.f facts.f.p]`,
      two: `effects.act.ok=- facts.f.p=true ${there}; effects.act.ok=true facts.f.p=true/false ${there} [effects.act.ok facts.f facts.f.p]`,
    });
    expect(placesOf(walk.flow, walk.renewed)).toEqual(["facts.f", "facts.f.p"]);
  });

  it("an effect uses the answers to its own form in its checks and afterwards", () => {
    const walk = walking({
      steps: {
        ask: form("act"),
        act: { ...act([at("answers.act.b"), "done"], [P, "late"], "out"), form: true, check: ["r"] },
        ...ENDS,
      },
      forms: { ask: {}, act: { b: YES, "c?": YES } },
      facts: { f: { p: YES } },
      absent: ["f"],
      rules: { r: must([["answers.act.b", { or: [at("answers.act.b"), at("answers.act.c")] }]]) },
    });
    const passing = [
      "answers.act.b=false answers.act.c=true facts.f.p=- facts.f=-",
      "answers.act.b=false answers.act.c=true facts.f.p=true/false facts.f=+",
      "answers.act.b=true facts.f.p=- facts.f=-",
      "answers.act.b=true facts.f.p=true/false facts.f=+",
    ].join("; ");
    expect(setsOf(walk, "act")).toEqual({
      arrive: "facts.f.p=- facts.f=-; facts.f.p=true/false facts.f=+",
      answered: [
        "answers.act.b=true/false facts.f.p=- facts.f=-",
        "answers.act.b=true/false facts.f.p=true/false facts.f=+",
      ].join("; "),
      passing,
      done: passing,
      timeout: "nobody",
      own: "answers.act.b answers.act.c",
    });
  });
});

describe("a wait in the prover's traversal of a flow", () => {
  it("a wait ends with the event's data, or with none after a timeout; facts and switches are new in both cases", () => {
    const walk = walking({
      steps: {
        ask: form([P, "act"], "out"),
        act: act("hold"),
        hold: wait("act", "over", [at("effects.hold.ok"), "done"], [P, "late"], "out"),
        over: decide([gone("effects.hold.ok"), "late"], [P, "out"], "done"),
        ...ENDS,
      },
      forms: { ask: { "b?": YES } },
      facts: { f: { p: YES } },
      events: { "small.come": { ok: YES } },
    });
    const whatever = "facts.f.p=true/false facts.f=+";
    expect(edgesOf(walk, "hold", "over")).toEqual({
      "hold timeout > over *": `effects.hold.ok=- ${whatever}`,
      "hold 0 > done *": `effects.hold.ok=true ${whatever}`,
      "hold 1 > late *": "effects.hold.ok=false facts.f.p=true facts.f=+",
      "hold 2 > out *": "effects.hold.ok=false facts.f.p=false facts.f=+",
      "over 0 > late": `effects.hold.ok=- ${whatever}`,
      "over 1 > out": "nobody",
      "over 2 > done": "nobody",
    });
    expect(setsOf(walk, "hold")).toEqual({
      arrive: whatever,
      answered: whatever,
      passing: whatever,
      done: `effects.hold.ok=true/false ${whatever}`,
      timeout: `effects.hold.ok=- ${whatever}`,
      own: "",
    });
  });
});

describe("time in the prover's traversal of a flow", () => {
  it("an age from an answered birth date only increases; an age from a fact may be any age", () => {
    const age = (place: string, least: number) => ({ ">=": [at(`derived.${place}`), least] });
    const walk = walking({
      steps: {
        ask: form(
          [{ and: [age("age", 20), age("old", 20)] }, "act"],
          [{ and: [age("age", 12), { "!": [age("age", 20)] }] }, "mid"],
          "out",
        ),
        act: act([{ "!": [age("age", 20)] }, "out"], [age("old", 20), "done"], "late"),
        mid: act([age("age", 20), "done"], [age("age", 12), "late"], "out"),
        ...ENDS,
      },
      forms: { ask: { "born?": DATE } },
      facts: { today: { date: DATE }, who: { born: DATE } },
      flow: {
        derived: {
          age: { fn: "age", args: ["answers.ask.born", "facts.today.date"] },
          old: { fn: "age", args: ["facts.who.born", "facts.today.date"] },
        },
      },
    });
    const today = "facts.today.date=+ facts.today=+";
    const known = `${today} facts.who.born=+ facts.who=+`;
    expect(edgesOf(walk, "act", "mid")).toEqual({
      "act 0 > out *": "nobody",
      "act 1 > done *": `answers.ask.born=+ derived.age=20/21 derived.old=20/21 ${known}`,
      "act 2 > late *": `answers.ask.born=+ derived.age=20/21 derived.old=19 ${known}`,
      "mid 0 > done *": `answers.ask.born=+ derived.age=20/21 ${today}`,
      "mid 1 > late *": `answers.ask.born=+ derived.age=12/13 ${today}`,
      "mid 2 > out *": "nobody",
    });
    expect(arrivalsOf(walk, "mid")).toEqual({
      mid: `answers.ask.born=+ derived.age=12/13 ${today} [answers.ask.born derived.age facts.today facts.today.date]`,
    });
    expect(placesOf(walk.flow, walk.renewed)).toEqual([
      "derived.age",
      "derived.old",
      "facts.today",
      "facts.today.date",
      "facts.who",
      "facts.who.born",
    ]);
  });
});

describe("facts and derived values that depend on answers", () => {
  it("facts and derived values become known with the last answer on which they depend", () => {
    const walk = walking({
      steps: {
        ask: { ...form([at("facts.item.open"), "two"], "out"), check: ["r"] },
        two: form([{ ">": [at("derived.n"), 5] }, "done"], [gone("derived.n"), "out"], "late"),
        ...ENDS,
      },
      forms: { ask: { "code?": { type: "string", enum: ["a", "b"] } }, two: { "n?": WHOLE } },
      facts: { item: { open: YES, m: WHOLE } },
      args: { item: { code: "answers.ask.code" } },
      flow: { derived: { n: { fn: "sum", args: ["answers.two.n", "facts.item.m"] } } },
      rules: { r: must(at("facts.item.open"), { onMissing: "allow" }) },
    });
    const coded = "facts.item.m=+ facts.item.open=true facts.item=+";
    const uncoded = "answers.ask.code=- derived.n=- facts.item.m=- facts.item.open=- facts.item=-";
    expect(edgesOf(walk)).toEqual({
      "ask 0 > two": `answers.ask.code=+ derived.n=- ${coded}`,
      "ask 1 > out": uncoded,
      "two 0 > done": `answers.ask.code=+ answers.two.n=+ derived.n=6 ${coded}`,
      "two 1 > out": `answers.ask.code=+ derived.n=- ${coded}`,
      "two 2 > late": `answers.ask.code=+ answers.two.n=+ derived.n=4/5 ${coded}`,
    });
    expect(setsOf(walk, "ask")).toMatchObject({
      arrive: "derived.n=- facts.item.m=- facts.item.open=- facts.item=-",
      answered: `answers.ask.code=+ derived.n=- facts.item.m=+ facts.item.open=true/false facts.item=+; ${uncoded}`,
      passing: `answers.ask.code=+ derived.n=- ${coded}; ${uncoded}`,
      own: "answers.ask.code derived.n facts.item facts.item.m facts.item.open",
    });
    expect(setsOf(walk, "two")).toMatchObject({
      arrive: `answers.ask.code=+ derived.n=- ${coded}`,
      own: "answers.two.n derived.n",
    });
  });
});

describe("derived values whose dependencies are not all known yet", () => {
  it("derived values become known at the forms on which they depend, and at no other form", () => {
    const more = { ">": [at("derived.n"), 5] };
    const walk = walking({
      steps: {
        ask: form([more, "two"], "late"),
        two: form([more, "done"], [at("answers.two.b"), "late"], "out"),
        ...ENDS,
      },
      forms: { ask: { n: WHOLE }, two: { b: YES } },
      flow: { derived: { n: { fn: "sum", args: ["answers.ask.n"] } } },
    });
    expect(edgesOf(walk)).toEqual({
      "ask 0 > two": "answers.ask.n=+ derived.n=6",
      "ask 1 > late": "answers.ask.n=+ derived.n=4/5/-",
      "two 0 > done": "answers.ask.n=+ answers.two.b=true/false derived.n=6",
      "two 1 > late": "nobody",
      "two 2 > out": "nobody",
    });
    expect(arrivalsOf(walk, "ask", "two")).toEqual({
      ask: "everybody []",
      two: "answers.ask.n=+ derived.n=6 [answers.ask.n derived.n]",
    });
    expect(setsOf(walk, "two").own).toEqual("answers.two.b");
  });
});

describe("a challenge in the prover's traversal of a flow", () => {
  it("any user who reaches a challenge may pass or exhaust it", () => {
    const walk = walking({
      steps: {
        ask: form("show"),
        show: review(["answers.ask.b"], "pin"),
        pin: pin("show", "late", [B, "done"], "out"),
        ...ENDS,
      },
      forms: { ask: { b: YES } },
    });
    expect(edgesOf(walk, "show", "pin")).toEqual({
      "show 0 > pin": "answers.ask.b=true/false",
      "pin exhausted > late": "answers.ask.b=true/false",
      "pin 0 > done": "answers.ask.b=true",
      "pin 1 > out": "answers.ask.b=false",
    });
  });
});

describe("a generous traversal of a flow", () => {
  const WIDE = { type: "integer", minimum: 0, maximum: 99999 };
  const sum = { "+": [at("answers.ask.n"), at("answers.ask.m")] };
  const of: Small = {
    steps: {
      ask: {
        ...form(
          [{ ">": [{ "+": [at("answers.ask.n"), at("answers.ask.n")] }, 5] }, "act"],
          [B, "late"],
          "out",
        ),
        check: ["sum", "b"],
      },
      act: act([B, "done"], "out"),
      ...ENDS,
    },
    forms: { ask: { n: WIDE, m: WIDE, b: YES } },
    rules: { sum: must({ ">": [sum, 10_000_000] }), b: must(B) },
  };

  it("all users pass a condition that is only tested with samples; the other conditions are decided as usual", () => {
    const tried = "answers.ask.m=0/1/2/5/6/7/99999 answers.ask.n=0/1/2/5/6/7/99999";
    expect(edgesOf(walking(of, { generous: true }))).toEqual({
      "ask 0 > act": `answers.ask.b=true ${tried}`,
      "ask 1 > late": `answers.ask.b=true ${tried}`,
      "ask 2 > out": "nobody",
      "act 0 > done *": "answers.ask.b=true",
      "act 1 > out *": "nobody",
    });
    expect(new Set(Object.values(edgesOf(walking(of))))).toEqual(new Set(["nobody"]));
  });
});
