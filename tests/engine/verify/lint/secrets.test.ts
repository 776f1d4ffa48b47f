import { describe, expect, it } from "vitest";
import { END, is, must, next, TEXT } from "../../fixtures/parts.ts";
import { type Around, ask, found } from "./around.ts";

describe("the check that only the step that asks for a secret reads the secret", () => {
  const isA = (path: string) => is(path, "a");
  const rule = (path: string) => must(isA(path));
  const secret = (more: Around): Around => ({
    ...more,
    act: { form: true, ...more.act },
    forms: { act: { pin: { ...TEXT, writeOnly: true }, name: TEXT } },
  });
  const read = (pointer: string) => [
    pointer,
    { key: "secret-read", params: { path: "answers.act.pin", step: "act" } },
  ];
  const told = (small: Around) =>
    found(secret(small)).filter(([, says]) => (says as { readonly key: string }).key === "secret-read");

  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    [
      "accepts the step's own check",
      { act: { check: ["good"] }, rules: { good: rule("answers.act.pin") } },
      [],
    ],
    [
      "accepts an invariant before the step",
      { flow: { invariants: [{ before: "act", rule: "good" }] }, rules: { good: rule("answers.act.pin") } },
      [],
    ],
    [
      "reports the secret in a condition of the step's next entries",
      { act: { next: [{ when: isA("answers.act.pin"), to: "done" }, { to: "done" }] } },
      [read("/steps/act/next/0/when")],
    ],
    [
      "reports the secret in the check of a different step",
      { steps: ask({ check: ["good"] }), rules: { good: rule("answers.act.pin") } },
      [read("/steps/ask/check/0")],
    ],
    [
      "reports a screen that shows the secret if present",
      { steps: { late: { ...END, shows: ["answers.act.pin?"] } }, act: { next: next("late") } },
      [read("/steps/late/shows/0")],
    ],
    [
      "accepts another field of the form, which is not secret",
      { steps: { late: { ...END, shows: ["answers.act.name"] } }, act: { next: next("late") } },
      [],
    ],
  ])("gives the expected verdict: %s", (_, small, findings) => expect(told(small)).toEqual(findings));
});

it("a secret in an ordinary form is reported at that form only, not where it is shown", () => {
  const small: Around = {
    forms: { ask: { x: { ...TEXT, writeOnly: true } } },
    steps: { late: { ...END, shows: ["answers.ask.x"] } },
    act: { next: next("late") },
  };
  const told = found(small).filter(([pointer]) => pointer !== "/steps/done");
  expect(told).toEqual([["/properties/x/writeOnly", { key: "secret-in-answer", params: { path: "x" } }]]);
});
