import type { Definition } from "../../../engine/flow/definition.ts";
import type { Finding, Logic } from "../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { prove } from "../../../engine/verify/prove/index.ts";
import { decide, END, YES } from "../fixtures/parts.ts";
import { small } from "../fixtures/small-flow.ts";

/** What is proved of somebody: two yes or no, whole numbers wide and few, a word. */
const FIELDS: JsonObject = {
  "yes?": YES,
  "sure?": YES,
  "age?": { type: "integer" },
  "level?": { type: "integer", minimum: 1, maximum: 3 },
  "list?": { type: "array", items: { type: "string", enum: ["A", "B", "C"] } },
  "word?": { type: "string", enum: ["A", "B", "C"] },
};

export const yes: Logic = { var: "facts.p.yes" };
export const sure: Logic = { var: "facts.p.sure" };
export const age: Logic = { var: "facts.p.age" };
export const level: Logic = { var: "facts.p.level" };
export const word: Logic = { var: "facts.p.word" };
export const not = (logic: Logic): Logic => ({ "!": [logic] });
/** True of everybody who has an age, which nobody can prove by trying: ages are many. */
export const square: Logic = { ">": [{ "*": [age, age] }, -1] };

/** A definition with these rules, which no step asks for. */
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

/** A `must` rule whose clauses are these. */
export function asks(clauses: readonly Logic[], more: JsonObject = {}): JsonObject {
  return {
    must: clauses.map((logic, index) => ({
      id: `c${index}`,
      reason: "warning:small.no",
      mend: "none",
      logic,
    })),
    ...more,
  };
}

/** A rule that answers a value. */
export function answers(type: JsonObject, logic: Logic, more: JsonObject = {}): JsonObject {
  return { value: { type, logic }, ...more };
}

/** What is found about rules. */
export function found(rules: { readonly [rule: string]: JsonObject }, budget?: number): readonly Finding[] {
  return prove(withRules(rules), budget === undefined ? {} : { budget });
}

/** A finding without its witness. */
export const told = ({ severity, pointer, says }: Finding): Json =>
  [severity, pointer, says] as unknown as Json;
