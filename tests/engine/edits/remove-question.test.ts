import { describe, expect, test } from "vitest";
import { type Draft, dependentsOfQuestion, edit, printed, valueAt } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";

const FORM = "schemas/visit/ask.json";
const FLOW = "flows/visit/flow.json";
const RULE = "flows/visit/rules/able.json";
const AT = { flow: "visit", step: "ask" } as const;

/** A flow in which a rule, a way, a derived value, an effect and another question depend on an answer. */
const FILES: { readonly [file: string]: Json } = {
  [FORM]: {
    $id: "visit/ask",
    type: "object",
    properties: { age: { type: "integer" }, pet: { type: "string", enum: ["CAT", "DOG"] }, note: {} },
    required: ["age", "pet"],
    allOf: [
      {
        if: { properties: { pet: { const: "DOG" } }, required: ["pet"] },
        // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
        then: { required: ["note"] },
      },
    ],
    additionalProperties: false,
  },
  [FLOW]: {
    namespace: "visit",
    derived: { double: { fn: "twice", args: ["answers.ask.age"] } },
    steps: {
      ask: {
        kind: "form",
        check: ["only-age"],
        next: [
          { when: { ">": [{ var: "answers.ask.age" }, 90] }, to: "end" },
          { when: { and: [{ ">": [{ var: "answers.ask.age" }, 9] }, { var: "flags.on" }] }, to: "end" },
          { to: "send" },
        ],
      },
      review: {
        kind: "review",
        shows: [
          { heading: "ask" },
          "answers.ask.age",
          "derived.double",
          { heading: "pet" },
          "answers.ask.pet",
        ],
      },
      send: {
        kind: "effect",
        effect: "visits.book",
        input: { age: "answers.ask.age", "pet?": "answers.ask.pet", twice: "derived.double" },
        errors: { young: { reopen: "ask", field: "age" } },
      },
    },
  },
  [RULE]: {
    id: "able",
    must: [
      { id: "grown", logic: { ">=": [{ var: "answers.ask.age" }, 18] }, mend: "answers.ask.age" },
      { id: "cat", logic: { "==": [{ var: "answers.ask.pet" }, "CAT"] }, mend: "none" },
    ],
    cases: [
      { given: { answers: { ask: { age: 20, pet: "CAT" } } }, expect: true },
      { given: { answers: { ask: { age: 30, pet: "CAT" } } }, expect: true },
      { given: { answers: { ask: { age: 20, pet: "DOG" } } }, expect: false },
    ],
  },
  "flows/visit/rules/only-age.json": {
    id: "only-age",
    must: [{ id: "old", logic: { "<": [{ var: "answers.ask.age" }, 120] }, mend: "answers.ask.age" }],
    cases: [],
  },
  "schemas/effects/visits.book.json": { input: { properties: {}, required: ["age"] } },
};
const draft: Draft = Object.fromEntries(Object.entries(FILES).map(([file, value]) => [file, printed(value)]));

function without(field: string) {
  const removed = edit(draft, { op: "remove-question", args: { ...AT, field, withReaders: true } });
  if (!removed.ok) throw new Error(JSON.stringify(removed.error));
  return removed.value;
}

describe("remove-question with its readers", () => {
  const { draft: now, left, inverse } = without("age");

  test("removes ways, lines, derived values and their readers, and keeps what an effect needs", () => {
    expect(valueAt(now, FLOW, "/steps/ask/next")).toEqual([
      { when: { var: "flags.on" }, to: "end" },
      { to: "send" },
    ]);
    expect(valueAt(now, FLOW, "/derived")).toEqual({});
    expect(valueAt(now, FLOW, "/steps/review/shows")).toEqual([{ heading: "pet" }, "answers.ask.pet"]);
    expect(valueAt(now, FLOW, "/steps/send/input")).toEqual({
      age: "answers.ask.age",
      "pet?": "answers.ask.pet",
    });
    expect(valueAt(now, FLOW, "/steps/send/errors/young")).toEqual({ reopen: "ask" });
    expect(left.map(({ pointer }) => pointer)).toEqual(["/steps/send/input/age"]);
  });

  test("removes a clause with its cases, and a rule that only checks the answer", () => {
    expect(valueAt(now, RULE, "/must")).toEqual([(FILES[RULE] as { must: Json[] }).must[1]]);
    expect(valueAt(now, RULE, "/cases")).toEqual([
      { given: { answers: { ask: { pet: "CAT" } } }, expect: true },
      { given: { answers: { ask: { pet: "DOG" } } }, expect: false },
    ]);
    expect(now["flows/visit/rules/only-age.json"]).toBeUndefined();
    expect(valueAt(now, FLOW, "/steps/ask/check")).toBeUndefined();
  });

  test("asks a question always that was asked after the removed answer", () => {
    const { draft: petless } = without("pet");
    expect(valueAt(petless, FORM, "/allOf")).toBeUndefined();
    expect(valueAt(petless, FORM, "/required")).toEqual(["age", "note"]);
  });

  test("is undone as one operation", () => {
    const undone = edit(now, inverse);
    expect(undone.ok && undone.value.draft).toEqual(draft);
  });

  test("is announced: each dependent is listed, and whether it goes", () => {
    const listed = dependentsOfQuestion(draft, { ...AT, field: "pet" });
    expect(listed.map(({ why, what, goes }) => `${why} ${what} ${goes}`)).toEqual([
      "asks note true",
      "reads answers.ask.pet true",
      "reads answers.ask.pet true",
      "reads answers.ask.pet true",
    ]);
    const ofAge = dependentsOfQuestion(draft, { ...AT, field: "age" });
    expect(ofAge.filter(({ goes }) => !goes).map(({ pointer }) => pointer)).toEqual([
      "/steps/send/input/age",
    ]);
    expect(ofAge.filter(({ what }) => what === "derived.double").length).toBe(2);
  });
});
