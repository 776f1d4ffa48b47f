import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { checkAccess } from "../../../../engine/verify/lint/check-access.ts";
import { act, at, atLeast, END, form, is, must, next, TEXT, WHOLE, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { filesAround, foundIn } from "./around.ts";

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

/** Returns the same steps with a code instead of the PIN. */
function codeTo(more: JsonObject): JsonObject {
  return {
    ...PIN,
    pin: { ...(PIN.pin as JsonObject), challenge: "otp", action: "order", channel: "email", ...more },
  };
}

const found = (subject: "anonymous" | "account", signature: JsonObject, steps: JsonObject) =>
  foundIn(filesAround({ flow: { subject }, effect: signature, steps: { act: ACT, ...steps } })).filter(
    ([, says]) => (says as { key: string }).key.startsWith("needs-account"),
  );
const ACT: JsonObject = act("done");

it.each<
  readonly [what: string, args: Parameters<typeof found>, faults: readonly (readonly [string, object])[]]
>([
  [
    "a visitor reaches an effect that needs an account",
    ["anonymous", { subject: "account" }, {}],
    [["/steps/act/effect", { key: "needs-account", params: { step: "act", effect: "small.act" } }]],
  ],
  ["a visitor reaches an effect for everyone", ["anonymous", {}, {}], []],
  [
    "a visitor is asked for a PIN",
    ["anonymous", {}, PIN],
    [["/steps/pin/challenge", { key: "needs-account.challenge", params: { step: "pin", challenge: "pin" } }]],
  ],
  [
    "a visitor is asked for a code without an address",
    ["anonymous", {}, codeTo({})],
    [["/steps/pin/challenge", { key: "needs-account.challenge", params: { step: "pin", challenge: "otp" } }]],
  ],
  [
    "a visitor is asked for a code that goes to a typed address",
    ["anonymous", {}, codeTo({ to: "answers.ask.x" })],
    [],
  ],
  ["a logged-in user reaches an effect after a PIN", ["account", { subject: "account" }, PIN], []],
])("the check needs-account gives the expected findings if %s", (_, args, faults) => {
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
  ["the effect requires none", [], [], []],
  [
    "all are invariants of the effect",
    ["a", "b"],
    [
      ["act", "a"],
      ["act", "b"],
    ],
    [],
  ],
  ["one rule is missing", ["a", "b"], [["act", "b"]], ["a"]],
  ["one is an invariant of another step only", ["a"], [["ask", "a"]], ["a"]],
])(
  "every rule that an effect requires must be an invariant of that effect: %s",
  (_, requires, kept, missing) => {
    const invariants = kept.map(([before, rule]) => ({ before, rule }));
    const source = filesAround({ flow: { invariants }, effect: { requires: [...requires] } });
    const found = foundIn(source).filter(([, says]) => (says as { key: string }).key === "invariant-missing");
    expect(found).toEqual(
      missing.map((rule) => [
        "/invariants",
        { key: "invariant-missing", params: { step: "act", effect: "small.act", rule } },
      ]),
    );
  },
);

describe("the check judged-not-given, for answers that a rule reads and the effect lacks, gives the expected findings if", () => {
  const found = (more: Partial<Small>, input: JsonObject, rule: JsonObject) =>
    checkAccess(
      small({
        forms: { ask: { x: TEXT, y: TEXT, many: WHOLE, group: { type: "object", properties: { z: TEXT } } } },
        rules: { r: must(rule) },
        effects: { "small.act": { requires: ["r"] } },
        ...more,
        flow: { invariants: [{ before: "act", rule: "r" }], ...more.flow },
        steps: { ask: form("act"), act: { ...act("done"), input }, done: END },
      }),
    );
  const judged = (path: string) => ({
    pointer: "/steps/act/input",
    says: { key: "judged-not-given", params: { step: "act", effect: "small.act", rule: "r", path } },
  });
  const fact = { facts: { f: { ok: YES } }, args: { f: { of: "answers.ask.y" } } };

  it.each<readonly [what: string, args: Parameters<typeof found>, faults: readonly object[]]>([
    [
      "the effect gets the answer that the rule checks",
      [{}, { x: "answers.ask.x" }, is("answers.ask.x", "a")],
      [],
    ],
    [
      "the effect gets an answer that the rule does not check",
      [{}, { x: "answers.ask.y" }, is("answers.ask.x", "a")],
      [judged("answers.ask.x")],
    ],
    [
      "the effect gets the group that contains the checked answer",
      [{}, { g: "answers.ask.group" }, is("answers.ask.group.z", "a")],
      [],
    ],
    [
      "the effect gets one of two checked answers",
      [{}, { x: "answers.ask.x" }, { and: [is("answers.ask.x", "a"), is("answers.ask.y", "b")] }],
      [judged("answers.ask.y")],
    ],
    [
      "the effect gets the answer on which a checked fact depends",
      [fact, { y: "answers.ask.y" }, at("facts.f.ok")],
      [],
    ],
    [
      "the effect does not get the answer on which a checked fact depends",
      [fact, {}, at("facts.f.ok")],
      [judged("answers.ask.y")],
    ],
    [
      "the effect gets an answer on which a derived value depends",
      [
        { flow: { derived: { all: { fn: "sum", args: ["answers.ask.many"] } } } },
        {},
        atLeast("derived.all", 2),
      ],
      [judged("answers.ask.many")],
    ],
    ["the rule checks only a fact", [{ facts: { f: { ok: YES } } }, {}, at("facts.f.ok")], []],
  ])("%s", (_, args, faults) => {
    expect(found(...args)).toEqual(faults);
  });
});
