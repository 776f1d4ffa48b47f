import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { act, at, decide, ENDS, form, must, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { edgesOf, setsOf, walking } from "./walk.ts";
import { B, led, MAYBE } from "./walk-led.ts";

const rule = (onMissing: string, mend = "answers.ask.b"): JsonObject => must([[mend, B]], { onMissing });

describe("a rule whose result is unknown for some users", () => {
  const checking = (onMissing: string): Small => ({
    steps: { ask: { ...form("done"), check: ["r"] }, ...ENDS },
    forms: { ask: MAYBE },
    rules: { r: rule(onMissing) },
  });
  it.each([
    ["refuse", "answers.ask.b=true"],
    ["ask", "answers.ask.b=true"],
    ["allow", "answers.ask.b=true/-"],
  ])('a check with an unknown result and onMissing "%s" lets these users pass: %s', (onMissing, who) => {
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
      "is skipped in a next entry as if it failed",
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
      'is taken in a next entry with onMissing "allow"',
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
      'stops with onMissing "ask" the users who passed its form; other users, or those with frozen answers, continue',
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

  it('the passed form is remembered only while a rule with onMissing "ask" follows', () => {
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
  it('an unknown rule without onMissing "ask" stops no user, although the form could supply the value', () => {
    const edges = edgesOf(walking(asking("answers.ask.b", "refuse")), "ask");
    expect(edges).toEqual({ "ask 0 > done": "answers.ask.b=true", "ask 1 > out": "answers.ask.b=false/-" });
  });
  it.each([
    ["nowhere", "none", "answers.ask.b=true", "answers.ask.b=false/-"],
    ["on a page with the same name as the form", "/help.ask", "answers.ask.b=true", "answers.ask.b=false/-"],
    [
      "at this form",
      "answers.ask.b",
      "answers.ask.b=true passed.ask=true",
      "answers.ask.b=false passed.ask=true",
    ],
    [
      "at an earlier form",
      "answers.other.b",
      "answers.ask.b=true passed.other=true",
      "answers.ask.b=false passed.other=true",
    ],
  ])(
    "a rule with the mend %s (%s) lets these users pass: %s, and leads these users elsewhere: %s",
    (_, mend, done, out) => {
      expect(edgesOf(walking(asking(mend)), "ask")).toEqual({ "ask 0 > done": done, "ask 1 > out": out });
    },
  );

  it("a failed rule counts as correctable if at least one of its unknown clauses is correctable", () => {
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
