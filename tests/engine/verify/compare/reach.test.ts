import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { compareReach } from "../../../../engine/verify/compare/index.ts";
import { at, ENDS, form, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { when } from "../../flow/fixtures/shop.ts";

const asked: JsonObject = {
  type: "object",
  properties: { on: YES, why: { type: "string", minLength: 1 } },
  required: ["on"],
  allOf: [when({ on: true }, ["why"])],
};
const group: JsonObject = { type: "object", properties: { a: YES, b: YES }, required: ["a"] };
const before: Small = {
  steps: {
    ask: form([at("answers.ask.on"), "more"], "out"),
    more: form([at("answers.more.g.a"), "done"], "out"),
    ...ENDS,
  },
  forms: { ask: asked, more: { g: group } },
};

it.each<readonly [string, Small, object]>([
  ["the versions are the same", before, { ways: { before: 3, after: 3 }, unasked: [] }],
  [
    "a question was removed from its form",
    { ...before, forms: { ...before.forms, ask: { on: YES } } },
    { ways: { before: 3, after: 3 }, unasked: ["answers.ask.why"] },
  ],
  [
    "a step with all its questions became unreachable",
    { ...before, steps: { ...before.steps, ask: form("out") } },
    { ways: { before: 3, after: 1 }, unasked: ["answers.more.g.a", "answers.more.g.b"] },
  ],
  [
    "a different step asks the question now",
    {
      ...before,
      steps: {
        ask: form([at("answers.ask.on"), "other"], "out"),
        other: form([at("answers.other.g.a"), "done"], "out"),
        ...ENDS,
      },
      forms: { ask: asked, other: { g: group } },
    },
    { ways: { before: 3, after: 3 }, unasked: [] },
  ],
])("the comparison lists the questions that users no longer reach if %s", (_, after, expected) => {
  expect(compareReach(small(before), small(after))).toEqual(expected);
});
