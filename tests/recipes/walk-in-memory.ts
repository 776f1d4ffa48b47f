import { type Compiled, type FieldError, type Flags, inMemory, type Walk } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";

/** The step to which the answers lead, with the answers that were rejected. */
export type Stop = { readonly walk: Walk; readonly refused: readonly FieldError[] };

/**
 * Submits the answers in order, each at its step, as user and server would do together. A fact has the same
 * value for all arguments.
 * @throws if a step is not open, because the test then uses a step that is not on the path.
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
