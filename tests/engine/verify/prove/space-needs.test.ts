import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { needsOf } from "../../../../engine/verify/prove/needs.ts";
import { suppliersOf } from "../../../../engine/verify/prove/suppliers.ts";
import { inTopologicalOrder } from "../../../../engine/verify/prove/topological-order.ts";
import {
  act,
  at,
  BAHT,
  decide,
  END,
  effect,
  form,
  gone,
  must,
  next,
  TEXT,
  wait,
  YES,
} from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { placesOf, spaceOf } from "./space.ts";

describe("the topological order of steps", () => {
  const order = (steps: { readonly [step: string]: JsonObject }, start?: string) => [
    ...inTopologicalOrder(small({ steps, ...(start === undefined ? {} : { flow: { start } }) })),
  ];
  const to = (...steps: readonly string[]): JsonObject =>
    decide(...steps.slice(0, -1).map((step) => [at("flags.on"), step] as const), steps.at(-1) as string);

  it.each<readonly [what: string, steps: { readonly [step: string]: JsonObject }, order: readonly string[]]>([
    [
      "lists a sequence of steps in order, whatever the order in the file",
      { c: END, b: to("c"), a: to("b") },
      ["a", "b", "c"],
    ],
    [
      "lists a step after all steps that lead to it",
      { a: to("b", "d"), d: END, c: to("d"), b: to("c") },
      ["a", "b", "c", "d"],
    ],
    [
      "lists the first of two paths before the second",
      { a: to("b", "c"), b: to("d"), c: to("d"), d: END },
      ["a", "b", "c", "d"],
    ],
    ["lists unreachable steps first", { a: to("b"), b: END, z: to("b") }, ["z", "a", "b"]],
  ])("%s", (_, steps, expected) => expect(order(steps, "a")).toEqual(expected));

  it("the order of steps follows errors and timeouts, and a reopened step comes before the step that reopens it", () => {
    const steps = {
      ask: to("act"),
      out: END,
      late: END,
      act: effect({ no: { to: "out" }, again: { reopen: "ask" } }, "wait"),
      wait: wait("act", "late", "done"),
      done: END,
    };
    const definition = small({ steps });
    expect(inTopologicalOrder(definition)).toEqual(["ask", "act", "wait", "done", "late", "out"]);
  });
});

describe("the variables that are read at a step or later", () => {
  /** Returns the data paths that are read from each step on: on arrival, and after the step. */
  const needs = (of: Small) => {
    const flow = spaceOf(of);
    const found = needsOf(flow, suppliersOf(flow), inTopologicalOrder(flow.definition));
    return Object.fromEntries(
      [...found].map(([step, { all, inside, after }]) => {
        expect(inside).toBe(all);
        return [step, [placesOf(flow, all), placesOf(flow, after)]];
      }),
    );
  };
  const same = (...places: readonly string[]) => [places, places];

  it("a step needs the variables of its conditions and of later conditions, but not of earlier ones", () => {
    expect(
      needs({
        steps: {
          one: form([at("flags.on"), "two"], "two"),
          two: form([at("answers.one.yes"), "three"], "done"),
          three: decide([at("answers.two.yes"), "done"], "done"),
          done: END,
        },
        forms: { one: { yes: YES }, two: { yes: YES } },
        flow: { flags: ["on"] },
      }),
    ).toEqual({
      one: same("answers.one.yes", "answers.two.yes", "flags.on"),
      two: same("answers.one.yes", "answers.two.yes"),
      three: same("answers.two.yes"),
      done: same(),
    });
  });

  it("a step needs the variables of its checks, inputs and deadline until the step is passed", () => {
    const wait = {
      kind: "wait",
      for: "small.come",
      since: "act",
      onTimeout: { to: "done" },
      next: next("done"),
    };
    expect(
      needs({
        steps: {
          ask: { ...form("act"), check: ["own"] },
          act: { ...act("until"), input: { x: "facts.f.p" } },
          until: { ...wait, until: "effects.act.by", next: next("within") },
          within: { ...wait, within: "P1D" },
          done: END,
        },
        forms: { ask: { yes: YES, no: YES } },
        facts: { f: { p: YES } },
        rules: {
          own: must(at("answers.ask.yes")),
          before: must(at("answers.ask.no")),
        },
        outputs: { "small.act": { by: { type: "string", format: "date-time" } } },
        flow: { invariants: [{ before: "act", rule: "before" }] },
      }),
    ).toEqual({
      ask: [
        ["answers.ask.no", "answers.ask.yes", "effects.act.by", "facts.f", "facts.f.p"],
        ["answers.ask.no", "effects.act.by", "facts.f", "facts.f.p"],
      ],
      act: [["answers.ask.no", "effects.act.by", "facts.f", "facts.f.p"], ["effects.act.by"]],
      until: [["effects.act.by"], []],
      within: same(),
      done: same(),
    });
  });

  const FEES: Small = {
    steps: {
      ask: form("act"),
      act: act("sort"),
      sort: decide([gone("derived.vat"), "done"], "done"),
      done: END,
    },
    forms: { ask: { code: TEXT, baht: BAHT } },
    facts: { f: { bps: { type: "integer" } } },
    args: { f: { code: "answers.ask.code" } },
    flow: {
      derived: {
        vat: { fn: "vat", args: ["derived.fee", "facts.f.bps"] },
        fee: { fn: "fee", args: ["answers.ask.baht", "facts.f.bps"] },
      },
    },
  };

  it("a derived value needs the data behind it, and the answers on which its facts depend", () => {
    const made = [
      "answers.ask.baht",
      "answers.ask.code",
      "derived.fee",
      "derived.vat",
      "facts.f",
      "facts.f.bps",
    ];
    expect(needs(FEES)).toEqual({
      ask: same(...made),
      act: same(...made),
      sort: [made, ["derived.vat"]],
      done: same(),
    });
  });

  it("the data behind a derived value stay needed after a receipt, because facts may change in between", () => {
    const made = [
      "answers.ask.baht",
      "answers.ask.code",
      "derived.fee",
      "derived.vat",
      "facts.f",
      "facts.f.bps",
    ];
    const wait = { kind: "wait", for: "small.come", since: "act", within: "P1D", onTimeout: { to: "done" } };
    const steps = {
      ask: form("act"),
      act: act([gone("derived.vat"), "wait"], "done"),
      wait: { ...wait, next: next([gone("derived.fee"), "done"], "done") },
      done: END,
    };
    const of = { ...FEES };
    const waits = made.filter((path) => path !== "derived.vat");
    expect(needs({ ...of, steps })).toEqual({
      ask: same(...made),
      act: same(...made),
      wait: same(...waits),
      done: same(),
    });
    const alone = { ...FEES.steps, act: act([gone("derived.vat"), "sort"], "done"), sort: END };
    expect(needs({ ...of, steps: alone }).act).toEqual(same(...made));
  });

  it("data paths that only an assumption names are not needed", () => {
    const fair = must(
      { or: [at("facts.f.p"), at("facts.f.q")] },
      {
        assumes: "f",
        onMissing: "allow",
      },
    );
    const of: Small = {
      steps: { sort: decide([at("facts.f.p"), "done"], "done"), done: END },
      facts: { f: { "p?": YES, "q?": YES } },
      rules: { fair },
    };
    expect(needs(of).sort).toEqual([["facts.f", "facts.f.p"], ["facts.f.p"]]);
  });

  it('whether a form was passed is needed as long as a rule with onMissing "ask" may lead back to the form', () => {
    const able = must([["answers.ask.baht", { ">": [at("answers.ask.baht"), "5.00"] }]], {
      onMissing: "ask",
    });
    const read = ["answers.ask.baht", "passed.ask"];
    expect(
      needs({
        steps: {
          ask: form("sort"),
          sort: decide(["able", "last"], "last"),
          last: decide([at("flags.on"), "done"], ["sure", "done"], "done"),
          done: END,
        },
        forms: { ask: { "baht?": BAHT } },
        rules: { able, sure: must(at("flags.on")) },
        flow: { flags: ["on"] },
      }),
    ).toEqual({
      ask: same(...read.slice(0, 1), "flags.on", "passed.ask"),
      sort: same(...read.slice(0, 1), "flags.on", "passed.ask"),
      last: same("flags.on"),
      done: same(),
    });
  });
});
