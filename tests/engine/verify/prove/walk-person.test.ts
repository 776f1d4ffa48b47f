import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { act, at, BAHT, DATE, decide, ENDS, form, TEXT, WHOLE, wait, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";

import { comer, derivedOf } from "./walk-comer.ts";

describe("the example user on a path", () => {
  it("the example user has the answers, outputs, switches and facts that the path needs, at each time between receipts", () => {
    const of: Small = {
      steps: {
        ask: form(
          [{ and: [at("answers.ask.b"), at("flags.g"), at("facts.f.p"), { missing: ["facts.f.q"] }] }, "act"],
          "out",
        ),
        act: act(
          [{ and: [at("effects.act.ok"), { "!": [at("flags.g")] }, { missing: ["facts.f"] }] }, "hold"],
          "out",
        ),
        hold: wait("act", "late", [{ "==": [at("effects.hold.word"), "b"] }, "done"], "out"),
        late: decide([{ missing: ["facts.f"] }, "out"], "out"),
        ...ENDS,
      },
      forms: { ask: { b: YES, "c?": YES, text: TEXT } },
      facts: { f: { p: YES, "q?": YES, "n?": WHOLE }, unread: { p: YES } },
      absent: ["f"],
      flow: { flags: ["g", "h"] },
      outputs: { "small.act": { ok: YES, "more?": TEXT } },
      events: { "small.come": { word: { type: "string", enum: ["a", "b"] } } },
    };
    const unread = { p: false };
    const known = {
      answers: { ask: { b: true, text: "Malee Jaidee" } },
      outputs: { act: { ok: true }, hold: { word: "b" } },
      times: [
        { flags: { g: true, h: false }, facts: { f: { p: true }, unread } },
        { flags: { g: false, h: false }, facts: { f: null, unread } },
        { flags: { g: false, h: false }, facts: { f: { p: true }, unread } },
      ],
    };
    expect(comer(of)).toEqual({
      ...known,
      path: ["ask 0 act", "act 0 hold", "hold 0 done", "done stands null"],
    });
    expect(comer(of, "late")).toMatchObject({
      path: ["ask 0 act", "act 0 hold", "hold timeout late", "late stands null"],
      outputs: { act: { ok: true }, hold: {} },
    });
  });

  it("the example user lacks the values that must be missing, also inside a part of an answer or fact", () => {
    const part = { type: "object", properties: { x: YES, y: YES }, required: [] };
    const of: Small = {
      steps: {
        ask: form(
          [
            {
              and: [
                { missing: ["answers.ask.part.x"] },
                at("answers.ask.part.y"),
                { missing: ["facts.f.part.y"] },
                at("facts.f.part.x"),
              ],
            },
            "done",
          ],
          "out",
        ),
        ...ENDS,
      },
      forms: { ask: { part } },
      facts: { f: { part } },
    };
    expect(comer(of)?.answers).toEqual({ ask: { part: { y: true } } });
    expect(comer(of)?.times).toEqual([{ flags: {}, facts: { f: { part: { x: true } } } }]);
  });
});

describe("the derived values of the example user", () => {
  const d = at("derived.d");
  const today = { today: { date: DATE } };

  it.each<readonly [what: string, of: Small, answer: JsonObject | null, fact: JsonObject | undefined]>([
    [
      "an age",
      derivedOf(
        "age",
        ["answers.ask.born", "facts.today.date"],
        { ">=": [d, 60] },
        { forms: { ask: { born: DATE } }, facts: today },
      ),
      { born: "2026-11-24" },
      { date: "2087-01-01" },
    ],
    [
      "a young age",
      derivedOf(
        "age",
        ["answers.ask.born", "facts.today.date"],
        { "<": [d, 1] },
        { forms: { ask: { born: DATE } }, facts: today },
      ),
      { born: "2026-11-24" },
      { date: "2026-11-24" },
    ],
    [
      "a fee",
      derivedOf(
        "fee",
        ["answers.ask.amount", "answers.ask.bps"],
        { ">": [d, "500000.00"] },
        { forms: { ask: { amount: BAHT, bps: { type: "integer", minimum: 0, maximum: 10000 } } } },
      ),
      { amount: "1000000.00", bps: 10000 },
      undefined,
    ],
    [
      "a sum",
      derivedOf(
        "sum",
        ["answers.ask.a", "answers.ask.b"],
        { "==": [d, 16] },
        { forms: { ask: { a: WHOLE, b: WHOLE } } },
      ),
      { a: 7, b: 9 },
      undefined,
    ],
    [
      "a sum of numbers within bounds",
      derivedOf(
        "sum",
        ["answers.ask.a"],
        { "==": [d, 300] },
        { forms: { ask: { a: { type: "integer", minimum: 300, maximum: 300 } } } },
      ),
      { a: 300 },
      undefined,
    ],
    [
      "a count",
      derivedOf(
        "count",
        ["answers.ask.list"],
        { ">=": [d, 2] },
        {
          forms: {
            ask: { list: { type: "array", items: { type: "string", enum: ["a", "b", "c"] }, minItems: 2 } },
          },
        },
      ),
      { list: ["a", "a"] },
      undefined,
    ],
    [
      "nothing if it must be missing",
      derivedOf("sum", ["answers.ask.a"], { missing: ["derived.d"] }, { forms: { ask: { "a?": WHOLE } } }),
      {},
      undefined,
    ],
    [
      "no such value, and no person is found",
      derivedOf("sum", ["answers.ask.a"], { ">": [d, 90] }, { forms: { ask: { a: WHOLE } } }),
      null,
      undefined,
    ],
  ])("the example user gets the derived value that the path needs: %s", (...[, of, answer, today]) => {
    const person = comer(of);
    expect(person && [person.answers.ask, person.times[0]?.facts.today]).toEqual(answer && [answer, today]);
  });

  it("the example user gets a derived value that depends on another derived value and on changing facts", () => {
    const of: Small = {
      steps: {
        ask: form([{ ">": [at("derived.all"), 10] }, "act"], "out"),
        act: act([{ "<": [at("derived.all"), 5] }, "done"], "out"),
        ...ENDS,
      },
      forms: { ask: { a: WHOLE } },
      facts: { f: { n: WHOLE, m: WHOLE } },
      flow: {
        derived: {
          part: { fn: "sum", args: ["answers.ask.a", "facts.f.n"] },
          all: { fn: "sum", args: ["derived.part", "facts.f.m"] },
        },
      },
    };
    expect(comer(of)).toMatchObject({
      answers: { ask: { a: 0 } },
      times: [{ facts: { f: { m: 9, n: 2 } } }, { facts: { f: { m: 0, n: 0 } } }],
    });
  });

  it("the example user's answers to a calculation satisfy the path's conditions on them", () => {
    const of: Small = {
      steps: {
        ask: form(
          [
            {
              and: [
                { ">": [at("derived.d"), 10] },
                { "<": [at("answers.ask.a"), 5] },
                { "!": [{ missing: ["answers.ask.c"] }] },
              ],
            },
            "done",
          ],
          "out",
        ),
        ...ENDS,
      },
      forms: { ask: { a: WHOLE, b: WHOLE, "c?": WHOLE } },
      flow: { derived: { d: { fn: "sum", args: ["answers.ask.a", "answers.ask.b", "answers.ask.c"] } } },
    };
    expect(comer(of)?.answers).toEqual({ ask: { a: 0, b: 2, c: 9 } });
  });
});
