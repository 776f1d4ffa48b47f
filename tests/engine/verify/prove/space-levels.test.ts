import { describe, expect, it } from "vitest";
import { ageLevels, missingCell, renewedLevels } from "../../../../engine/verify/prove/levels.ts";
import { sleepingSteps } from "../../../../engine/verify/prove/sleeping.ts";
import { suppliersOf } from "../../../../engine/verify/prove/suppliers.ts";
import { act, at, BAHT, DATE, decide, END, form, gone, must, next, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { placesOf, spaceOf } from "./space.ts";

describe("the variables whose values may change at a receipt", () => {
  const of: Small = {
    steps: {
      ask: form("act"),
      act: act("sort"),
      sort: decide(
        ...[
          "derived.age",
          "derived.late",
          "derived.old",
          "derived.older",
          "derived.light",
          "derived.sum",
          "derived.fee",
          "flags.on",
          "effects.act.ok",
        ].map((path) => [gone(path), "done"] as const),
        "done",
      ),
      done: END,
    },
    forms: { ask: { born: DATE, yes: YES, n: { type: "integer" }, baht: BAHT } },
    facts: { today: { date: DATE }, f: { born: DATE, bps: { type: "integer" } } },
    outputs: { "small.act": { ok: YES } },
    rules: {
      lit: { value: { type: { type: "integer" }, logic: { if: [at("flags.on"), 1, 2] } } },
      years: { value: { type: { type: "integer" }, logic: { if: [at("answers.ask.yes"), 1, 2] } } },
    },
    flow: {
      flags: ["on"],
      derived: {
        late: { fn: "age", args: ["facts.f.born", "facts.today.date"] },
        age: { fn: "age", args: ["answers.ask.born", "facts.today.date"] },
        old: { rule: "years" },
        older: { fn: "sum", args: ["derived.old"] },
        lit: { rule: "lit" },
        light: { fn: "sum", args: ["derived.lit"] },
        sum: { fn: "sum", args: ["answers.ask.n"] },
        fee: { fn: "fee", args: ["answers.ask.baht", "facts.f.bps"] },
        unread: { fn: "age", args: ["answers.ask.born", "facts.today.date"] },
      },
    },
  };
  const flow = spaceOf(of);

  it("a receipt may change facts, switches and values derived from these, but no answers or outputs", () => {
    expect(placesOf(flow, renewedLevels(flow, suppliersOf(flow)))).toEqual([
      "derived.age",
      "derived.fee",
      "derived.late",
      "derived.light",
      "facts.f",
      "facts.f.born",
      "facts.f.bps",
      "facts.today",
      "facts.today.date",
      "flags.on",
    ]);
  });

  it("an age from an answered birth date only increases at a receipt", () => {
    expect(placesOf(flow, ageLevels(flow))).toEqual(["derived.age"]);
    expect(ageLevels(flow)).toBe(ageLevels(flow));
  });

  it("an answer without valid values is always missing", () => {
    const never = { type: "integer", minimum: 5, maximum: 4 };
    const steps = {
      ask: form([{ "==": [at("answers.ask.n"), 5] }, "done"], "done"),
      done: END,
    };
    const impossible = spaceOf({ steps, forms: { ask: { "n?": never } } });
    expect(impossible.space.variables.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
      [undefined],
    ]);
    expect(missingCell(impossible, 0)).toBe(0);
  });

  it("at the start, values are missing and switches are off", () => {
    const value = (path: string) => {
      const level = flow.space.levelOf(path) as number;
      return flow.space.variables[level]?.cells[missingCell(flow, level)]?.value;
    };
    expect(["answers.ask.yes", "effects.act.ok", "derived.age"].map(value)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(value("flags.on")).toBe(false);
    expect(flow.space.variables[flow.space.levelOf("flags.on") as number]?.cells).toHaveLength(2);
  });
});

describe("the steps that a set of switches turns off", () => {
  const of: Small = {
    steps: {
      gate: decide([at("flags.on"), "ask"], "closed"),
      ask: form([{ and: [at("flags.more"), at("answers.ask.yes")] }, "more"], "done"),
      more: END,
      closed: END,
      done: END,
    },
    forms: { ask: { yes: YES } },
    flow: { flags: ["on", "more"] },
  };

  it("a set of switches turns off the steps that no user reaches; a switch that the set omits is off", () => {
    expect(sleepingSteps(small(of), { on: true, more: true })).toEqual(["closed"]);
    expect(sleepingSteps(small(of), { on: true })).toEqual(["more", "closed"]);
    expect(sleepingSteps(small(of), {})).toEqual(["ask", "more", "done"]);
  });

  it("the turned-off steps are null if rules have faults or the proof is undecided; any other error is thrown", () => {
    const able = must(at("answers.ask.other"));
    expect(sleepingSteps(small({ ...of, rules: { able } }), {})).toBeNull();
    const product = { "*": [at("answers.ask.a"), at("answers.ask.b"), at("answers.ask.c")] };
    const steps = {
      ...of.steps,
      ask: form([{ ">": [product, "1.00"] }, "more"], "done"),
    };
    const n = { type: "integer" };
    const wide = small({ ...of, steps, forms: { ask: { a: BAHT, b: n, c: n } } });
    expect(sleepingSteps(wide, { on: true })).toBeNull();
    const wait = {
      kind: "wait",
      for: "small.come",
      since: "gate",
      onTimeout: { to: "done" },
      next: next("done"),
    };
    const nowhere = { ...of.steps, more: { ...wait, until: "answers.ask.nowhere" } };
    expect(() => sleepingSteps(small({ ...of, steps: nowhere }), {})).toThrow();
  });
});
