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

describe("a wait lasts until an existing instant, from a receipt on", () => {
  const untilPlace = (until: string): Around => ({
    act: { next: next("news") },
    steps: { news: waits({ until }) },
  });

  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["an instant", untilPlace("effects.act.by"), []],
    [
      "an unknown place",
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
      "a text",
      untilPlace("effects.act.got"),
      [
        [
          "/steps/news/until",
          { key: "until-no-instant", params: { path: "effects.act.got", type: { key: "types.string" } } },
        ],
      ],
    ],
    [
      "a wait after another wait",
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
      "a wait after a form",
      {
        act: { next: next("news") },
        steps: { news: waits({ within: "P1D", since: "ask" }) },
      },
      [["/steps/news/since", { key: "since-no-receipt", params: { step: "ask" } }]],
    ],
  ])("%s", (_, small, findings) => expect(found(small)).toEqual(findings));
});

describe("a derived value does not depend on itself", () => {
  const derived = (all: JsonObject) =>
    found({ flow: { derived: all } }).flatMap(([pointer, says]) =>
      (says as { readonly key: string }).key === "derived-circle" ? [pointer] : [],
    );
  const sum = (...args: readonly string[]): JsonObject => ({ fn: "sum", args: [...args] });

  it.each<readonly [what: string, all: JsonObject, circles: readonly string[]]>([
    ["on another one", { a: sum("derived.b"), b: sum() }, []],
    ["on itself", { a: sum("derived.a") }, ["/derived/a"]],
    ["through another one", { a: sum("derived.b"), b: sum("derived.a") }, ["/derived/a", "/derived/b"]],
    ["on another one that depends on itself", { a: sum("derived.b"), b: sum("derived.b") }, ["/derived/b"]],
    ["on an answer with its name", { x: sum("answers.ask.x") }, []],
  ])("%s", (_, all, circles) => expect(derived(all)).toEqual(circles));

  it("has arguments of the kinds that its function accepts", () => {
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
/** A fact with the name of a step. */
const FACT = { facts: { ask: { "x?": TEXT } }, absent: ["ask"] };
const submitting = (path: string, more: Around = {}): Around => ({ input: { x: path }, ...more });

describe("an input of an effect", () => {
  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["of its own form", { input: { x: "form.z" }, act: { form: true }, forms: { act: { z: TEXT } } }, []],
    [
      "of its own form, of another type",
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
      "of an unknown field of its form",
      { input: { x: "form.y" }, act: { form: true }, forms: { act: { z: TEXT } } },
      [
        [
          "/steps/act/input/x",
          { key: "unknown-path.form", params: { step: "act", field: "y", fields: ["z"] } },
        ],
      ],
    ],
    [
      "of a form that it does not have",
      submitting("form.y"),
      [["/steps/act/input/x", { key: "unknown-path.no-form", params: { step: "act", field: "y" } }]],
    ],
    [
      "of an unknown step",
      submitting("answers.gone.x"),
      [
        [
          "/steps/act/input/x",
          { key: "unknown-path.step", params: { path: "answers.gone.x", step: "gone", steps: ["ask"] } },
        ],
      ],
    ],
    ["of a fact with the name of a step, which may be absent", submitting("facts.ask.x", { ...FACT }), []],
    [
      "of a fact that the review before it does not show",
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
      "of a secret, which the effect accepts",
      {
        input: { x: "form.z" },
        act: { form: true },
        forms: { act: { z: secret } },
        effect: { input: objectOf({ x: secret }) },
      },
      [],
    ],
    [
      "of a secret, which the effect would store",
      { input: { x: "form.z" }, act: { form: true }, forms: { act: { z: secret } } },
      [
        [
          "/steps/act/input/x",
          { key: "secret-handed-on", params: { path: "form.z", effect: "small.act", name: "x" } },
        ],
      ],
    ],
    [
      "of a secret, which the effect would store if present",
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
      "of an answer instead of a secret",
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
  ])("%s", (_, small, findings) => expect(found(small)).toEqual(findings));
});

describe("an error of an effect", () => {
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
    ["may reopen a form", { reopen: "ask" }, []],
    ["may reopen a field of it", { reopen: "ask", field: "x" }, []],
    ["may reopen a review", { reopen: "review" }, []],
    ["cannot reopen an end", { reopen: "done" }, ["reopen-no-answer"]],
    ["cannot reopen an unknown field", { reopen: "ask", field: "z" }, ["unknown-field"]],
  ])("%s", (_, to, keys) => {
    const told = found(routed(to)).map(([, says]) => (says as { readonly key: string }).key);
    expect(told.filter((key) => key === "reopen-no-answer" || key === "unknown-field")).toEqual(keys);
  });
});

describe("a challenge", () => {
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
    ["by a code has an action and a channel", { challenge: "otp", action: "sign", channel: "sms" }, []],
    ["by a code has an action", { challenge: "otp", channel: "sms" }, [lacks("action")]],
    ["by a code has a channel", { challenge: "otp", action: "sign" }, [lacks("channel")]],
    ["by a PIN needs neither", { challenge: "pin" }, []],
  ])("%s", (_, more, findings) => {
    const told = found(challenge(more)).filter(([pointer]) => pointer === "/steps/sign");
    expect(told).toEqual(findings);
  });
});
