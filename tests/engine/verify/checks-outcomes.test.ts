import { expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { checkOutcomes } from "../../../engine/verify/check-outcomes.ts";
import { decide, END, effect, form, over, wait } from "../fixtures/parts.ts";
import { small } from "../fixtures/small-flow.ts";

const found = (act: JsonObject, more: JsonObject = {}) =>
  checkOutcomes(
    small({
      steps: { ask: form("act"), act, ...more, done: END, out: over("stopped"), later: over("provisional") },
      forms: { ask: {} },
    }),
  );
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
  ["a failure goes on", [effect({ no: { to: "more" } }, "done"), { more: decide("done") }], []],
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
