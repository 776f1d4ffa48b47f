import { answersShown, type Definition, isInputOf, keepsRecord } from "../../../engine/flow/index.ts";
import { reachableFrom } from "../../../engine/verify/model/index.ts";

/** Effects whose record a desk shows beside their inputs: cases, and identity reviews. */
const READ_AT_DESK: readonly string[] = ["cases.open", "cases.openByVisitor", "identity.submit"];

/**
 * Returns who reads the answers that a review shows and that no input of an effect names: the desk that gets the
 * inputs, or the staff who open the person's page. Returns `null` if there are no such answers.
 */
export function otherReaders(definition: Definition, step: string): "desk" | "personPage" | null {
  const { steps } = definition.flow;
  const effect = steps[step];
  if (effect?.kind !== "effect" || !keepsRecord(definition, effect)) return null;
  const hasOthers = Object.keys(steps).some(
    (id) =>
      answersShown(steps[id]).some((place) => !isInputOf(effect, place)) &&
      reachableFrom(definition, id).has(step),
  );
  if (!hasOthers) return null;
  return READ_AT_DESK.includes(effect.effect) ? "desk" : "personPage";
}
