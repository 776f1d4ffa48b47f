import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { form, next, over } from "../../fixtures/parts.ts";
import { found } from "./around.ts";

const EMAIL: JsonObject = { type: "string", format: "email" };
const MOBILE: JsonObject = { type: "string", format: "thai-mobile" };
const misfit = (path: string, channel: string) => [
  "/steps/code/to",
  { key: "code-to-misfit", params: { step: "code", path, channel } },
];

it.each<readonly [what: string, to: string, more: JsonObject, faults: readonly unknown[]]>([
  ["an e-mail address that the review shows", "answers.ask.mail", {}, []],
  ["a phone number that the review shows", "answers.ask.phone", { channel: "sms" }, []],
  ["a phone number by e-mail", "answers.ask.phone", {}, [misfit("answers.ask.phone", "email")]],
  [
    "an e-mail address by text message",
    "answers.ask.mail",
    { channel: "sms" },
    [misfit("answers.ask.mail", "sms")],
  ],
  ["a text that is no address", "answers.ask.x", {}, [misfit("answers.ask.x", "email")]],
  [
    "an e-mail address, in a message that contains a value from the review",
    "answers.ask.mail",
    { letter: ["answers.ask.x"] },
    [],
  ],
  [
    "an e-mail address, in a message that contains a value missing from the review",
    "answers.ask.mail",
    { letter: ["answers.ask.x", "answers.ask.other"] },
    [
      [
        "/steps/code/letter/1",
        { key: "code-letter-unseen", params: { step: "code", path: "answers.ask.other", review: "review" } },
      ],
    ],
  ],
  [
    "an e-mail address that the review omits",
    "answers.ask.other",
    {},
    [
      [
        "/steps/code/to",
        { key: "code-to-unseen", params: { step: "code", path: "answers.ask.other", review: "review" } },
      ],
    ],
  ],
])("the check of codes gives the expected findings for a code sent to %s", (_, to, more, faults) => {
  const steps = {
    ask: form("review"),
    review: {
      kind: "review",
      shows: ["answers.ask.x", "answers.ask.mail", "answers.ask.phone"],
      next: next("code"),
    },
    code: {
      kind: "challenge",
      challenge: "otp",
      action: "order",
      channel: "email",
      binds: "review",
      to,
      errors: { exhausted: { to: "out" } },
      next: next("act"),
      ...more,
    },
    out: over("stopped"),
  };
  const forms = { ask: { x: { type: "string" }, mail: EMAIL, other: EMAIL, phone: MOBILE } };
  const codes = found({ steps, forms }).filter(([, says]) =>
    (says as { key: string }).key.startsWith("code-"),
  );
  expect(codes).toEqual(faults);
});
