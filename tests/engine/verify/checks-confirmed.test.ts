import { expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { foundIn, next, smallSource } from "./checks-small.ts";

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
const out: JsonObject = { kind: "end", outcome: "stopped", reason: "out" };
const form = (...to: readonly (readonly [string, string] | string)[]): JsonObject => ({
  kind: "form",
  next: to.map((one) =>
    typeof one === "string"
      ? { to: one }
      : { when: { "==": [{ var: "answers.ask.x" }, one[0]] }, to: one[1] },
  ),
});

/** Whether the effect, which wants a PIN, is found to be reached without one. */
function unconfirmed(steps: JsonObject, confirmedBy: string | null = "pin") {
  const source = smallSource({
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
  ["a PIN before it", { ask: form("review"), review, pin: pin("act") }, []],
  ["no PIN", {}, FOUND],
  ["a way around the PIN", { ask: form(["a", "act"], "review"), review, pin: pin("act") }, FOUND],
  ["a code by e-mail instead", { ask: form("review"), review, pin: pin("act", undefined, "otp") }, FOUND],
  [
    "a PIN that leads on when it was tried too often",
    { ask: form("review"), review, pin: pin("act", { exhausted: { to: "act" } }) },
    FOUND,
  ],
  [
    "two ways that meet before the PIN",
    {
      ask: form(["a", "more"], "review"),
      more: { kind: "decide", next: next("review") },
      review,
      pin: pin("act"),
    },
    [],
  ],
  [
    "a PIN behind it",
    {
      act: { kind: "effect", effect: "small.act", input: {}, errors: {}, next: next("review") },
      review,
      pin: pin("done"),
    },
    FOUND,
  ],
])("an effect that a PIN confirms, with %s", (_, steps, found) => {
  expect(unconfirmed(steps)).toEqual(found);
});

it("an effect that nothing has to confirm is reached as it is", () => {
  expect(unconfirmed({}, null)).toEqual([]);
});

it("an effect of whose challenge a rule lets somebody off is left to the proof", () => {
  const source = smallSource({
    steps: { out },
    effect: { confirmedBy: { challenge: "pin", unless: "some" } },
    rules: { some: { must: [{ id: "some", reason: "x:y", mend: "none", logic: { "==": [1, 1] } }] } },
  });
  expect(foundIn(source).map(([, says]) => (says as { key: string }).key)).not.toContain(
    "effect-unconfirmed",
  );
});
