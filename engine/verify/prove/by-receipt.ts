import type { Definition } from "../../flow/definition.ts";
import type { EffectStep, Step } from "../../flow/flow-file.ts";
import { levelsBelow, type Node, reachableFrom } from "../model/index.ts";
import type { FlowSpace } from "./flow-space.ts";

/**
 * Returns the people who pass an effect because its receipt already exists. The effect's input must be the
 * same as when its checks held. The checks are not repeated, although answers, facts and switches may have
 * changed.
 */
export function byReceipt(
  { space }: FlowSpace,
  step: EffectStep,
  { answered, passing }: { readonly answered: Node; readonly passing: Node },
): Node {
  const { diagrams } = space;
  if (answered === passing) return passing;
  const same = new Set(
    Object.values(step.input).flatMap((path) =>
      [space.levelOf(path) ?? [], ...levelsBelow(space, path)].flat(),
    ),
  );
  const others = new Set([...diagrams.support(passing)].filter((level) => !same.has(level)));
  return diagrams.both(answered, diagrams.forget(passing, others));
}

/**
 * Returns true if a later effect can reopen a question before this effect. A person who answers it again
 * passes this effect by its existing receipt.
 */
export function isReopenedOver(definition: Definition, id: string): boolean {
  const { flow, effects } = definition;
  const step = flow.steps[id] as Step;
  if (step.kind !== "effect" || effects[step.effect]?.repeatable !== true) return false;
  const after = reachableFrom(definition, id);
  return Object.entries(flow.steps).some(
    ([later, one]) =>
      later !== id &&
      one.kind === "effect" &&
      after.has(later) &&
      Object.values(one.errors).some(
        (route) => "reopen" in route && reachableFrom(definition, route.reopen).has(id),
      ),
  );
}
