import { describe, expect, it } from "vitest";
import { inMemory } from "../../../../engine/flow/index.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { act, at, decide, ENDS, effect, form, gone, must, not, review, YES } from "../../fixtures/parts.ts";
import { compiledOf, type Small } from "../../fixtures/small-flow.ts";
import { proved } from "./walk.ts";

const B = at("answers.ask.b");
const ask = { ask: { b: YES } };
/**
 * Returns the findings, except those about users who cannot continue at a checked effect. These users are
 * intended here.
 */
const found = (of: Small) =>
  proved(of)
    .map((one) => [one.at, one.says.key])
    .filter(([, key]) => key !== "check-blocks-effect");
const NEVER = (pointer: string) => [[`error flow.json ${pointer}`, "impossible-branch.never"]];

describe("the rule of an effect with a receipt", () => {
  const no = { no: { to: "more" } };
  const failing = (input: JsonObject): Small => ({
    steps: {
      ask: form("act"),
      act: { ...effect(no, "done"), check: ["r"], input },
      more: decide([not(B), "done"], "out"),
      ...ENDS,
    },
    forms: ask,
    inputs: { "small.act": { "b?": YES } },
    rules: { r: must(B) },
  });

  it("users may change answers after a failed effect, and that failure still leads them on", () => {
    expect(found(failing({}))).toEqual([]);
  });

  it("a changed answer that is an input of a failed effect makes the effect run again", () => {
    expect(found(failing({ b: "answers.ask.b" }))).toEqual(NEVER("/steps/more/next/0"));
  });

  it("facts and switches may change after an effect failed", () => {
    const G = at("flags.g");
    const P = at("facts.f.p");
    for (const [flow, facts, on] of [
      [{ flags: ["g"] }, {}, G],
      [{}, { f: { p: YES } }, P],
    ] as const) {
      const steps = {
        act: { ...effect(no, "done"), check: ["r"] },
        more: decide([on, "done"], "out"),
        ...ENDS,
      };
      expect(found({ steps, flow, facts, rules: { r: must(on) } })).toEqual([]);
    }
  });

  it("a fault that affects only users who went back is reported as not proved, without an example", () => {
    const steps = {
      ask: form("act"),
      act: { ...effect(no, "done"), check: ["r"] },
      more: { ...act("done"), effect: "small.more" },
      ...ENDS,
    };
    const flow = { invariants: [{ before: "more", rule: "r" }] };
    expect(found({ steps, flow, forms: ask, rules: { r: must(B) } })).toEqual([
      ["error flow.json /invariants/0", "not-proved.somebody"],
    ]);
  });

  const over = (repeatable: boolean, reopen: string): Small => ({
    steps: {
      ask: form("first"),
      first: { ...act("again"), check: ["r"] },
      again: form("send"),
      send: { ...effect({ doubt: { reopen } }, [not(B), "done"], "out"), effect: "small.send" },
      ...ENDS,
    },
    forms: { ...ask, again: {} },
    effects: { "small.act": { repeatable } },
    rules: { r: must(B) },
  });

  it("a completed effect does not check its rule again after a later effect reopens an earlier answer", () => {
    expect(found(over(true, "ask"))).toEqual([]);
    expect(found(over(true, "again"))).toEqual(expect.arrayContaining(NEVER("/steps/send/next/0")));
    expect(found(over(false, "again"))).toEqual(expect.arrayContaining(NEVER("/steps/send/next/0")));
  });
});

describe("the answer to the form of an effect", () => {
  const PIN = { type: "string", enum: ["1111"], writeOnly: true };
  const of: Small = {
    steps: {
      own: { ...effect({ no: { to: "more" } }, "done"), form: true, input: { pin: "form.pin" } },
      more: { ...act([gone("answers.own.b"), "done"], "out"), effect: "small.more" },
      ...ENDS,
    },
    forms: { own: { b: YES, pin: PIN } },
    inputs: { "small.act": { pin: PIN } },
  };

  it("the answer to an effect's form is missing after the user left the effect through an error", () => {
    expect(found(of)).toContainEqual(["error flow.json /steps/more/next/1", "impossible-branch.earlier"]);
  });

  it("the answer to an effect's form is still missing after a later effect was completed", () => {
    const alone = inMemory(compiledOf(of), () => ({ flags: {}, facts: {} }));
    alone.keep("own", { b: true });
    alone.happen(alone.stands().walk, { fails: "no" });
    alone.happen(alone.stands().walk, { done: {} });
    expect(alone.stands().walk).toMatchObject({ at: { step: "done" }, answers: {} });
  });
});

describe("a field that decides whether a form asks for another field", () => {
  it("a field that decides about another field has a value in the example user, even if nothing else reads it", () => {
    const then = { properties: { c: YES } };
    const own = {
      type: "object",
      properties: { b: YES },
      required: [],
      allOf: [{ if: { properties: { b: { const: true } }, required: ["b"] }, then }],
    };
    const flow = { invariants: [{ before: "act", rule: "r" }] };
    const steps = { ask: form("act"), act: act("done"), done: ENDS.done };
    const rules = { r: must(at("answers.ask.c"), { onMissing: "allow" }) };
    expect(proved({ steps, flow, forms: { ask: own }, rules })).toMatchObject([
      {
        says: { key: "invariant-broken" },
        person: { answers: { ask: { b: true, c: false } }, replayed: true },
      },
    ]);
  });
});

describe("an invariant that protects a step without a form", () => {
  const flow = { invariants: [{ before: "more", rule: "r" }] };
  it.each([
    ["decide", decide("last")],
    ["review", review([], "last")],
  ])(
    "an invariant stops no user at a step of the kind %s, so users who violate the invariant are reported",
    (_, more) => {
      const steps = { ask: form("more"), more, last: decide([not(B), "done"], "out"), ...ENDS };
      expect(proved({ steps, flow, forms: ask, rules: { r: must(B) } })).toMatchObject([
        { says: { key: "invariant-broken" }, person: { answers: { ask: { b: false } }, replayed: true } },
      ]);
      const behind = { ...steps, ask: form([not(B), "out"], "more"), last: decide("done") };
      expect(found({ steps: behind, flow, forms: ask, rules: { r: must(B) } })).toEqual([]);
    },
  );
});
