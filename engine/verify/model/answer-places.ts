import { answersBehind } from "../../flow/deciding-answers.ts";
import type { Definition } from "../../flow/definition.ts";
import type { Path } from "../../rules/rule.ts";

/**
 * Returns the answers that some data paths depend on, as whole fields: directly, as arguments of facts, or
 * through derived values.
 */
export function answerPlacesBehind(definition: Definition, paths: readonly Path[]): readonly Path[] {
  return answersBehind(definition, paths).map(({ step, field }) => `answers.${step}.${field}`);
}

/** Returns true if one data path contains the other, or if both are equal. */
export function overlaps(one: Path, other: Path): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
