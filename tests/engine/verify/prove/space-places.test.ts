import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import {
  act,
  at,
  BAHT,
  DATE,
  decide,
  END,
  form,
  gone,
  must,
  next,
  TEXT,
  wait,
  YES,
} from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { when } from "../../flow/fixtures/shop.ts";
import { spaceOf } from "./space.ts";

/** Returns the data paths of a flow's space, in the order in which they are tested. */
const asked = (of: Small) => spaceOf(of).space.variables.map(({ path }) => path);

describe("the variables in the model of a flow", () => {
  it("variables are tested in a fixed order: later steps before earlier ones, then switches, then facts", () => {
    const all = [
      "facts.today.date",
      "flags.on",
      "effects.call.ok",
      "answers.one.yes",
      "answers.two.yes",
      "derived.points",
      "derived.fee",
      "derived.vat",
      "derived.total",
      "facts.item.open",
    ];
    const steps = {
      one: form("call"),
      call: { kind: "effect", effect: "small.call", input: {}, errors: {}, next: next("two") },
      two: form("sort"),
      sort: decide([{ missing: all }, "done"], "done"),
      done: END,
    };
    const of: Small = {
      steps,
      forms: { one: { yes: YES, code: TEXT, "baht?": BAHT }, two: { yes: YES } },
      facts: { today: { date: DATE }, item: { open: YES, feeBps: { type: "integer" } } },
      args: { item: { code: "answers.one.code" } },
      outputs: { "small.call": { ok: YES } },
      rules: { points: { value: { type: { type: "integer" }, logic: { if: [at("flags.on"), 1, 2] } } } },
      flow: {
        flags: ["on"],
        derived: {
          vat: { fn: "vat", args: ["derived.fee", "facts.item.feeBps"] },
          fee: { fn: "fee", args: ["answers.one.baht", "facts.item.feeBps"] },
          points: { rule: "points" },
          total: { fn: "sum", args: ["derived.points"] },
        },
      },
    };
    expect(asked(of)).toEqual([
      "answers.two.yes",
      "effects.call.ok",
      "derived.vat",
      "derived.fee",
      "answers.one.yes",
      "answers.one.baht",
      "answers.one.code",
      "derived.total",
      "flags.on",
      "facts.item.open",
      "facts.item.feeBps",
      "facts.item",
      "facts.today.date",
      "facts.today",
    ]);
  });

  it("the variables of compared values are neighbours, between other answers and other facts", () => {
    const compares: JsonObject = {
      and: [
        { "<=": [at("answers.ask.baht"), at("facts.f.most")] },
        { ">=": [at("answers.ask.baht"), at("facts.f.least")] },
        at("answers.ask.yes"),
        at("facts.g.open"),
      ],
    };
    expect(
      asked({
        steps: { ask: form("sort"), sort: decide([compares, "done"], "done"), done: END },
        forms: { ask: { yes: YES, baht: BAHT } },
        facts: { f: { most: BAHT, least: BAHT }, g: { open: YES } },
      }),
    ).toEqual([
      "answers.ask.yes",
      "answers.ask.baht",
      "facts.f.most",
      "facts.f.least",
      "facts.g.open",
      "facts.f",
      "facts.g",
    ]);
  });

  const ONE: Small = { steps: { ask: form("sort") }, forms: {} };
  /** Returns the data paths that are known if one condition is read after a form. */
  const behind = (condition: JsonObject, { steps, ...more }: Partial<Small> = {}) =>
    asked({
      ...ONE,
      forms: { ask: { code: TEXT, on: YES } },
      ...more,
      steps: {
        ...ONE.steps,
        sort: decide([condition, "done"], "done"),
        ...steps,
        done: END,
      },
    }).toSorted();

  const ifOn = (required: string): JsonObject => ({
    type: "object",
    properties: { on: YES, off: YES, code: TEXT, deep: { type: "object", properties: { one: TEXT } } },
    required: ["on"],
    allOf: [when({ on: true }, [required])],
  });
  const nested = (inner: JsonObject): JsonObject => ({
    type: "object",
    properties: { deep: inner, on: YES },
    required: ["deep"],
  });

  const rows: readonly (readonly [
    what: string,
    places: readonly string[],
    condition: JsonObject,
    more?: Partial<Small>,
  ])[] = [
    ["include an answer", ["answers.ask.on"], at("answers.ask.on")],
    ["include a switch", ["flags.on"], at("flags.on"), { flow: { flags: ["on", "never-read"] } }],
    [
      "include a conditional field with its condition",
      ["answers.ask.code", "answers.ask.on"],
      { "==": [at("answers.ask.code"), "a"] },
      { forms: { ask: ifOn("code") } },
    ],
    [
      "include an unconditional field alone",
      ["answers.ask.off"],
      at("answers.ask.off"),
      { forms: { ask: ifOn("code") } },
    ],
    [
      "include nested conditional fields with their conditions",
      ["answers.ask.deep.code", "answers.ask.deep.on"],
      gone("answers.ask.deep.code"),
      { forms: { ask: nested(ifOn("code")) } },
    ],
    [
      "include the content of a conditional object",
      ["answers.ask.deep.one", "answers.ask.on"],
      gone("answers.ask.deep.one"),
      { forms: { ask: ifOn("deep") } },
    ],
    [
      "include a conditional object that is read as a whole",
      ["answers.ask.deep", "answers.ask.on"],
      gone("answers.ask.deep"),
      { forms: { ask: ifOn("deep") } },
    ],
    [
      "include a property of a fact with the fact, which may be absent",
      ["facts.f", "facts.f.yes"],
      at("facts.f.yes"),
      { facts: { f: { yes: YES, no: YES } } },
    ],
    [
      "include a property of a fact with the answers on which the fact depends",
      ["answers.ask.code", "facts.f", "facts.f.yes"],
      at("facts.f.yes"),
      { facts: { f: { yes: YES } }, args: { f: { code: "answers.ask.code" } } },
    ],
    [
      "include a fact that is read as a whole",
      ["answers.ask.code", "facts.f"],
      gone("facts.f"),
      { facts: { f: { yes: YES } }, args: { f: { code: "answers.ask.code" } } },
    ],
    [
      "include a whole answer, and the length of a list",
      ["answers.ask", "answers.ask.list", "answers.ask.on"],
      { and: [gone("answers.ask"), { ">": [at("answers.ask.list.length"), 1] }] },
      {
        forms: {
          ask: {
            ...ifOn("list"),
            properties: { on: YES, list: { type: "array", items: TEXT, minItems: 0, maxItems: 3 } },
          },
        },
      },
    ],
    [
      "include the input of an effect, and the deadline of a wait",
      ["answers.ask.code", "effects.act.by", "facts.f", "facts.f.yes"],
      gone("answers.ask.code"),
      {
        steps: {
          ask: form("act"),
          act: { ...act("wait"), input: { x: "facts.f.yes" } },
          wait: {
            kind: "wait",
            for: "small.come",
            since: "act",
            until: "effects.act.by",
            onTimeout: { to: "done" },
            next: next("again"),
          },
          again: wait("act", "done", "sort"),
        },
        facts: { f: { yes: YES } },
        outputs: { "small.act": { by: { type: "string", format: "date-time" }, ok: YES } },
      },
    ],
    [
      "include a derived value with its dependencies, through other derived values too",
      ["answers.ask.baht", "derived.fee", "derived.vat", "facts.f", "facts.f.bps"],
      gone("derived.vat"),
      {
        forms: { ask: { baht: BAHT } },
        facts: { f: { bps: { type: "integer" } } },
        flow: {
          derived: {
            fee: { fn: "fee", args: ["answers.ask.baht", "facts.f.bps"] },
            vat: { fn: "vat", args: ["derived.fee", "facts.f.bps"] },
          },
        },
      },
    ],
    [
      "include for a derived value of a rule what the rule reads",
      ["answers.ask.on"],
      { "==": [at("derived.points"), 1] },
      {
        flow: { derived: { points: { rule: "points" } } },
        rules: {
          points: { value: { type: { type: "integer" }, logic: { if: [at("answers.ask.on"), 1, 2] } } },
        },
      },
    ],
    [
      "include what the rules of checks and invariants read",
      ["answers.ask.code", "answers.ask.on", "flags.on"],
      at("flags.on"),
      {
        steps: { ask: { ...form("sort"), check: ["own"] } },
        rules: {
          own: must(at("answers.ask.on")),
          before: must(gone("answers.ask.code")),
        },
        flow: { flags: ["on"], invariants: [{ before: "sort", rule: "before" }] },
      },
    ],
    [
      "include what the assumptions about a fact read",
      ["facts.f", "facts.f.no", "facts.f.yes", "flags.on"],
      at("flags.on"),
      {
        facts: { f: { yes: YES, no: YES } },
        flow: { flags: ["on"] },
        rules: {
          fair: must(
            { or: [at("facts.f.yes"), at("facts.f.no")] },
            {
              assumes: "f",
              onMissing: "allow",
            },
          ),
        },
      },
    ],
  ];
  for (const [what, places, condition, more] of rows)
    it(what, () => expect(behind(condition, more)).toEqual(places));
});
