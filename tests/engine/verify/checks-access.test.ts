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

it.each<
  readonly [
    what: string,
    requires: readonly string[],
    invariants: readonly (readonly [string, string])[],
    missing: readonly string[],
  ]
>([
  ["none is required", [], [], []],
  [
    "all are kept before it",
    ["a", "b"],
    [
      ["act", "a"],
      ["act", "b"],
    ],
    [],
  ],
  ["one is not kept", ["a", "b"], [["act", "b"]], ["a"]],
  ["one is kept before another step only", ["a"], [["ask", "a"]], ["a"]],
])("rules that an effect requires stand among the invariants: %s", (_, requires, kept, missing) => {
  const invariants = kept.map(([before, rule]) => ({ before, rule }));
  const source = filesAround({ flow: { invariants }, effect: { requires: [...requires] } });
  const found = foundIn(source).filter(([, says]) => (says as { key: string }).key === "invariant-missing");
  expect(found).toEqual(
    missing.map((rule) => [
      "/invariants",
      { key: "invariant-missing", params: { step: "act", effect: "small.act", rule } },
    ]),
  );
});
