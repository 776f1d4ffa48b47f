import { type Compiled, type FieldError, type Flags, inMemory, type Walk } from "../../engine/flow/index.ts";
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
  const person = inMemory(compiled, () => ({ flags: given.flags ?? {}, facts: given.facts ?? {} }));
  for (const [step, answer] of given.answers) {
    const decision = person.submit({ step, answer });
    if (decision.kind === "not-open") throw new Error(`walkWith: ${step} is not open`);
    if (decision.kind === "refused") return { walk: decision.walk, refused: decision.errors };
  }
  return { walk: person.stands().walk, refused: [] };
}
