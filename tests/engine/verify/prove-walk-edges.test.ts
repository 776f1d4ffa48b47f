import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import type { WalkOptions } from "../../../engine/verify/prove/symbolic-walk.ts";
import { act, at, decide, ENDS, form, gone, must, YES } from "../fixtures/parts.ts";
import type { Small } from "../fixtures/small-flow.ts";
import { arrivalsOf, edgesOf, setsOf, walking, whoOf } from "./prove-walk.ts";

const MAYBE = { "b?": YES };
const B = at("answers.ask.b");

type Case = readonly [
  what: string,
  of: Small,
  edges: { readonly [edge: string]: string },
  arrivals?: { readonly [step: string]: string },
  how?: WalkOptions,
];

/** Who leaves each step how, and who comes to some. */
function led(cases: readonly Case[]): void {
  it.each(cases.map(([what, ...rest]) => ({ what, rest })))(
    "$what",
    ({ rest: [of, edges, arrivals = {}, how] }) => {
      const walk = walking(of, how);
      expect(edgesOf(walk)).toEqual(edges);
      expect(arrivalsOf(walk, ...Object.keys(arrivals))).toEqual(arrivals);
    },
  );
}

describe("entries", () => {
  led([
    [
      "are tried in their order; the last takes who is left, and an unknown condition holds for nobody",
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
      "read answers of the way only: of a form that was passed by, they are missing",
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
      "of a step that nobody reaches lead nobody anywhere, and what would be answered there is no matter",
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

describe("who would take an entry", () => {
  it("is known for each, whoever took one before it; of what is no entry, nobody", () => {
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

describe("flags", () => {
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
      "are walked in every combination, and may be turned while an effect runs",
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
      "that are fixed stay as they are, also over an effect; those not named are off",
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
      "that are fixed as off let nobody pass where they must be on",
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

const rule = (onMissing: string, mend = "answers.ask.b"): JsonObject => must([[mend, B]], { onMissing });

describe("a rule of which the answer is unknown", () => {
  const checking = (onMissing: string): Small => ({
    steps: { ask: { ...form("done"), check: ["r"] }, ...ENDS },
    forms: { ask: MAYBE },
    rules: { r: rule(onMissing) },
  });
  it.each([
    ["refuse", "answers.ask.b=true"],
    ["ask", "answers.ask.b=true"],
    ["allow", "answers.ask.b=true/-"],
  ])("as a check under %s lets these pass: %s", (onMissing, who) => {
    expect(edgesOf(walking(checking(onMissing)))).toEqual({ "ask 0 > done": who });
  });

  const leading = (onMissing: string): Small => ({
    steps: {
      gate: decide([at("facts.f.p"), "ask"], "pick"),
      ask: form("pick"),
      pick: decide(["r", "act"], "act"),
      act: act(["r", "done"], "out"),
      ...ENDS,
    },
    forms: { ask: MAYBE },
    facts: { f: { p: YES } },
    rules: { r: rule(onMissing) },
  });
  const gate = { "gate 0 > ask": "facts.f.p=true facts.f=+", "gate 1 > pick": "facts.f.p=false facts.f=+" };

  led([
    [
      "is passed by as if it did not hold",
      leading("refuse"),
      {
        ...gate,
        "ask 0 > pick": "everybody",
        "pick 0 > act": "answers.ask.b=true",
        "pick 1 > act": "answers.ask.b=false/-",
        "act 0 > done *": "answers.ask.b=true",
        "act 1 > out *": "answers.ask.b=false/-",
      },
      { pick: "everybody [answers.ask.b]" },
    ],
    [
      "is taken where it allows what is missing",
      leading("allow"),
      {
        ...gate,
        "ask 0 > pick": "everybody",
        "pick 0 > act": "answers.ask.b=true/-",
        "pick 1 > act": "answers.ask.b=false",
        "act 0 > done *": "answers.ask.b=true/-",
        "act 1 > out *": "answers.ask.b=false",
      },
    ],
    [
      "keeps at its form who passed it, where it asks; who did not, or whose answers are frozen, goes on",
      leading("ask"),
      {
        ...gate,
        "ask 0 > pick": "passed.ask=true",
        "pick 0 > act": "answers.ask.b=true passed.ask=true",
        "pick 1 > act": "answers.ask.b=- passed.ask=-; answers.ask.b=false passed.ask=true",
        "act 0 > done *": "answers.ask.b=true passed.ask=-",
        "act 1 > out *": "answers.ask.b=false/- passed.ask=-",
      },
      {
        ask: "everybody []",
        pick: "answers.ask.b=-; answers.ask.b=true/false passed.ask=true [answers.ask.b passed.ask]",
      },
    ],
  ]);

  it("is remembered only as long as a rule that asks comes", () => {
    const of: Small = {
      steps: {
        pick: decide(["r", "act"], "act"),
        act: act("ask"),
        ask: form([B, "out"], "more"),
        more: form(["r", "done"], "out"),
        ...ENDS,
      },
      forms: { ask: MAYBE, more: MAYBE },
      rules: {
        r: must(
          [
            ["answers.ask.b", B],
            ["answers.more.b", at("answers.more.b")],
          ],
          { onMissing: "ask" },
        ),
      },
    };
    expect(edgesOf(walking(of))).toEqual({
      "pick 0 > act": "nobody",
      "pick 1 > act": "everybody",
      "act 0 > ask *": "everybody",
      "ask 0 > out": "answers.ask.b=true passed.ask=true",
      "ask 1 > more": "answers.ask.b=false/- passed.ask=true",
      "more 0 > done": "nobody",
      "more 1 > out": [
        "answers.ask.b=false answers.more.b=true/- passed.ask=true passed.more=true",
        "answers.ask.b=false/- answers.more.b=false passed.ask=true passed.more=true",
      ].join("; "),
    });
    expect(setsOf(walking(of), "ask")).toMatchObject({
      answered: "passed.ask=true",
      own: "answers.ask.b passed.ask",
    });
    const unread: Small = { ...of, steps: { ...of.steps, more: form([B, "done"], "out") } };
    expect(setsOf(walking(unread), "ask")).toMatchObject({
      answered: "everybody",
      own: "answers.ask.b passed.ask",
    });
  });

  const asking = (mend: string, onMissing = "ask"): Small => ({
    steps: { other: form("ask"), ask: form(["r", "done"], "out"), ...ENDS },
    forms: { ask: MAYBE, other: MAYBE },
    rules: { r: rule(onMissing, mend) },
  });
  it("keeps nobody where it does not ask, though it could be mended here", () => {
    const edges = edgesOf(walking(asking("answers.ask.b", "refuse")), "ask");
    expect(edges).toEqual({ "ask 0 > done": "answers.ask.b=true", "ask 1 > out": "answers.ask.b=false/-" });
  });
  it.each([
    ["nowhere", "none", "answers.ask.b=true", "answers.ask.b=false/-"],
    ["on a page called like the form", "/help.ask", "answers.ask.b=true", "answers.ask.b=false/-"],
    [
      "at this very form",
      "answers.ask.b",
      "answers.ask.b=true passed.ask=true",
      "answers.ask.b=false passed.ask=true",
    ],
    [
      "at a form before",
      "answers.other.b",
      "answers.ask.b=true passed.other=true",
      "answers.ask.b=false passed.other=true",
    ],
  ])("and is mended %s (%s) leads on: %s, and else: %s", (_, mend, done, out) => {
    expect(edgesOf(walking(asking(mend)), "ask")).toEqual({ "ask 0 > done": done, "ask 1 > out": out });
  });

  it("is mended where any of its unknown clauses is", () => {
    const of: Small = {
      steps: { other: form("pick"), pick: decide(["r", "done"], "out"), ...ENDS },
      forms: { other: { "b?": YES, "c?": YES } },
      facts: { f: { "p?": YES } },
      rules: {
        r: must(
          [
            ["answers.other.b", at("answers.other.b")],
            ["none", at("facts.f.p")],
            ["/me", at("answers.other.c")],
          ],
          { onMissing: "ask" },
        ),
      },
    };
    const rest = "facts.f=+ passed.other=true";
    expect(edgesOf(walking(of), "pick")).toEqual({
      "pick 0 > done": `answers.other.b=true answers.other.c=true facts.f.p=true ${rest}`,
      "pick 1 > out": [
        `answers.other.b=- answers.other.c=false ${rest}`,
        `answers.other.b=- answers.other.c=true/- facts.f.p=false ${rest}`,
        `answers.other.b=false ${rest}`,
        `answers.other.b=true answers.other.c=false/- ${rest}`,
        `answers.other.b=true answers.other.c=true facts.f.p=false/- ${rest}`,
      ].join("; "),
    });
  });
});
