import { describe, expect, it } from "vitest";
import { act, at, decide, ENDS, form, gone, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { walking, whoOf } from "./walk.ts";
import { B, led, MAYBE } from "./walk-led.ts";

describe("the next entries of a step", () => {
  led([
    [
      "are tried in order; the last takes the rest, and an unknown condition holds for no user",
      {
        steps: { ask: form([B, "done"], [at("facts.f.p"), "out"], "done"), ...ENDS },
        forms: { ask: MAYBE },
        facts: { f: { p: YES } },
      },
      {
        "ask 0 > done": "answers.ask.b=true facts.f.p=true/false facts.f=+",
        "ask 1 > out": "answers.ask.b=false/- facts.f.p=true facts.f=+",
        "ask 2 > done": "answers.ask.b=false/- facts.f.p=false facts.f=+",
      },
      {
        ask: "facts.f.p=true/false facts.f=+ [facts.f facts.f.p]",
        done: "everybody []",
        out: "everybody []",
      },
    ],
    [
      "read only answers on the path; those of a skipped form are missing",
      {
        steps: {
          ask: form([B, "one"], "two"),
          one: form([B, "two"], "out"),
          two: decide([at("answers.one.b"), "done"], [B, "out"], [gone("answers.one.b"), "done"], "out"),
          ...ENDS,
        },
        forms: { ask: { b: YES }, one: { b: YES } },
      },
      {
        "ask 0 > one": "answers.ask.b=true",
        "ask 1 > two": "answers.ask.b=false",
        "one 0 > two": "answers.ask.b=true answers.one.b=true/false",
        "one 1 > out": "nobody",
        "two 0 > done": "answers.ask.b=true answers.one.b=true",
        "two 1 > out": "answers.ask.b=true answers.one.b=false",
        "two 2 > done": "answers.ask.b=false answers.one.b=-",
        "two 3 > out": "nobody",
      },
      {
        one: "answers.ask.b=true [answers.ask.b]",
        two: "answers.ask.b=false answers.one.b=-; answers.ask.b=true answers.one.b=true/false [answers.ask.b answers.one.b]",
        done: "everybody []",
      },
    ],
    [
      "lead no user anywhere if the step is unreachable, whatever the answers would be",
      {
        steps: {
          ask: form([{ and: [B, { "!": [B] }] }, "one"], "done"),
          one: form([at("answers.one.b"), "done"], "out"),
          ...ENDS,
        },
        forms: { ask: { b: YES }, one: { b: YES } },
      },
      {
        "ask 0 > one": "nobody",
        "ask 1 > done": "answers.ask.b=true/false",
        "one 0 > done": "nobody",
        "one 1 > out": "nobody",
      },
      { one: "nobody []", out: "nobody []" },
    ],
  ]);
});

describe("the users who meet the condition of an entry", () => {
  it("each entry has the users who meet its condition, even if an earlier entry takes them; an unknown entry has none", () => {
    const walk = walking({
      steps: {
        ask: form([B, "done"], [{ or: [B, at("facts.f.p")] }, "done"], "one"),
        one: form([at("answers.one.b"), "out"], "done"),
        ...ENDS,
      },
      forms: { ask: MAYBE, one: MAYBE },
      facts: { f: { p: YES } },
    });
    const taken = (step: string, ...entries: readonly number[]) =>
      entries.map((index) => whoOf(walk, walk.takenOf(step, index)));
    expect(taken("ask", 0, 1, 2, 3)).toEqual([
      "answers.ask.b=true",
      "answers.ask.b=false/- facts.f.p=true; answers.ask.b=true",
      "everybody",
      "nobody",
    ]);
    expect(taken("one", 0, 1)).toEqual(["answers.one.b=true", "everybody"]);
    expect(taken("done", 0)).toEqual(["nobody"]);
  });
});

describe("switches in the prover's traversal of a flow", () => {
  const of: Small = {
    steps: {
      gate: decide([at("flags.g"), "act"], [at("flags.h"), "on"], "out"),
      act: act([at("flags.g"), "on"], "out"),
      on: decide([at("flags.h"), "done"], "out"),
      ...ENDS,
    },
    flow: { flags: ["g", "h"] },
  };
  led([
    [
      "have every combination of values, and may change while an effect runs",
      of,
      {
        "gate 0 > act": "flags.g=true",
        "gate 1 > on": "flags.g=false flags.h=true",
        "gate 2 > out": "flags.g=false flags.h=false",
        "act 0 > on *": "flags.g=true",
        "act 1 > out *": "flags.g=false",
        "on 0 > done": "flags.h=true",
        "on 1 > out": "flags.h=false",
      },
      { gate: "everybody [flags.g flags.h]", on: "everybody [flags.h]" },
    ],
    [
      "stay the same after an effect if they are fixed; unnamed ones are then off",
      of,
      {
        "gate 0 > act": "flags.g=true flags.h=false",
        "gate 1 > on": "nobody",
        "gate 2 > out": "nobody",
        "act 0 > on *": "flags.g=true flags.h=false",
        "act 1 > out *": "nobody",
        "on 0 > done": "nobody",
        "on 1 > out": "flags.h=false",
      },
      { gate: "flags.g=true flags.h=false [flags.g flags.h]", on: "flags.h=false [flags.h]" },
      { fixed: { g: true } },
    ],
    [
      "let no user pass where they must be on, if they are fixed as off",
      of,
      {
        "gate 0 > act": "nobody",
        "gate 1 > on": "flags.g=false flags.h=true",
        "gate 2 > out": "nobody",
        "act 0 > on *": "nobody",
        "act 1 > out *": "nobody",
        "on 0 > done": "flags.h=true",
        "on 1 > out": "nobody",
      },
      { act: "nobody []", on: "flags.h=true [flags.h]" },
      { fixed: { g: false, h: true } },
    ],
  ]);
});
