import type { Path } from "../rules/rule.ts";
import type { Json } from "../values/json.ts";
import type { Compiled } from "./compiled.ts";
import type { Definition } from "./definition.ts";
import type { EffectStep, Step } from "./flow-file.ts";
import { pathsShown } from "./shown.ts";
import type { Walk } from "./walk.ts";

/** An answer that is recorded for staff although it is not an input of the effect. */
export type Recorded = { readonly place: Path; readonly value: Json };

/**
 * Returns the record of the effect at the walk's position: the answers that reviews on the trail showed, in
 * that order. Excludes answers that are inputs of this effect or an earlier one. Empty if the effect's
 * signature does not declare `record`.
 */
export function recordOf({ definition }: Compiled, walk: Walk): readonly Recorded[] {
  const { steps } = definition.flow;
  const step = steps[walk.at.step];
  if (step?.kind !== "effect" || !keepsRecord(definition, step)) return [];
  const passed = walk.trail.flatMap(({ step: id }) => steps[id] ?? []);
  const effects = [...passed.filter((one) => one.kind === "effect"), step];
  const shown = new Set(passed.flatMap(answersShown));
  return [...shown]
    .filter((place) => !effects.some((effect) => isInputOf(effect, place)))
    .flatMap((place) => {
      const value = walk.read(place);
      return value === undefined ? [] : [{ place, value }];
    });
}

/** Returns true if the effect of a step passes a record to staff. */
export function keepsRecord({ effects }: Definition, { effect }: EffectStep): boolean {
  return effects[effect]?.record === true;
}

/** Returns the answers that a review shows, in order. For other kinds of steps, the list is empty. */
export function answersShown(step: Step | undefined): readonly Path[] {
  return step?.kind === "review" ? pathsShown(step).filter((path) => path.startsWith("answers.")) : [];
}

/** Returns true if an answer is an input of an effect, either alone or as part of a larger value. */
export function isInputOf(step: EffectStep, place: Path): boolean {
  return Object.values(step.input).some((path) => place === path || place.startsWith(`${path}.`));
}
