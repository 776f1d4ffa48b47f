import { describe, expect } from "vitest";
import type { Traveller } from "../../../../engine/verify/paths/index.ts";
import { at, END, effect, form, must, over, pin, review, TEXT, WHOLE } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { each, FORMS, goes, lost, refused } from "./goes.ts";

describe("goAlong follows the answers", () => {
  each(
    ["to the end to which they lead", { answers: { a: { b: true } } }, "a end"],
    ["past a review with the values that it shows", { answers: { a: { b: false } } }, "a r end"],
    ["until an answer is missing", {}, "a", lost("a")],
    [
      "until an answer is rejected",
      { answers: { a: { b: "perhaps" } } },
      "a",
      refused("a", [{ pointer: "/b", code: "type", params: { type: "boolean" } }]),
    ],
  )("%s", (_, traveller, path, why) => {
    expect(goes(FORMS, traveller)).toMatchObject({ path, why });
  });
});

const CHECKED: Small = {
  steps: { a: { ...form("end"), check: ["enough"] }, end: END },
  forms: { a: { n: WHOLE } },
  facts: { f: { least: WHOLE } },
  rules: { enough: must([["answers.a.n", { ">=": [at("answers.a.n"), at("facts.f.least")] }]]) },
};

describe("a rule about facts", () => {
  const with_ = (least: number | null, n: number): Partial<Traveller> => ({
    around: { flags: {}, facts: { f: least === null ? null : { least } } },
    answers: { a: { n } },
  });
  each(
    ["holds with the person's facts", with_(3, 3), "a end"],
    ["fails with the person's facts", with_(4, 3), "a", { kind: "refused", step: "a" }],
    ["is unknown if the fact is absent", with_(null, 3), "a", { kind: "refused", step: "a" }],
    [
      "is unknown if the person has no such fact",
      { answers: { a: { n: 3 } } },
      "a",
      { kind: "refused", step: "a" },
    ],
  )("%s", (_, traveller, path, why) => {
    expect(goes(CHECKED, traveller)).toMatchObject({ path, why });
  });
});

const CHALLENGE: Small = {
  steps: {
    r: review([], "c"),
    c: pin("r", "out", "end"),
    end: END,
    out: over("stopped"),
  },
};

describe("a reopened review", () => {
  const flow: Small = {
    steps: {
      r: review([], "act"),
      act: effect({ wrong: { reopen: "r" } }, "end"),
      end: END,
    },
  };
  const wrong = { fails: "wrong" };
  each(
    ["is confirmed again", { happens: { act: [wrong, { done: {} }] } }, "r act end"],
    ["is not confirmed again without limit", { happens: { act: [wrong] } }, "r", refused("r", [])],
  )("%s", (_, traveller, path, why) => {
    expect(goes(flow, traveller)).toMatchObject({ path, why });
  });
});

describe("a challenge", () => {
  each(
    ["is passed if no event is given", {}, "r c end"],
    ["is passed if another event is given", { happens: { c: [{ timeout: true }] } }, "r c end"],
    ["is exhausted if that event is given", { happens: { c: [{ exhausted: true }] } }, "r c out"],
  )("%s", (_, traveller, path, why) => {
    const { stops, ...found } = goes(CHALLENGE, traveller);
    expect(found).toEqual({ path, why });
    const outcome = path.endsWith("out") ? "exhausted" : "passed";
    expect(stops.at(-1)?.instance.receipts).toMatchObject([{ kind: "challenge", step: "c", outcome }]);
  });
});

/** A form with a rule on a fact that depends on its own answer, and an effect that may reopen the form. */
const ASKED: Small = {
  steps: {
    a: { ...form("act"), check: ["enough"] },
    act: effect({ wrong: { reopen: "a" } }, "end"),
    end: END,
  },
  forms: { a: { code: TEXT, n: WHOLE } },
  facts: { f: { least: WHOLE } },
  args: { f: { code: "answers.a.code" } },
  rules: { enough: must([["answers.a.n", { ">=": [at("answers.a.n"), at("facts.f.least")] }]]) },
};

describe("a rule on a fact that depends on an answer", () => {
  const wrong = { fails: "wrong" };
  const with_ = (n: number, ...act: Traveller["happens"][string]): Partial<Traveller> => ({
    around: { flags: {}, facts: { f: { least: 3 } } },
    answers: { a: { code: "x", n } },
    happens: { act: [...act, { done: {} }] },
  });
  each(
    ["is checked with that answer", with_(3), "a act end"],
    ["is checked again after each answer", with_(3, wrong, wrong, wrong), "a act end"],
    ["fails with that answer", with_(2), "a", { kind: "refused", step: "a" }],
  )("%s", (_, traveller, path, why) => {
    const { stops, ...found } = goes(ASKED, traveller);
    expect(found).toMatchObject({ path, why });
    const stood = stops.map(({ walk, instance }) => `${walk.at.step} ${instance.receipts.length}`);
    expect(new Set(stood).size).toBe(stood.length);
  });
});
