import { expect, it } from "vitest";
import { goAlong, type Traveller } from "../../../../engine/verify/paths/index.ts";
import { at, END, effect, form, must, over, WHOLE, wait } from "../../fixtures/parts.ts";
import { compiledOf, type Small } from "../../fixtures/small-flow.ts";

const knows = (least: number): Traveller["around"] => ({ flags: {}, facts: { f: { least } } });

/** An effect with a reopen route and a check on a fact, followed by a wait. */
const FLOW: Small = {
  steps: {
    a: form([at("flags.on"), "late"], "act"),
    act: { ...effect({ wrong: { reopen: "a" } }, "news"), check: ["enough"] },
    news: wait("act", "late", "end"),
    late: over("stopped"),
    end: END,
  },
  flow: { flags: ["on"] },
  forms: { a: { n: WHOLE } },
  facts: { f: { least: WHOLE } },
  rules: { enough: must({ ">=": [at("answers.a.n"), at("facts.f.least")] }) },
};

function goes(traveller: Partial<Traveller>) {
  const her = { around: knows(1), later: {}, answers: { a: { n: 3 } }, happens: {} };
  const { path, why } = goAlong(compiledOf(FLOW), { ...her, ...traveller });
  return [path.join(" "), why];
}

const DONE = { done: {} };

it("a person's later facts apply after an effect that succeeded, and not after one that failed", () => {
  const later = { act: { flags: { on: true }, facts: {} } };
  expect(goes({ later, happens: { act: [{ fails: "wrong" }, DONE] } })).toEqual([
    "a act news",
    { kind: "rests" },
  ]);
});

it("a person gets no next answer if a rule stops the person's effect", () => {
  const held = { around: knows(9), happens: { act: [DONE] } };
  const lost = ["a act", { kind: "lost", step: "act" }];
  expect(goes(held)).toEqual(lost);
  expect(goes({ ...held, answers: { a: { n: 3 }, act: { n: 9 } } })).toEqual(lost);
});

it("the replay of a person stops at a wait unless an event or a timeout ends the wait", () => {
  const until = (...news: Traveller["happens"][string]) => goes({ happens: { act: [DONE], news } });
  expect(until({ event: {} })).toEqual(["a act news end", { kind: "rests" }]);
  expect(until({ timeout: true })).toEqual(["a act news late", { kind: "rests" }]);
  expect(until(DONE)).toEqual(["a act news", { kind: "lost", step: "news" }]);
});
