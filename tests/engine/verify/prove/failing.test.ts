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
    "some users, for whom an effect always fails",
    asks({ a: form("e"), e: effect(FAILS, "done") }),
    [["dead-end.asks", "/steps/d/next/0", "error", true]],
  ],
  [
    "none if another answer makes the effect due again",
    {
      ...asks({ a: form("e"), e: given({ b: "answers.a.b" }, "done") }),
      inputs: { "small.act": { b: YES } },
    },
    [],
  ],
  [
    "none if another answer leads past the effect",
    asks({ a: form([at("answers.a.b"), "out"], "e"), e: effect(FAILS, "done") }),
    [],
  ],
  ["none if the effect always succeeds", asks({ a: form("e"), e: effect({}, "d") }), []],
  [
    "some users whom a check at the effect's own form stops, on arrival but not when leaving",
    {
      steps: { a: form("e"), e: { ...effect({}, "done"), form: true, check: ["own"] }, done: ENDS.done },
      forms: { a: { b: YES }, e: { yes: YES } },
      facts: { f: { "p?": YES } },
      rules: { own: must({ and: [at("facts.f.p"), at("answers.e.yes")] }) },
    },
    [["dead-end.back", "/steps/e", "error", true]],
  ],
])(
  "the prover gives the expected findings about users who cannot continue in this case: %s",
  (_, of, found) => {
    expect(told(of)).toEqual(found);
  },
);

it.each<readonly [what: string, about: boolean, input: string, found: boolean]>([
  ["reports an answer that only some users were asked for", false, "c?", true],
  ["accepts an answer that all users gave who can fail in this way", true, "c?", false],
])("the check of reopened answers %s", (_, about, input, found) => {
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
