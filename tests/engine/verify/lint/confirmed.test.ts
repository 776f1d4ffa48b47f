import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { decide, form, is, must, next, over } from "../../fixtures/parts.ts";
import { filesAround, foundIn } from "./around.ts";

const review: JsonObject = { kind: "review", shows: ["answers.ask.x"], next: next("pin") };
const pin = (
  to: string,
  errors: JsonObject = { exhausted: { to: "out" } },
  challenge = "pin",
): JsonObject => ({
  kind: "challenge",
  challenge,
  ...(challenge === "otp" ? { channel: "email" } : {}),
  binds: "review",
  errors,
  next: next(to),
});
const out = over("stopped");
/** Returns the findings about an effect that requires a PIN. */
function unconfirmed(steps: JsonObject, confirmedBy: string | null = "pin") {
  const source = filesAround({
    steps: { out, ...steps },
    effect: confirmedBy === null ? {} : { confirmedBy: { challenge: confirmedBy } },
  });
  return foundIn(source).filter(([, says]) => (says as { key: string }).key === "effect-unconfirmed");
}

const FOUND = [
  [
    "/steps/act/effect",
    { key: "effect-unconfirmed", params: { step: "act", effect: "small.act", challenge: "pin" } },
  ],
];

it.each<readonly [way: string, steps: JsonObject, found: readonly unknown[]]>([
  ["a PIN before the effect", { ask: form("review"), review, pin: pin("act") }, []],
  ["no PIN", {}, FOUND],
  [
    "a path around the PIN",
    { ask: form([is("answers.ask.x", "a"), "act"], "review"), review, pin: pin("act") },
    FOUND,
  ],
  ["a code by e-mail instead", { ask: form("review"), review, pin: pin("act", undefined, "otp") }, FOUND],
  [
    "a PIN that leads on after it is exhausted",
    { ask: form("review"), review, pin: pin("act", { exhausted: { to: "act" } }) },
    FOUND,
  ],
  [
    "a PIN after two paths that meet",
    {
      ask: form([is("answers.ask.x", "a"), "more"], "review"),
      more: decide("review"),
      review,
      pin: pin("act"),
    },
    [],
  ],
  [
    "a PIN after the effect",
    {
      act: { kind: "effect", effect: "small.act", input: {}, errors: {}, next: next("review") },
      review,
      pin: pin("done"),
    },
    FOUND,
  ],
])(
  "the check of an effect that needs a PIN gives the expected findings if there is %s",
  (_, steps, found) => {
    expect(unconfirmed(steps)).toEqual(found);
  },
);

it("an effect that requires no confirmation has no finding", () => {
  expect(unconfirmed({}, null)).toEqual([]);
});

it("the check leaves an effect to the prover if a rule may exempt users from the challenge", () => {
  const source = filesAround({
    steps: { out },
    effect: { confirmedBy: { challenge: "pin", unless: "some" } },
    rules: { some: must({ "==": [1, 1] }) },
  });
  expect(foundIn(source).map(([, says]) => (says as { key: string }).key)).not.toContain(
    "effect-unconfirmed",
  );
});

const code = (binds: string, action = "sign-contract"): JsonObject => ({
  ...pin("act", undefined, "otp"),
  action,
  binds,
});
const missed = (wanted: JsonObject, input: JsonObject, steps: JsonObject) =>
  foundIn(filesAround({ steps: { out, ...steps }, effect: { confirmedBy: wanted }, input })).filter(
    ([, says]) => (says as { key: string }).key.startsWith("effect-unconfirmed"),
  );
/** Returns steps with a code that is sent to a given data path, or to the verified address. */
const sentTo = (to?: string): JsonObject => ({
  ask: form("review"),
  review,
  pin: { ...code("review"), ...(to === undefined ? {} : { to }) },
});
const more: JsonObject = { kind: "review", shows: ["answers.ask.x", "answers.ask.y?"], next: next("pin") };
const XY = { x: "answers.ask.x", "y?": "answers.ask.y" };
const OTP = { challenge: "otp" };
const binds = (step: string, review: string) => ({
  key: "effect-unconfirmed.binds",
  params: { step, effect: "small.act", review, path: "answers.ask.y" },
});

it.each<readonly [what: string, args: Parameters<typeof missed>, faults: readonly unknown[]]>([
  ["a review that shows all the values", [OTP, XY, { ask: form("more"), more, pin: code("more") }], []],
  [
    "a review that shows only a part of the values",
    [OTP, XY, { ask: form("review"), review, pin: code("review") }],
    [["/steps/pin/binds", binds("pin", "review")]],
  ],
  [
    "an earlier review that shows a part, although a later one shows all",
    [OTP, XY, { ask: form("review"), review: { ...review, next: next("more") }, more, pin: code("review") }],
    [["/steps/pin/binds", binds("pin", "review")]],
  ],
  [
    "a code for a part of the values, followed by one for all",
    [
      OTP,
      XY,
      {
        ask: form("review"),
        review: { ...review, next: next("early") },
        early: { ...code("review"), next: next("more") },
        more,
        pin: code("more"),
      },
    ],
    [],
  ],
  [
    "a part of the values on one path, and all of them on another",
    [
      OTP,
      XY,
      {
        ask: form([is("answers.ask.x", "a"), "review"], "more"),
        review: { ...review, next: next("early") },
        early: code("review"),
        more,
        pin: code("more"),
      },
    ],
    [["/steps/early/binds", binds("early", "review")]],
  ],
  ["no review", [OTP, XY, { ask: form("review"), review, pin: code("ask") }], []],
  [
    "a code with another action",
    [{ ...OTP, action: "recover" }, {}, { ask: form("review"), review, pin: code("review") }],
    [
      [
        "/steps/pin/action",
        {
          key: "effect-unconfirmed.action",
          params: { step: "pin", effect: "small.act", action: "sign-contract", wanted: "recover" },
        },
      ],
    ],
  ],
  [
    "a code with this action",
    [{ ...OTP, action: "sign-contract" }, {}, { ask: form("review"), review, pin: code("review") }],
    [],
  ],
  [
    "a code with another action after it, and none before it",
    [
      { ...OTP, action: "recover" },
      {},
      {
        act: { kind: "effect", effect: "small.act", input: {}, errors: {}, next: next("review") },
        review,
        pin: { ...code("review"), next: next("done") },
      },
    ],
    [
      [
        "/steps/act/effect",
        { key: "effect-unconfirmed", params: { step: "act", effect: "small.act", challenge: "otp" } },
      ],
    ],
  ],
  [
    "a code with another action before the effect, although a PIN confirms it",
    [
      { challenge: "pin", action: "recover" },
      {},
      { ask: form("review"), review, pin: pin("code"), code: { ...code("review"), next: next("act") } },
    ],
    [
      [
        "/steps/code/action",
        {
          key: "effect-unconfirmed.action",
          params: { step: "code", effect: "small.act", action: "sign-contract", wanted: "recover" },
        },
      ],
    ],
  ],
  [
    "a code with this action before the effect, although a PIN confirms it",
    [
      { challenge: "pin", action: "sign-contract" },
      {},
      { ask: form("review"), review, pin: pin("code"), code: { ...code("review"), next: next("act") } },
    ],
    [],
  ],
  [
    "a code that was sent to the address that must be proved",
    [{ ...OTP, to: "x" }, { x: "answers.ask.x" }, sentTo("answers.ask.x")],
    [],
  ],
  [
    "a code that was sent to the verified address although another address must be proved",
    [{ ...OTP, to: "x" }, { x: "answers.ask.x" }, sentTo()],
    [
      [
        "/steps/pin",
        {
          key: "effect-unconfirmed.to",
          params: { step: "pin", effect: "small.act", wanted: "answers.ask.x" },
        },
      ],
    ],
  ],
  [
    "a code that was sent to a typed address although the verified address is required",
    [OTP, { x: "answers.ask.x" }, sentTo("answers.ask.x")],
    [
      [
        "/steps/pin/to",
        { key: "effect-unconfirmed.sent", params: { step: "pin", effect: "small.act", to: "answers.ask.x" } },
      ],
    ],
  ],
])(
  "the check of an effect that needs a code gives the expected findings if there is %s",
  (_, args, faults) => {
    expect(missed(...args)).toEqual(faults);
  },
);
