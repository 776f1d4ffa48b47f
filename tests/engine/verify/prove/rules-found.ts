import type { Definition } from "../../../../engine/flow/definition.ts";
import type { Finding, Logic } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { at, decide, END, YES } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";

/**
 * The fields of the fact in these proofs: two booleans, whole numbers with wide and small ranges, and an
 * enum.
 */
const FIELDS: JsonObject = {
  "yes?": YES,
  "sure?": YES,
  "age?": { type: "integer" },
  "level?": { type: "integer", minimum: 1, maximum: 3 },
  "list?": { type: "array", items: { type: "string", enum: ["A", "B", "C"] } },
  "word?": { type: "string", enum: ["A", "B", "C"] },
};

export const yes = at("facts.p.yes");
export const sure = at("facts.p.sure");
export const age = at("facts.p.age");
export const level = at("facts.p.level");
export const word = at("facts.p.word");
/**
 * A condition that holds for all users with an age. Samples cannot prove it because there are too many ages.
 */
export const square: Logic = { ">": [{ "*": [age, age] }, -1] };

/** Returns a definition with these rules, which no step uses. */
export function withRules(
  rules: { readonly [rule: string]: JsonObject },
  fields: JsonObject = FIELDS,
): Definition {
  return small({
    steps: { ask: decide("done"), done: END },
    facts: { p: fields },
    rules,
  });
}

/** Returns the findings of the proof about these rules. */
export function found(rules: { readonly [rule: string]: JsonObject }, budget?: number): readonly Finding[] {
  return prove(withRules(rules), budget === undefined ? {} : { budget });
}

/** Returns a finding without its witness. */
export const told = ({ severity, pointer, says }: Finding): Json => [severity, pointer, says];
