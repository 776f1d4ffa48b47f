import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { END, type Entry, must, act as plainAct, form as plainForm, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";

export const yes = { var: "facts.p.yes" };
export const y = { var: "answers.ask.y" };
export const x = { var: "answers.ask.x" };
export const amount = { var: "answers.ask.n" };

/** A condition on a product of amounts. The prover only samples it because there are too many amounts. */
export const wide = (sign: string, bound: number): JsonObject => ({
  [sign]: [{ "*": [amount, amount] }, bound],
});

/** Returns a form that checks these rules. */
export const form = (check: readonly string[], ...to: readonly Entry[]): JsonObject => ({
  ...plainForm(...to),
  check,
});

/** Returns the effect step with more properties. */
export const act = (more: JsonObject = {}): JsonObject => ({ ...plainAct("done"), ...more });

/** Returns a flow with a form `ask` and an effect `act` that has these rules as checks. */
export function flow(of: Partial<Small> & { readonly before?: readonly string[] }): Small {
  const { before = [], steps, forms, flow: around, ...more } = of;
  return {
    facts: { p: { yes: YES } },
    outputs: { "small.act": { ok: YES } },
    ...more,
    flow: { invariants: before.map((rule) => ({ before: "act", rule })), start: "ask", ...around },
    forms: { ask: { x: YES, "y?": YES, "n?": { type: "integer" } }, ...forms },
    steps: { ask: form([], "act"), act: act(), ...steps, done: END },
  };
}

/** Returns the findings, each with its witness's path and answers. */
export const found = (of: Small) =>
  prove(small(of)).map(({ severity, pointer, says, witness }) => [
    severity,
    pointer,
    says.key,
    "params" in says ? says.params : {},
    ...(witness === undefined
      ? []
      : [witness.replayed, (witness.path as readonly string[] | undefined)?.at(-1), witness.answers]),
  ]);

/** Returns a rule that another answer can satisfy. */
export const asks = (logic: Json, more: JsonObject = {}): JsonObject =>
  must([["answers.ask.x", logic]], more);

export const isX = asks(x);
export const why = { key: "why.values", params: { places: ["answers.ask.n"] } };

/** Returns the finding of an undecided rule. */
export const open = (rule: string) => [
  "error",
  "/invariants/0",
  "not-proved.invariant",
  { step: "act", rule, why },
];
