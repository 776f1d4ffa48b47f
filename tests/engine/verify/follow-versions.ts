import type { Definition } from "../../../engine/flow/definition.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { load } from "../../../engine/verify/index.ts";
import { spell } from "../../../engine/verify/words/finding-words.ts";
import { type Parts, sourceOf } from "../flow/fixtures/source-of.ts";

/** A version of the small flow: steps added or, `null`, left out; the fields of each form; the rest as a flow has it. */
export type Version = {
  readonly steps?: { readonly [step: string]: JsonObject | null };
  readonly fields?: { readonly [form: string]: JsonObject };
  readonly required?: { readonly [form: string]: readonly string[] };
  readonly rules?: { readonly [rule: string]: JsonObject };
  readonly flow?: JsonObject;
};

export const to = (...steps: readonly string[]) => steps.map((step) => ({ to: step }));

/** A condition with the reason that nobody reads here. */
export const must = (logic: JsonObject, id = "c", mend = "none"): JsonObject => ({
  must: [{ id, reason: `warning:small.${id}`, mend, logic }],
});

const done: JsonObject = { kind: "end", outcome: "done", reason: "over" };

const effect = (id: string): JsonObject => ({
  id,
  mode: "local",
  repeatable: false,
  input: { type: "object", properties: { x: { type: "integer" } }, required: ["x"] },
  output: {
    type: "object",
    properties: { by: { type: "string", format: "date-time" } },
    required: ["by"],
  },
  errors: { full: { meaning: "Nothing left." } },
});

const event = (id: string): JsonObject => ({
  id,
  data: { type: "object", properties: { sum: { type: "integer" } }, required: ["sum"] },
});

/** Whoever is asked for `x`, for whom `act` does something, who then waits, and is done. */
export const STEPS = {
  ask: { kind: "form", next: to("act") },
  act: {
    kind: "effect",
    effect: "small.act",
    input: { x: "answers.ask.x" },
    errors: { full: { to: "late" } },
    next: to("money"),
  },
  money: {
    kind: "wait",
    for: "small.paid",
    since: "act",
    until: "effects.act.by",
    onTimeout: { to: "late" },
    next: to("done"),
  },
  done,
  late: done,
} as const satisfies { readonly [step: string]: JsonObject };

const X: JsonObject = { type: "integer", minimum: 1, maximum: 9 };

const fact = (args: JsonObject): JsonObject => ({
  args,
  schema: { type: "object", properties: { yes: { type: "boolean" } }, required: ["yes"] },
  mayBeAbsent: false,
  source: "a test",
  owner: "tests",
  privacy: "public",
});

/** The small flow, changed in some of its parts; throws where it does not load. */
export function version({
  steps = {},
  fields = {},
  required = {},
  rules,
  flow = {},
}: Version = {}): Definition {
  const all = Object.entries({ ...STEPS, ...steps }).filter(([, step]) => step !== null);
  const asked = { ask: { x: X, note: { type: "string", maxLength: 200 } }, ...fields } as Version["fields"];
  const forms = Object.entries(asked ?? {}).map(([form, properties]) => [
    form,
    {
      $id: `small/${form}`,
      type: "object",
      properties,
      required: required[form] ?? Object.keys(properties).filter((name) => name !== "note"),
    },
  ]);
  const parts: Parts = {
    flow: {
      id: "small",
      namespace: "small",
      subject: "account",
      inFlight: "follow",
      start: "ask",
      facts: { p: {} },
      steps: Object.fromEntries(all),
      ...flow,
    },
    schemas: Object.fromEntries(forms),
    ...(rules === undefined ? {} : { rules }),
    effects: { "small.act": effect("small.act"), "small.other": effect("small.other") },
    events: { "small.paid": event("small.paid"), "small.act": event("small.act") },
    facts: { p: fact({}), q: fact({ of: X }) },
  };
  const loaded = load(sourceOf(parts));
  if (!loaded.ok) throw new Error(loaded.error.map(spell).join("\n"));
  return loaded.value;
}
