import { expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { act, form, next } from "../fixtures/parts.ts";
import { filesAround, foundIn } from "./checks-around.ts";

const PIN: JsonObject = {
  review: { kind: "review", shows: ["answers.ask.x"], next: next("pin") },
  pin: {
    kind: "challenge",
    challenge: "pin",
    binds: "review",
    errors: { exhausted: { to: "done" } },
    next: next("act"),
  },
  ask: form("review"),
};

const found = (subject: "anonymous" | "account", signature: JsonObject, steps: JsonObject) =>
  foundIn(filesAround({ flow: { subject }, effect: signature, steps: { act: ACT, ...steps } })).filter(
    ([, says]) => (says as { key: string }).key.startsWith("needs-account"),
  );
const ACT: JsonObject = act("done");

it.each<
  readonly [what: string, args: Parameters<typeof found>, faults: readonly (readonly [string, object])[]]
>([
  [
    "a visitor does what only somebody with an account may do",
    ["anonymous", { subject: "account" }, {}],
    [["/steps/act/effect", { key: "needs-account", params: { step: "act", effect: "small.act" } }]],
  ],
  ["a visitor does what anybody may do", ["anonymous", {}, {}], []],
  [
    "a visitor is asked for a PIN",
    ["anonymous", {}, PIN],
    [["/steps/pin/challenge", { key: "needs-account.challenge", params: { step: "pin", challenge: "pin" } }]],
  ],
  ["somebody with an account does it, behind a PIN", ["account", { subject: "account" }, PIN], []],
])("what needs an account is found where %s", (_, args, faults) => {
  expect(found(...args)).toEqual(faults);
});
