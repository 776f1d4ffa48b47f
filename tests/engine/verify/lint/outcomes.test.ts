import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { checkOutcomes, checkWaitEnds } from "../../../../engine/verify/lint/check-outcomes.ts";
import { at, decide, END, effect, form, not, over, wait, YES } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";

const found = (act: JsonObject, more: JsonObject = {}) =>
  checkOutcomes(
    small({
      steps: { ask: form("act"), act, ...more, done: END, out: over("stopped"), later: over("provisional") },
      forms: { ask: {} },
    }),
  );
const INSTANT: JsonObject = { type: "string", format: "instant" };
const ends = (pointer: string, step: string) => [
  { pointer, says: { key: "failure-ends-done", params: { step, end: "done" } } },
];

it.each<readonly [what: string, args: Parameters<typeof found>, faults: readonly unknown[]]>([
  ["nothing fails", [effect({}, "done")], []],
  [
    "a failure leads to an end that means success",
    [effect({ no: { to: "done" } }, "out")],
    ends("/steps/act/errors/no/to", "act"),
  ],
  [
    "a failure after retries leads to an end that means success",
    [effect({ no: { retry: 2, to: "done" } }, "out")],
    ends("/steps/act/errors/no/to", "act"),
  ],
  ["a failure leads to an end that means failure", [effect({ no: { to: "out" } }, "done")], []],
  ["a failure leads to a provisional end", [effect({ no: { to: "later" } }, "done")], []],
  ["a failure asks the question again", [effect({ no: { reopen: "ask" } }, "done")], []],
  ["a failure leads to another step", [effect({ no: { to: "more" } }, "done"), { more: decide("out") }], []],
  ["a failure leads to no end", [effect({ no: { to: "nowhere" } }, "done")], []],
  [
    "a timeout leads to an end that means success",
    [effect({}, "rest"), { rest: wait("act", "done", "out") }],
    ends("/steps/rest/onTimeout/to", "rest"),
  ],
  [
    "a timeout leads to an end that means failure",
    [effect({}, "rest"), { rest: wait("act", "out", "done") }],
    [],
  ],
])("the check of ends gives the expected findings for a flow in which %s", (_, args, faults) => {
  expect(found(...args)).toEqual(faults);
});

const others = (...steps: readonly string[]) => [
  { pointer: "/steps/done", says: { key: "done-without-effect", params: { end: "done", steps } } },
];
const B = at("answers.ask.b");

/** Returns the findings about a flow with a form and two effects. */
const doing = (steps: JsonObject, repeatable: readonly string[] = []) =>
  checkOutcomes(
    small({
      forms: { ask: { b: YES } },
      effects: {
        "small.act": { repeatable: repeatable.includes("act") },
        "small.two": { repeatable: repeatable.includes("two") },
      },
      steps: { ...steps, done: END, out: over("stopped") },
    }),
  );
const two = { ...effect({}, "done"), effect: "small.two" };

it.each<readonly [what: string, args: Parameters<typeof doing>, faults: readonly unknown[]]>([
  ["all users pass the effect", [{ ask: form("act"), act: effect({}, "done") }], []],
  [
    "there is no effect",
    [{ ask: form([B, "out"], "done") }],
    [{ pointer: "/steps/done", says: { key: "done-without-effect.none", params: { end: "done" } } }],
  ],
  [
    "some users skip an effect that may be repeated, and all reach another one",
    [{ ask: form([B, "two"], "act"), act: effect({}, "two"), two }, ["act"]],
    [],
  ],
  ["some users skip the effect", [{ ask: form([B, "done"], "act"), act: effect({}, "done") }], others("act")],
  [
    "some users skip an effect that may be repeated",
    [{ ask: form([B, "done"], "act"), act: effect({}, "done") }, ["act"]],
    others("act"),
  ],
  [
    "some users reach one effect and the others the other",
    [{ ask: form([B, "two"], "act"), act: effect({}, "done"), two }],
    [],
  ],
  [
    "some users reach one effect, others the other, and others none",
    [{ ask: form([B, "two"], [not(B), "done"], "act"), act: effect({}, "done"), two }],
    others("act", "two"),
  ],
  [
    "users who skip the effect reach another end",
    [{ ask: form([B, "out"], "act"), act: effect({}, "done") }],
    [],
  ],
  [
    "the effect may fail and still lead on",
    [{ ask: form("act"), act: effect({ no: { to: "more" } }, "done"), more: decide("done") }],
    others("act"),
  ],
])("the check of skipped effects gives the expected findings for a flow in which %s", (_, args, faults) => {
  expect(doing(...args)).toEqual(faults);
});

it("the deadline of a wait must be unchangeable: an output or an answer, but not a fact", () => {
  const ends = (until: string) =>
    checkWaitEnds(
      small({
        steps: {
          ask: form("act"),
          act: effect({}, "rest"),
          rest: { ...wait("act", "out", "done"), until },
          done: END,
          out: over("stopped"),
        },
        forms: { ask: { by: INSTANT } },
        facts: { f: { at: INSTANT } },
        outputs: { "small.act": { by: INSTANT } },
      }),
    );
  expect([ends("effects.act.by"), ends("answers.ask.by")]).toEqual([[], []]);
  expect(ends("facts.f.at")).toEqual([
    { pointer: "/steps/rest/until", says: { key: "until-may-move", params: { path: "facts.f.at" } } },
  ]);
});
