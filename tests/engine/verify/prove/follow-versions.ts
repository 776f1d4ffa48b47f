import type { Definition } from "../../../../engine/flow/definition.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { END, form, next, YES } from "../../fixtures/parts.ts";
import { type Fields, type Small, sound } from "../../fixtures/small-flow.ts";

/**
 * A version of the small flow: the added steps (`null` removes a step), the fields of each form, and other
 * parts of a flow.
 */
export type Version = Pick<Small, "rules" | "flow"> & {
  readonly steps?: { readonly [step: string]: JsonObject | null };
  readonly fields?: { readonly [form: string]: Fields };
};

/** Steps that ask for `x`, run `act`, wait, and end. */
export const STEPS = {
  ask: form("act"),
  act: {
    kind: "effect",
    effect: "small.act",
    input: { x: "answers.ask.x" },
    errors: { full: { to: "late" } },
    next: next("money"),
  },
  money: {
    kind: "wait",
    for: "small.paid",
    since: "act",
    until: "effects.act.by",
    onTimeout: { to: "late" },
    next: next("done"),
  },
  done: END,
  late: END,
} as const satisfies { readonly [step: string]: JsonObject };

export const X: JsonObject = { type: "integer", minimum: 1, maximum: 9 };
export const NOTE: JsonObject = { type: "string", maxLength: 200 };

const BOTH = ["small.act", "small.other"];
const each = (what: JsonObject) => Object.fromEntries(BOTH.map((effect) => [effect, what]));

/**
 * Returns the small flow with some parts changed.
 * @throws if the flow does not load.
 */
export function version({ steps = {}, fields = {}, flow = {}, rules = {} }: Version = {}): Definition {
  const all = Object.entries<JsonObject | null>({ ...STEPS, ...steps });
  return sound({
    steps: Object.fromEntries(all.filter((one): one is [string, JsonObject] => one[1] !== null)),
    flow: { inFlight: "follow", start: "ask", facts: { p: {} }, ...flow },
    forms: { ask: { x: X, "note?": NOTE }, ...fields },
    facts: { p: { yes: YES }, q: { yes: YES } },
    takes: { q: { of: X } },
    rules,
    inputs: each({ x: { type: "integer" } }),
    outputs: each({ by: { type: "string", format: "date-time" } }),
    effects: each({ errors: { full: { meaning: "Nothing left." } } }),
    events: { "small.paid": { sum: { type: "integer" } }, "small.act": { sum: { type: "integer" } } },
  });
}
