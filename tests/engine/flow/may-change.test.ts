import { describe, expect, it } from "vitest";
import { type Compiled, derive, inputHash, submit } from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import {
  act,
  at,
  atLeast,
  decide,
  END,
  effect,
  form,
  is,
  must,
  over,
  pin,
  review,
} from "../fixtures/parts.ts";
import { walkable } from "../fixtures/small-flow.ts";
import { someone } from "./fixtures/someone.ts";

const n = { n: { type: "integer" } };

/** Returns the answers that the user may change at the end to which the given answers lead. */
function mayChange(
  flow: Compiled,
  answers: { readonly [step: string]: JsonObject },
  receipts: NonNullable<Parameters<typeof someone>[1]> = [],
  facts: { readonly [fact: string]: JsonObject | null } = {},
): readonly string[] {
  const walk = derive(flow, someone(answers, receipts), facts, {});
  if (walk.at.kind !== "end") throw new Error(`the position is ${walk.at.kind} ${walk.at.step}`);
  return walk.at.mayChange.map(({ step, field }) => `${step}.${field}`);
}

const done = (step: string, trail: readonly { step: string; to: string }[]) =>
  ({
    kind: "effect",
    step,
    attempt: 1,
    inputHash: inputHash({}),
    outcome: { kind: "done", output: {} },
    trail,
  }) as const;
const failed = (step: string, code: string, input: JsonObject = {}) =>
  ({
    kind: "effect",
    step,
    attempt: 1,
    inputHash: inputHash(input),
    outcome: { kind: "failed", code },
    trail: [],
  }) as const;

describe("at an end to which an answer led the user", () => {
  const two = walkable({
    steps: {
      first: form("second"),
      second: form([atLeast("answers.second.n", 3), "act"], "low"),
      act: act("done"),
      low: over("stopped"),
      done: END,
    },
    forms: { first: n, second: n },
  });

  it("the answer that led to the end may be changed, and a new answer leads to a different step", () => {
    const answers = { first: { n: 1 }, second: { n: 2 } };
    expect(mayChange(two, answers)).toEqual(["second.n"]);
    const decision = submit(two, someone(answers), {}, {}, { step: "second", answer: { n: 3 } });
    expect(decision).toMatchObject({ kind: "accepted", walk: { at: { kind: "effect", step: "act" } } });
  });

  it("no answer may be changed if an effect or a receipt made the end final", () => {
    const trail = [
      { step: "first", to: "second" },
      { step: "second", to: "act" },
    ];
    expect(mayChange(two, { first: { n: 1 }, second: { n: 3 } }, [done("act", trail)])).toEqual([]);
    const end = { kind: "end", step: "low", outcome: "stopped", reason: "over" } as const;
    expect(mayChange(two, { first: { n: 1 }, second: { n: 2 } }, [end])).toEqual([]);
  });

  it("the answer that led to the end is found through rules, derived values and arguments of facts", () => {
    const flow = walkable({
      steps: {
        first: form("second"),
        second: form("turn"),
        turn: decide(["old", "done"], [is("facts.shop.open", true), "done"], "out"),
        out: over("provisional"),
        done: END,
      },
      flow: {
        facts: { shop: { name: "answers.second.name" } },
        derived: { sum: { fn: "sum", args: ["answers.first.n"] } },
      },
      forms: { first: n, second: { name: { type: "string", maxLength: 9 } } },
      facts: { shop: { open: { type: "boolean" } } },
      takes: { shop: { name: { type: "string", maxLength: 9 } } },
      rules: { old: must(atLeast("derived.sum", 20)) },
    });
    const answers = { first: { n: 1 }, second: { name: "a" } };
    expect(mayChange(flow, answers, [], { 'shop{"name":"a"}': { open: false } })).toEqual([
      "first.n",
      "second.name",
    ]);
  });

  it("an earlier answer may not be changed if every possible answer leads to this end", () => {
    const flow = walkable({
      steps: {
        first: form([is("answers.first.n", 1), "aside"], "gate"),
        aside: form("gate"),
        gate: decide([{ var: "flags.open" }, "done"], "out"),
        out: over("provisional"),
        done: END,
      },
      flow: { flags: ["open"] },
      forms: { first: n, aside: n },
    });
    expect(mayChange(flow, { first: { n: 2 } })).toEqual([]);
  });

  it("an earlier answer may be changed if a different answer could avoid the end through a fact", () => {
    const flow = walkable({
      steps: {
        first: form([is("answers.first.n", 1), "done"], "gate"),
        gate: decide([{ var: "flags.open" }, "out"], "other"),
        out: over("provisional"),
        other: over("provisional"),
        done: END,
      },
      flow: { flags: ["open"] },
      forms: { first: n },
    });
    expect(mayChange(flow, { first: { n: 2 } })).toEqual(["first.n"]);
  });

  it("the answers that the explanation of the end reads may also be changed", () => {
    const flow = walkable({
      steps: {
        first: form("second"),
        second: form(["good", "done"], "out"),
        out: { ...over("provisional"), explains: "good" },
        done: END,
      },
      forms: { first: n, second: n },
      rules: { good: must([atLeast("answers.first.n", 3), at("answers.second.n")].slice(0, 1)) },
    });
    expect(mayChange(flow, { first: { n: 1 }, second: { n: 1 } })).toEqual(["first.n"]);
  });
});

describe("at an end after an effect", () => {
  const flow = walkable({
    steps: {
      first: form("act"),
      act: {
        ...effect({ refused: { to: "out" }, busy: { retry: 1, to: "late" } }, "second"),
        input: { n: "answers.first.n" },
      },
      second: form([is("answers.second.n", 1), "done"], "low"),
      out: over("stopped"),
      late: over("stopped"),
      low: over("stopped"),
      done: END,
    },
    forms: { first: n, second: n },
    inputs: { "small.act": n },
  });
  const trail = [{ step: "first", to: "act" }];

  it("the rejected input may be changed, because the effect runs again with new input", () => {
    expect(mayChange(flow, { first: { n: 1 } }, [failed("act", "refused", { n: 1 })])).toEqual(["first.n"]);
  });

  it("no answer may be changed if the effect failed for a reason that no answer caused", () => {
    expect(
      mayChange(flow, { first: { n: 1 } }, [
        failed("act", "busy", { n: 1 }),
        failed("act", "busy", { n: 1 }),
      ]),
    ).toEqual([]);
  });

  it("answers after the effect may be changed, but frozen answers may not", () => {
    expect(mayChange(flow, { first: { n: 1 }, second: { n: 2 } }, [done("act", trail)])).toEqual([
      "second.n",
    ]);
  });
});

it("no answer may be changed after an exhausted code", () => {
  const flow = walkable({
    steps: {
      first: form([is("answers.first.n", 9), "done"], "look"),
      look: review(["answers.first.n"], "code"),
      code: pin("look", "out", "act"),
      act: act("done"),
      out: over("stopped"),
      done: END,
    },
    forms: { first: n },
  });
  const answers = { first: { n: 1 }, look: { values: { "answers.first.n": 1 } } };
  const exhausted = {
    kind: "challenge",
    step: "code",
    outcome: "exhausted",
    values: { "answers.first.n": 1 },
  } as const;
  expect(mayChange(flow, answers, [exhausted])).toEqual([]);
});
