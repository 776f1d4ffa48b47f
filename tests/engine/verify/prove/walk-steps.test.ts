import { describe, expect, it } from "vitest";
import { act, at, decide, END, ENDS, form, must, WHOLE, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { proved } from "./walk.ts";
import { ask, B, branch, f, found, NOT_B, P, stuck, unreachable, WORLD } from "./walk-findings.ts";

describe("the check that some user takes each entry", () => {
  const yes = { path: ["ask", "more"], answers: { ask: { b: true } } };
  found([
    [
      "reports nothing if each entry is taken",
      { steps: { ask: form([B, "done"], "out"), ...ENDS }, forms: ask },
      [],
    ],
    [
      "reports the entry and the unreachable step after it, but not all steps that follow",
      {
        steps: {
          ask: form([B, "more"], "out"),
          more: decide([NOT_B, "lost"], "done"),
          lost: form("behind"),
          behind: form("done"),
          ...ENDS,
        },
        forms: { ...ask, lost: {}, behind: {} },
      },
      [branch("never", "more", 0, "lost", yes), unreachable("lost", "more", yes)],
    ],
    [
      "reports an entry whose condition never holds, although another entry leads to the same step",
      {
        steps: { ask: form([B, "more"], "out"), more: form([NOT_B, "done"], "done"), ...ENDS },
        forms: { ...ask, more: {} },
      },
      [branch("never", "more", 0, "done", { ...yes, answers: { ask: { b: true }, more: {} } })],
    ],
    [
      "reports an entry after one that takes all users",
      {
        steps: { ask: form([B, "done"], [{ and: [B, P] }, "out"], [NOT_B, "out"], "done"), ...ENDS },
        forms: ask,
        facts: f,
      },
      [1, 3].map((index) =>
        branch("earlier", "ask", index, index === 1 ? "out" : "done", {
          path: ["ask"],
          answers: { ask: { b: true } },
          times: [{ flags: {}, facts: { f: { p: true } } }],
        }),
      ),
    ],
    [
      "reports an entry after an effect, with a user who reaches the effect",
      {
        steps: { ask: form([B, "act"], "out"), act: act([NOT_B, "out"], "done"), ...ENDS },
        forms: ask,
      },
      [branch("never", "act", 0, "out", { ...yes, path: ["ask", "act"], outputs: { act: {} } })],
    ],
  ]);

  it("reports no unused entry if no user reaches the step", () => {
    const of: Small = {
      steps: { ask: { ...form([P, "out"], "done"), check: ["r"] }, ...ENDS },
      forms: { ask: { b: { type: "boolean", const: false } } },
      facts: f,
      rules: { r: must([["answers.ask.b", { and: [B, P] }]]) },
    };
    expect(proved(of).map(({ at: where }) => where)).toEqual([
      "error flow.json /steps/ask/check/0",
      "error flow.json /steps/done",
      "error flow.json /steps/out",
      "error rules/r.json /must",
    ]);
  });
});

describe("the check that every user can pass a form, whatever the facts or frozen answers are", () => {
  const C = at("answers.more.c");
  const rules = { r: must([["answers.more.c", { and: [B, C] }]]) };
  const more = { ...form("done"), check: ["r"] };
  const item: Small = {
    steps: { ask: { ...form("done"), check: ["r"] }, done: END },
    forms: { ask: { code: { type: "string", enum: ["a", "b"] } } },
    facts: { item: { open: YES, m: WHOLE } },
    args: { item: { code: "answers.ask.code" } },
    flow: { derived: { n: { fn: "sum", args: ["facts.item.m"] } } },
    rules: {
      r: must([["answers.ask.code", { and: [at("facts.item.open"), { ">": [at("derived.n"), 5] }] }]]),
    },
  };
  found([
    [
      "is a dead end because of a fact",
      {
        steps: { ask: { ...form("done"), check: ["r"] }, done: END },
        forms: ask,
        facts: f,
        rules: { r: must([["answers.ask.b", { and: [B, P] }]]) },
      },
      [
        stuck("ask", {
          path: ["ask"],
          answers: { ask: { b: true } },
          times: [{ flags: {}, facts: { f: { p: false } } }],
        }),
      ],
    ],
    [
      "is a dead end because of an answer that an effect has frozen",
      {
        steps: { ask: form("act"), act: act("more"), more, done: END },
        forms: { ...ask, more: { c: YES } },
        rules,
      },
      [
        stuck("more", {
          path: ["ask", "act", "more"],
          answers: { ask: { b: false }, more: { c: true } },
          times: [WORLD, WORLD],
          outputs: { act: {} },
        }),
      ],
    ],
    [
      "is no dead end because of an answer that can be changed",
      { steps: { ask: form("more"), more, done: END }, forms: { ...ask, more: { c: YES } }, rules },
      [],
    ],
    [
      "is no dead end because of a fact, or a value derived from a fact, that another answer changes",
      item,
      [],
    ],
    [
      "is a dead end because of a value derived from a frozen answer",
      {
        steps: { ask: form("act"), act: act("more"), more, done: END },
        forms: { ask: { n: WHOLE }, more: { c: YES } },
        flow: {
          derived: {
            n: { fn: "count", args: ["answers.ask.n"] },
            twice: { fn: "sum", args: ["answers.ask.n"] },
          },
        },
        rules: { r: must([["answers.more.c", { and: [{ ">": [at("derived.twice"), 5] }, C] }]]) },
      },
      [
        stuck("more", {
          path: ["ask", "act", "more"],
          answers: { ask: { n: 0 }, more: { c: true } },
          times: [WORLD, WORLD],
          outputs: { act: {} },
        }),
      ],
    ],
  ]);

  it("reports no dead end for an effect, which has a separate finding", () => {
    const of: Small = {
      steps: { ask: form("act"), act: { ...act("done"), check: ["r"] }, done: END },
      forms: ask,
      facts: f,
      rules: { r: must([["answers.ask.b", { and: [B, P] }]]) },
    };
    expect(proved(of).map(({ at: where, says }) => [where, says.key])).toEqual([
      ["error flow.json /steps/act/check/0", "check-blocks-effect"],
    ]);
  });
});
