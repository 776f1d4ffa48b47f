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
  ["a failure ends as done", [effect({ no: { to: "done" } }, "out")], ends("/steps/act/errors/no/to", "act")],
  [
    "a failure that was tried again ends as done",
    [effect({ no: { retry: 2, to: "done" } }, "out")],
    ends("/steps/act/errors/no/to", "act"),
  ],
  ["a failure stops", [effect({ no: { to: "out" } }, "done")], []],
  ["a failure ends for now", [effect({ no: { to: "later" } }, "done")], []],
  ["a failure asks again", [effect({ no: { reopen: "ask" } }, "done")], []],
  ["a failure goes on", [effect({ no: { to: "more" } }, "done"), { more: decide("out") }], []],
  ["a failure leads nowhere", [effect({ no: { to: "nowhere" } }, "done")], []],
  [
    "a wait in vain ends as done",
    [effect({}, "rest"), { rest: wait("act", "done", "out") }],
    ends("/steps/rest/onTimeout/to", "rest"),
  ],
  ["a wait in vain stops", [effect({}, "rest"), { rest: wait("act", "out", "done") }], []],
])("a flow in which %s", (_, args, faults) => {
  expect(found(...args)).toEqual(faults);
});

const others = (...steps: readonly string[]) => [
  { pointer: "/steps/done", says: { key: "done-without-effect", params: { end: "done", steps } } },
];
const B = at("answers.ask.b");

/** Returns the findings about a form and two effects. */
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
  ["everybody passes the effect", [{ ask: form("act"), act: effect({}, "done") }], []],
  [
    "there is no effect",
    [{ ask: form([B, "out"], "done") }],
    [{ pointer: "/steps/done", says: { key: "done-without-effect.none", params: { end: "done" } } }],
  ],
  [
    "some pass by one that may be done again, and all come to another",
    [{ ask: form([B, "two"], "act"), act: effect({}, "two"), two }, ["act"]],
    [],
  ],
  ["some pass it by", [{ ask: form([B, "done"], "act"), act: effect({}, "done") }], others("act")],
  [
    "some pass by what may be done again",
    [{ ask: form([B, "done"], "act"), act: effect({}, "done") }, ["act"]],
    others("act"),
  ],
  [
    "some do one thing and some the other",
    [{ ask: form([B, "two"], "act"), act: effect({}, "done"), two }],
    [],
  ],
  [
    "some do one thing, some the other, and some none",
    [{ ask: form([B, "two"], [not(B), "done"], "act"), act: effect({}, "done"), two }],
    others("act", "two"),
  ],
  ["who passes it by ends elsewhere", [{ ask: form([B, "out"], "act"), act: effect({}, "done") }], []],
  [
    "it may fail and lead on all the same",
    [{ ask: form("act"), act: effect({ no: { to: "more" } }, "done"), more: decide("done") }],
    others("act"),
  ],
])("a flow in which %s", (_, args, faults) => {
  expect(doing(...args)).toEqual(faults);
});

it("a wait ends at a fixed instant: an output or an answer, not a fact", () => {
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
