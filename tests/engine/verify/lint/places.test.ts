import { describe, expect, it } from "vitest";
import { functions } from "../../../../domain/functions.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { END, form, next, review, TEXT } from "../../fixtures/parts.ts";
import { objectOf } from "../../fixtures/small-flow.ts";
import { type Around, found } from "./around.ts";

const waits = (more: JsonObject, to = "done"): JsonObject => ({
  kind: "wait",
  for: "small.paid",
  since: "act",
  onTimeout: { to: "done" },
  next: next(to),
  ...more,
});

describe("the check that a wait has a known start and deadline", () => {
  const untilPlace = (until: string): Around => ({
    act: { next: next("news") },
    steps: { news: waits({ until }) },
  });

  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["accepts an instant as deadline", untilPlace("effects.act.by"), []],
    [
      "reports an unknown data path as deadline",
      untilPlace("effects.act.gone"),
      [
        [
          "/steps/news/until",
          {
            key: "unknown-path.outputs",
            params: { path: "effects.act.gone", step: "act", outputs: ["got", "by"] },
          },
        ],
      ],
    ],
    [
      "reports a text as deadline",
      untilPlace("effects.act.got"),
      [
        [
          "/steps/news/until",
          { key: "until-no-instant", params: { path: "effects.act.got", type: { key: "types.string" } } },
        ],
      ],
    ],
    [
      "accepts a wait that starts at another wait",
      {
        act: { next: next("news") },
        steps: {
          news: waits({ within: "P1D" }, "more"),
          more: waits({ within: "P1D", since: "news" }),
        },
      },
      [],
    ],
    [
      "reports a wait that starts at a form",
      {
        act: { next: next("news") },
        steps: { news: waits({ within: "P1D", since: "ask" }) },
      },
      [["/steps/news/since", { key: "since-no-receipt", params: { step: "ask" } }]],
    ],
  ])("gives the expected verdict: %s", (_, small, findings) => expect(found(small)).toEqual(findings));
});

describe("the check that no derived value depends on itself", () => {
  const derived = (all: JsonObject) =>
    found({ flow: { derived: all } }).flatMap(([pointer, says]) =>
      (says as { readonly key: string }).key === "derived-circle" ? [pointer] : [],
    );
  const sum = (...args: readonly string[]): JsonObject => ({ fn: "sum", args: [...args] });

  it.each<readonly [what: string, all: JsonObject, circles: readonly string[]]>([
    ["accepts a dependency on a second derived value", { a: sum("derived.b"), b: sum() }, []],
    ["reports a derived value that depends on itself", { a: sum("derived.a") }, ["/derived/a"]],
    [
      "reports a derived value that depends on itself through a second value",
      { a: sum("derived.b"), b: sum("derived.a") },
      ["/derived/a", "/derived/b"],
    ],
    [
      "reports only the second value if only the second value depends on itself",
      { a: sum("derived.b"), b: sum("derived.b") },
      ["/derived/b"],
    ],
    ["accepts a dependency on an answer with the derived value's name", { x: sum("answers.ask.x") }, []],
  ])("gives the expected verdict: %s", (_, all, circles) => expect(derived(all)).toEqual(circles));

  it("a derived value is reported if its function does not accept an argument's type", () => {
    expect(found({ flow: { derived: { a: { fn: "count", args: ["answers.ask.x"] } } } })).toEqual([
      [
        "/derived/a/args/0",
        {
          key: "argument-type",
          params: {
            name: "count",
            kinds: [{ key: "types.list" }],
            path: "answers.ask.x",
            type: { key: "types.string" },
            meaning: functions.count?.meaning,
          },
        },
      ],
    ]);
  });
});

const secret: JsonObject = { ...TEXT, writeOnly: true };
/** A fact that has the same name as a step. */
const FACT = { facts: { ask: { "x?": TEXT } }, absent: ["ask"] };
const submitting = (path: string, more: Around = {}): Around => ({ input: { x: path }, ...more });

describe("the check of an effect's input", () => {
  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    [
      "accepts a field of the effect's own form",
      { input: { x: "form.z" }, act: { form: true }, forms: { act: { z: TEXT } } },
      [],
    ],
    [
      "reports a field of the own form with another type",
      {
        input: { x: "form.z" },
        act: { form: true },
        forms: { act: { z: { type: "integer" } } },
      },
      [
        [
          "/steps/act/input/x",
          {
            key: "input-type",
            params: {
              name: "x",
              wanted: { key: "types.string" },
              path: "form.z",
              type: { key: "types.integer" },
            },
          },
        ],
      ],
    ],
    [
      "reports an unknown field of the own form",
      { input: { x: "form.y" }, act: { form: true }, forms: { act: { z: TEXT } } },
      [
        [
          "/steps/act/input/x",
          { key: "unknown-path.form", params: { step: "act", field: "y", fields: ["z"] } },
        ],
      ],
    ],
    [
      "reports a field of the own form if the effect has no form",
      submitting("form.y"),
      [["/steps/act/input/x", { key: "unknown-path.no-form", params: { step: "act", field: "y" } }]],
    ],
    [
      "reports an answer of an unknown step",
      submitting("answers.gone.x"),
      [
        [
          "/steps/act/input/x",
          { key: "unknown-path.step", params: { path: "answers.gone.x", step: "gone", steps: ["ask"] } },
        ],
      ],
    ],
    ["accepts a fact with the name of a step", submitting("facts.ask.x", { ...FACT }), []],
    [
      "reports a fact that the review before the effect does not show",
      submitting("facts.ask.x", {
        ...FACT,
        steps: {
          ask: form("review"),
          review: review(["answers.ask.x"], "act"),
        },
      }),
      [
        [
          "/steps/act/input/x",
          { key: "submitted-not-shown", params: { path: "facts.ask.x", step: "act", review: "review" } },
        ],
      ],
    ],
    [
      "accepts a secret that the effect may get",
      {
        input: { x: "form.z" },
        act: { form: true },
        forms: { act: { z: secret } },
        effect: { input: objectOf({ x: secret }) },
      },
      [],
    ],
    [
      "reports a secret that the effect would store",
      { input: { x: "form.z" }, act: { form: true }, forms: { act: { z: secret } } },
      [
        [
          "/steps/act/input/x",
          { key: "secret-handed-on", params: { path: "form.z", effect: "small.act", name: "x" } },
        ],
      ],
    ],
    [
      "reports a secret that the effect would store if present",
      {
        input: { "x?": "form.z" },
        act: { form: true },
        forms: { act: { z: secret } },
      },
      [
        [
          "/steps/act/input/x?",
          { key: "secret-handed-on", params: { path: "form.z", effect: "small.act", name: "x" } },
        ],
      ],
    ],
    [
      "reports an answer where a secret is expected",
      { ...submitting("answers.ask.x"), effect: { input: objectOf({ x: secret }) } },
      [
        [
          "/steps/act/input/x",
          {
            key: "secret-in-answer.input",
            params: { path: "answers.ask.x", effect: "small.act", name: "x" },
          },
        ],
      ],
    ],
  ])("gives the expected verdict: %s", (_, small, findings) => expect(found(small)).toEqual(findings));
});

describe("the check of an effect's error", () => {
  const routed = (to: JsonObject): Around => ({
    effect: { errors: { lost: { meaning: "error:lost" } } },
    act: { errors: { lost: to } },
    steps: {
      ask: form("review"),
      review: review(["answers.ask.x"], "act"),
      other: END,
    },
  });

  it.each<readonly [what: string, to: JsonObject, findings: readonly string[]]>([
    ["accepts a reopened form", { reopen: "ask" }, []],
    ["accepts a reopened field of a form", { reopen: "ask", field: "x" }, []],
    ["accepts a reopened review", { reopen: "review" }, []],
    ["reports a reopened end", { reopen: "done" }, ["reopen-no-answer"]],
    ["reports an unknown reopened field", { reopen: "ask", field: "z" }, ["unknown-field"]],
  ])("gives the expected verdict: %s", (_, to, keys) => {
    const told = found(routed(to)).map(([, says]) => (says as { readonly key: string }).key);
    expect(told.filter((key) => key === "reopen-no-answer" || key === "unknown-field")).toEqual(keys);
  });
});

describe("the check of a challenge", () => {
  const challenge = (more: JsonObject): Around => ({
    steps: {
      ask: form("review"),
      review: review(["answers.ask.x"], "sign"),
      sign: {
        kind: "challenge",
        binds: "review",
        errors: { exhausted: { to: "done" } },
        next: next("act"),
        ...more,
      },
    },
  });
  const lacks = (name: string) => ["/steps/sign", { key: "wrong-shape.required", params: { name } }];

  it.each<readonly [what: string, more: JsonObject, findings: readonly unknown[]]>([
    ["accepts a code with an action and a channel", { challenge: "otp", action: "sign", channel: "sms" }, []],
    ["reports a code without an action", { challenge: "otp", channel: "sms" }, [lacks("action")]],
    ["reports a code without a channel", { challenge: "otp", action: "sign" }, [lacks("channel")]],
    ["accepts a PIN without action and channel", { challenge: "pin" }, []],
  ])("gives the expected verdict: %s", (_, more, findings) => {
    const told = found(challenge(more)).filter(([pointer]) => pointer === "/steps/sign");
    expect(told).toEqual(findings);
  });
});
