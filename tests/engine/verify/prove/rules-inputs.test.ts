import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { decide, END, form, must, next, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";

const yes = { var: "facts.p.yes" };
type Ways = readonly (string | readonly [when: Json, to: string])[];
const review = (shows: readonly string[], ...ways: Ways): JsonObject => ({
  kind: "review",
  shows: [...shows],
  next: next(...ways),
});
const act = (input: JsonObject, more: JsonObject = {}): JsonObject => ({
  kind: "effect",
  effect: "small.act",
  input,
  errors: {},
  next: next("done"),
  ...more,
});

/** Returns a flow with a fact that is always known, and a form `ask` with two answers. */
const flow = (steps: JsonObject, more: Partial<Small> = {}): Small => ({
  facts: { p: { yes: YES, "sure?": YES } },
  outputs: { "small.act": { "ok?": YES } },
  ...more,
  forms: { ask: { x: YES, "y?": YES }, ...more.forms },
  steps: { ...steps, done: END },
});

const found = (of: Small) =>
  prove(small(of)).map(({ severity, pointer, says, witness }) => [
    severity,
    pointer,
    says,
    witness?.replayed,
    witness?.path,
    witness?.answers,
  ]);

const OWN = { own: must([["answers.act.z", { var: "answers.act.z" }]]) };

describe("the check that no user lacks a required input of an effect", () => {
  const missing = (step: string, name: string, path: string, way: readonly string[], answers: JsonObject) => [
    "error",
    `/steps/${step}/input/${name}`,
    { key: "input-missing-on-path", params: { step, path, name } },
    true,
    way,
    answers,
  ];

  it.each<readonly [what: string, of: Small, findings: readonly unknown[]]>([
    ["an answer that is always given", flow({ ask: form("act"), act: act({ a: "answers.ask.x" }) }), []],
    [
      "an optional answer",
      flow({ ask: form("act"), act: act({ a: "answers.ask.y" }) }),
      [missing("act", "a", "answers.ask.y", ["ask", "act"], { ask: { x: false } })],
    ],
    [
      "an answer that the effect does not require",
      flow({ ask: form("act"), act: act({ "a?": "answers.ask.y" }) }),
      [],
    ],
    [
      "an answer that all users give who reach the effect",
      flow({
        ask: form([{ "!": [{ missing: ["answers.ask.y"] }] }, "act"], "done"),
        act: act({ a: "answers.ask.y" }),
      }),
      [],
    ],
    [
      "an answer of a form that some users skip",
      flow({ gate: decide([yes, "ask"], "act"), ask: form("act"), act: act({ a: "answers.ask.x" }) }),
      [missing("act", "a", "answers.ask.x", ["gate", "act"], {})],
    ],
    [
      "a property that a fact may lack",
      flow({ ask: form("act"), act: act({ a: "facts.p.yes", b: "facts.p.sure" }) }),
      [missing("act", "b", "facts.p.sure", ["ask", "act"], { ask: { x: false } })],
    ],
    [
      "an output that another effect may lack",
      flow({
        ask: form("first"),
        first: act({}, { next: next("act") }),
        act: act({ a: "effects.first.ok" }),
      }),
      [missing("act", "a", "effects.first.ok", ["ask", "first", "act"], { ask: { x: false } })],
    ],
    [
      "several inputs, each reported separately",
      flow({ ask: form("act"), act: act({ a: "answers.ask.y", b: "answers.ask.x", c: "facts.p.sure" }) }),
      [
        missing("act", "a", "answers.ask.y", ["ask", "act"], { ask: { x: false } }),
        missing("act", "c", "facts.p.sure", ["ask", "act"], { ask: { x: false } }),
      ],
    ],
    [
      "an answer of another form, for an effect with its own form",
      flow(
        { ask: form("act"), act: act({ a: "answers.ask.y" }, { form: true, check: ["own"] }) },
        { forms: { act: { z: YES } }, rules: OWN },
      ),
      [missing("act", "a", "answers.ask.y", ["ask", "act"], { ask: { x: false }, act: { z: true } })],
    ],
  ])("gives the expected findings, with an example user, for %s", (_, of, findings) => {
    expect(found(of)).toEqual(findings);
  });
});

describe("the check that every user sees all submitted values in a review", () => {
  const unseen = (path: string, reviews: readonly string[], way: readonly string[]) => [
    "error",
    "/steps/act/input/a",
    { key: "submitted-unseen", params: { path, step: "act", reviews } },
    true,
    way,
  ];
  const X = "answers.ask.x";

  it.each<readonly [what: string, of: Small, findings: readonly unknown[]]>([
    [
      "a value shown on the only path",
      flow({ ask: form("review"), review: review([X], "act"), act: act({ a: X }) }),
      [],
    ],
    ["a flow without a review", flow({ ask: form("act"), act: act({ a: X }) }), []],
    [
      "a value shown on one of two paths",
      flow({ ask: form([{ var: X }, "review"], "act"), review: review([X], "act"), act: act({ a: X }) }),
      [unseen(X, ["review"], ["ask", "act"])],
    ],
    [
      "a value shown with the whole answer, if present",
      flow({
        ask: form([{ var: X }, "review"], "act"),
        review: review(["answers.ask?"], "act"),
        act: act({ a: X }),
      }),
      [unseen(X, ["review"], ["ask", "act"])],
    ],
    [
      "a value shown on both paths, by one review each",
      flow({
        ask: form([{ var: X }, "one"], "two"),
        one: review([X], "act"),
        two: review([X], "act"),
        act: act({ a: X }),
      }),
      [],
    ],
    [
      "a value shown on two of three paths",
      flow({
        ask: form([{ var: X }, "one"], [yes, "two"], "act"),
        one: review([X], "act"),
        two: review([X], "act"),
        act: act({ a: X }),
      }),
      [unseen(X, ["one", "two"], ["ask", "act"])],
    ],
    [
      "a value shown together with another one to users whom the effect's form asks more",
      flow(
        {
          ask: form([{ var: X }, "review"], "act"),
          review: review(["facts.p.yes", X], "act"),
          act: act({ a: X }, { form: true, check: ["own"] }),
        },
        { forms: { act: { z: YES } }, rules: OWN },
      ),
      [unseen(X, ["review"], ["ask", "act"])],
    ],
    [
      "a value that is never shown, with another value on one of two paths",
      flow({
        ask: form([{ var: X }, "review"], "act"),
        review: review(["facts.p.yes"], "act"),
        act: act({ a: X }),
      }),
      [],
    ],
    [
      "a value that is not shown on a path that no user takes",
      flow({
        ask: form([{ or: [{ var: X }, { "!": [{ var: X }] }] }, "review"], "act"),
        review: review([X], "act"),
        act: act({ a: X }),
      }),
      [],
    ],
    [
      "an optional input",
      flow({ ask: form([{ var: X }, "review"], "act"), review: review([X], "act"), act: act({ "a?": X }) }),
      [],
    ],
    [
      "an output of an effect",
      flow({
        ask: form("first"),
        first: act({}, { next: next([yes, "review"], "act") }),
        review: review(["effects.first.ok"], "act"),
        act: act({ "a?": "effects.first.ok" }),
      }),
      [],
    ],
    [
      "a review before another effect, which belongs to that effect",
      flow({
        ask: form([yes, "review"], "first"),
        review: review([X], "first"),
        first: act({}, { next: next("act") }),
        act: act({ a: X }),
      }),
      [],
    ],
    [
      "a fact shown on one of two paths",
      flow({
        ask: form([{ var: X }, "review"], "act"),
        review: review(["facts.p.yes"], "act"),
        act: act({ a: "facts.p.yes" }),
      }),
      [unseen("facts.p.yes", ["review"], ["ask", "act"])],
    ],
    [
      "an answer of a form that some users skip, who also skip a review",
      flow({
        gate: decide([yes, "ask"], "act"),
        ask: form("review"),
        review: review([X], "act"),
        act: act({ a: X }),
      }),
      [],
    ],
  ])("gives the expected findings, with an example user, for %s", (_, of, findings) => {
    const own = found(of).filter(([, , says]) => (says as { key: string }).key === "submitted-unseen");
    expect(own.map((one) => one.slice(0, 5))).toEqual(findings);
    for (const [, , , , , answers] of own)
      expect((answers as JsonObject).act ?? { z: true }).toEqual({ z: true });
  });
});
