import { describe, expect, it } from "vitest";
import {
  type Compiled,
  derive,
  type Instance,
  type Receipt,
  type TrailStep,
} from "../../../engine/flow/index.ts";
import type { OnMissing } from "../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { act, atLeast, END, form, must, over, TEXT } from "../fixtures/parts.ts";
import { walkable } from "../fixtures/small-flow.ts";

/**
 * Returns a flow of two forms. The first form has an optional field that a rule needs. The rule is a `when`
 * of the first form or a `check` of the second.
 */
const flowWith = (onMissing: OnMissing, use: "when" | "check", mend = "answers.first.age"): Compiled =>
  walkable({
    steps: {
      first: form("register"),
      register: act("second"),
      second: use === "check" ? { ...form("yes"), check: ["adult"] } : form(["adult", "yes"], "no"),
      yes: END,
      ...(use === "when" ? { no: over("stopped") } : {}),
    },
    forms: { first: { "age?": { type: "integer" }, "name?": TEXT }, second: { "word?": TEXT } },
    rules: { adult: must([[mend, atLeast("answers.first.age", 20)]], { onMissing }) },
    effects: { "small.act": { repeatable: true } },
  });

const registered = (trail: readonly TrailStep[]): Receipt => ({
  kind: "effect",
  seq: 1,
  step: "register",
  at: "2026-03-02T03:00:00.000Z",
  attempt: 1,
  // SHA-256 of the text `{}`.
  inputHash: "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
  outcome: { kind: "done", output: {} },
  trail,
});

function at(compiled: Compiled, first: JsonObject, frozen: boolean) {
  const trail = [{ step: "first", to: "register" }];
  const contest: Receipt = {
    kind: "contested",
    seq: 2,
    at: "2026-03-02T03:00:01.000Z",
    step: "first",
    by: "second",
    revision: 0,
    code: "x",
  };
  const instance: Instance = {
    id: "i",
    flow: "small",
    version: "",
    answers: { first: { value: first, revision: 1 }, second: { value: { word: "x" }, revision: 1 } },
    // A reopening that was answered long ago unfreezes the answers, and the effect still counts.
    receipts: frozen ? [registered(trail)] : [registered(trail), contest],
  };
  return derive(compiled, instance, {}, {});
}

describe("a rule whose result is unknown", () => {
  it.each([
    ["refuse", "when", { kind: "end", step: "no" }],
    ["allow", "when", { kind: "end", step: "yes" }],
    ["ask", "when", { kind: "form", step: "first" }],
    ["refuse", "check", { kind: "form", step: "second" }],
    ["allow", "check", { kind: "end", step: "yes" }],
    ["ask", "check", { kind: "form", step: "first" }],
  ] as const)(
    'an unknown rule with onMissing "%s" leads as a %s to the expected step',
    (onMissing, use, expected) => {
      expect(at(flowWith(onMissing, use), {}, false).at).toMatchObject(expected);
    },
  );

  it('an unknown rule with onMissing "ask" shows its reason at the field that can supply the value, and removes later steps', () => {
    const walk = at(flowWith("ask", "when"), {}, false);
    expect(walk.at).toMatchObject({
      errors: [{ pointer: "/age", code: "adult.c0", message: "warning:small.clause" }],
    });
    expect(walk.blocking).toMatchObject([{ id: "c0", missing: ["answers.first.age"] }]);
    expect(walk.trail).toEqual([]);
    expect(walk.answers).not.toHaveProperty("second");
    expect(walk.effects).toEqual({});
  });

  it.each([
    ["when", { kind: "end", step: "no" }],
    ["check", { kind: "form", step: "second", errors: [{ pointer: "", code: "adult.c0" }] }],
  ] as const)(
    'an unknown rule with onMissing "ask" fails as a %s if the step of the missing field is frozen',
    (use, expected) => {
      expect(at(flowWith("ask", use), {}, true).at).toMatchObject(expected);
    },
  );

  it('an unknown rule with onMissing "ask" fails if no step on the path has the missing field', () => {
    expect(at(flowWith("ask", "when", "flow:kyc"), {}, false).at).toMatchObject({ kind: "end", step: "no" });
  });

  it.each([
    [19, { kind: "end", step: "no" }],
    [20, { kind: "end", step: "yes" }],
  ])("a rule has a known result if no value is missing, such as for the age %i", (age, expected) => {
    expect(at(flowWith("ask", "when"), { age }, false).at).toMatchObject(expected);
  });
});
