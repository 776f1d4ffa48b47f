import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { at, decide, ENDS, type Entry, effect, form, must, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";

const asking = must([["answers.a.b", at("facts.f.p")]], { onMissing: "ask" });
const FAILS = { no: { to: "d" } };
const asks = (steps: JsonObject): Small => ({
  steps: { ...steps, d: decide(["r", "out"], "done"), ...ENDS },
  forms: { a: { b: YES } },
  facts: { f: { "p?": YES } },
  rules: { r: asking },
});
const told = (of: Small) =>
  prove(small(of)).map(({ says, pointer, severity, witness }) => [
    says.key,
    pointer,
    severity,
    (witness as { readonly replayed: boolean }).replayed,
  ]);
const given = (input: JsonObject, ...to: readonly Entry[]): JsonObject => ({
  ...effect(FAILS, ...to),
  input,
});

it.each<readonly [what: string, of: Small, found: readonly (readonly unknown[])[]]>([
  [
    "whoever an effect leads nowhere that only fails for them",
    asks({ a: form("e"), e: effect(FAILS, "done") }),
    [["dead-end.asks", "/steps/d/next/0", "error", true]],
  ],
  [
    "not where another answer makes the effect due anew",
    {
      ...asks({ a: form("e"), e: given({ b: "answers.a.b" }, "done") }),
      inputs: { "small.act": { b: YES } },
    },
    [],
  ],
  [
    "not where another answer leads past it",
    asks({ a: form([at("answers.a.b"), "out"], "e"), e: effect(FAILS, "done") }),
    [],
  ],
  ["not where it only ever succeeds", asks({ a: form("e"), e: effect({}, "d") }), []],
  [
    "whom a check at the effect's own form keeps, as they come to it and not as they leave",
    {
      steps: { a: form("e"), e: { ...effect({}, "done"), form: true, check: ["own"] }, done: ENDS.done },
      forms: { a: { b: YES }, e: { yes: YES } },
      facts: { f: { "p?": YES } },
      rules: { own: must({ and: [at("facts.f.p"), at("answers.e.yes")] }) },
    },
    [["dead-end.back", "/steps/e", "error", true]],
  ],
])("stranded: %s", (_, of, found) => {
  expect(told(of)).toEqual(found);
});

it.each<readonly [what: string, about: boolean, input: string, found: boolean]>([
  ["an answer that only some were asked for", false, "c?", true],
  ["not where only who gave it can fail so", true, "c?", false],
])("contested: %s", (_, about, input, found) => {
  const then = { required: ["c"] };
  const of: Small = {
    steps: {
      a: form("e"),
      e: { ...effect({ no: { reopen: "a", field: "c" } }, "done"), input: { [input]: "answers.a.c" } },
      done: ENDS.done,
    },
    forms: {
      a: {
        type: "object",
        properties: { b: YES, c: YES },
        required: ["b"],
        allOf: [{ if: { properties: { b: { const: true } }, required: ["b"] }, then }],
      },
    },
    inputs: { "small.act": { "c?": YES } },
    effects: { "small.act": { errors: { no: { meaning: "no", ...(about ? { about: ["c"] } : {}) } } } },
  };
  expect(prove(small(of))).toMatchObject(
    found
      ? [
          {
            code: "contested-not-asked",
            pointer: "/steps/e/errors/no/field",
            severity: "error",
            witness: { answers: { a: { b: false } }, replayed: true },
          },
        ]
      : [],
  );
});
