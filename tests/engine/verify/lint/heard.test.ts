import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { checkHeard } from "../../../../engine/verify/lint/check-heard.ts";
import { act, END, form, is, must, next, review, TEXT } from "../../fixtures/parts.ts";
import { type Fields, objectOf, type Small, small } from "../../fixtures/small-flow.ts";

/** Returns a flow that asks for `x`, shows a review and runs an effect. Given parts replace the defaults. */
const asking = (of: Partial<Small> & { readonly asked?: Fields; readonly record?: boolean }): Small => {
  const { asked = { x: TEXT }, record = true, ...more } = of;
  return {
    forms: { ask: asked },
    effects: { "small.act": record ? { record } : {} },
    ...more,
    steps: { ask: form("review"), review: review([], "act"), act: act("done"), done: END, ...more.steps },
  };
};
const unheard = (path = "x", pointer = `/properties/${path}`, step = "ask") => ({
  file: `schemas/small/${step}.json`,
  pointer,
  says: { key: "answer-unheard", params: { path: `answers.${step}.${path}`, step } },
});
const seen = (...places: readonly string[]) => ({ review: review(places, "act") });
const branch = {
  ask: { kind: "form", next: next([is("flags.short", true), "act"], "review") } as JsonObject,
};
const group = { home: objectOf({ town: TEXT, "road?": TEXT }) };

it.each<readonly [what: string, of: Small, faults: readonly object[]]>([
  ["an answer that nothing reads", asking({}), [unheard()]],
  ["an answer in the review before an effect with a record", asking({ steps: seen("answers.ask.x") }), []],
  [
    "an answer in the review before an effect without a record",
    asking({ steps: seen("answers.ask.x"), record: false }),
    [unheard()],
  ],
  [
    "a review that a shorter path skips",
    asking({ flow: { flags: ["short"] }, steps: { ...seen("answers.ask.x"), ...branch } }),
    [unheard()],
  ],
  [
    "a review after the effect",
    asking({
      steps: { ask: form("act"), act: act("review"), review: review(["answers.ask.x"], "done"), done: END },
    }),
    [unheard()],
  ],
  [
    "an input of the effect",
    asking({
      inputs: { "small.act": { x: TEXT } },
      steps: { act: { ...act("done"), input: { x: "answers.ask.x" } } },
      record: false,
    }),
    [],
  ],
  [
    "a value that a rule reads",
    asking({
      rules: { right: must(is("answers.ask.x", "a")) },
      steps: { review: { ...review([], "act"), next: next(["right", "act"], "done") } },
    }),
    [],
  ],
  [
    "a value that only an end shows",
    asking({ steps: { done: { ...END, shows: ["answers.ask.x"] } } }),
    [unheard()],
  ],
  [
    "a group of which only one part is shown",
    asking({ asked: group, steps: seen("answers.ask.home.town") }),
    [unheard("home.road", "/properties/home/properties/road")],
  ],
  ["a group that is shown as a whole", asking({ asked: group, steps: seen("answers.ask.home") }), []],
  [
    "a confirmation, which has only one possible answer",
    asking({ asked: { x: { type: "boolean", const: true } } }),
    [],
  ],
  [
    "a checklist of which every item must be ticked",
    asking({
      asked: {
        x: { type: "array", items: { type: "string", enum: ["A", "B"] }, uniqueItems: true, minItems: 2 },
      },
    }),
    [],
  ],
  [
    "a checklist of which one item is enough",
    asking({
      asked: {
        x: { type: "array", items: { type: "string", enum: ["A", "B"] }, uniqueItems: true, minItems: 1 },
      },
    }),
    [unheard()],
  ],
  [
    "an answer that determines which other questions are asked",
    asking({
      asked: {
        ...objectOf({ x: { type: "string", enum: ["A", "B"] }, "y?": TEXT }),
        // biome-ignore lint/suspicious/noThenProperty: `then` is the keyword of JSON Schema.
        allOf: [{ if: { properties: { x: { const: "A" } }, required: ["x"] }, then: { required: ["y"] } }],
      },
    }),
    [unheard("y")],
  ],
])("the check that something reads every answer gives the expected findings for %s", (_, of, faults) =>
  expect(checkHeard(small(of))).toEqual(faults),
);
