import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { checkFailures } from "../../../../engine/verify/lint/check-failures.ts";
import { decide, END, effect, form, over, pin, review } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";

const two = (to: string, errors: JsonObject = {}): JsonObject => ({
  ...effect(errors, to),
  effect: "small.two",
});
const found = (steps: JsonObject, codes: JsonObject = {}) =>
  checkFailures(
    small({
      steps: { ask: form("act"), ...steps, done: END, out: over("stopped") },
      forms: { ask: {} },
      effects: { "small.act": { errors: codes } },
    }),
  );
const goesOn = (step: string, code: string) => [
  {
    pointer: `/steps/${step}/errors/${code}/to`,
    says: { key: "failure-goes-on", params: { step, code, effect: "two" } },
  },
];
const NO = { no: { meaning: "no" } };

it.each<readonly [what: string, args: Parameters<typeof found>, faults: readonly unknown[]]>([
  ["ends the flow", [{ act: effect({ no: { to: "out" } }, "two"), two: two("done") }, NO], []],
  [
    "leads on like a success",
    [{ act: effect({ no: { to: "two" } }, "two"), two: two("done") }, NO],
    goesOn("act", "no"),
  ],
  [
    "leads on like a success through another step",
    [{ act: effect({ no: { to: "more" } }, "two"), more: decide("two"), two: two("done") }, NO],
    goesOn("act", "no"),
  ],
  [
    "leads on like a success after retries",
    [{ act: effect({ no: { retry: 2, to: "two" } }, "two"), two: two("done") }, NO],
    goesOn("act", "no"),
  ],
  [
    "may lead on, because its signature allows that",
    [
      { act: effect({ no: { to: "two" } }, "two"), two: two("done") },
      { no: { meaning: "no", mayGoOn: true } },
    ],
    [],
  ],
  [
    "leads to a step to which no success leads",
    [{ act: effect({ no: { to: "two" } }, "done"), two: two("out") }, NO],
    [],
  ],
  [
    "asks for an earlier answer again",
    [{ act: effect({ no: { reopen: "ask" } }, "two"), two: two("done") }, NO],
    [],
  ],
  ["is the last effect's and ends the flow", [{ act: effect({ no: { to: "done" } }, "done") }, NO], []],
])("the check of failures gives the expected findings for an effect whose failure %s", (_, args, faults) => {
  expect(found(...args)).toEqual(faults);
});

it.each<readonly [what: string, exhausted: string, faults: readonly unknown[]]>([
  ["ends the flow", "out", []],
  ["leads to the step that the challenge protects", "two", goesOn("pin", "exhausted")],
])(
  "the check of failures gives the expected findings for an exhausted challenge that %s",
  (_, exhausted, faults) => {
    const steps = { look: review(["flags.x"], "pin"), pin: pin("look", exhausted, "two"), two: two("done") };
    expect(found({ ask: form("look"), ...steps, act: effect({}, "done") })).toEqual(faults);
  },
);
