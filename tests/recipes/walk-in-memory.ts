import {
  type Compiled,
  derive,
  type Facts,
  type FieldError,
  type Flags,
  factKey,
  type Instance,
  submit,
  type Walk,
} from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";

/** Where the answers lead, or what is refused on the way. */
export type Stop = { readonly walk: Walk; readonly refused: readonly FieldError[] };

/**
 * Gives the answers one after the other, each at its step, as a person and the server would do together; a fact is the
 * same for all arguments. Throws where a step is not open: the test then asks for something that is not on the way.
 */
export function walkWith(
  compiled: Compiled,
  given: {
    readonly answers: readonly (readonly [step: string, answer: JsonObject])[];
    readonly facts?: { readonly [fact: string]: JsonObject };
    readonly flags?: Flags;
  },
): Stop {
  const flags = given.flags ?? {};
  let facts: Facts = {};
  let instance: Instance = {
    id: "i",
    flow: compiled.definition.flow.id,
    version: "",
    answers: {},
    receipts: [],
  };
  const supply = (needs: readonly { readonly fact: string; readonly args: JsonObject }[]): void => {
    for (const { fact, args } of needs)
      facts = { ...facts, [factKey(fact, args)]: given.facts?.[fact] ?? null };
  };
  for (const [step, answer] of given.answers) {
    let decision = submit(compiled, instance, facts, flags, { step, answer });
    while (decision.kind === "needs") {
      supply(decision.facts);
      decision = submit(compiled, instance, facts, flags, { step, answer });
    }
    if (decision.kind === "not-open") throw new Error(`walkWith: ${step} is not open`);
    if (decision.kind === "refused") return { walk: decision.walk, refused: decision.errors };
    instance = { ...instance, answers: decision.answers };
  }
  let walk = derive(compiled, instance, facts, flags);
  while (walk.at.kind === "needs") {
    supply(walk.at.facts);
    walk = derive(compiled, instance, facts, flags);
  }
  return { walk, refused: [] };
}
