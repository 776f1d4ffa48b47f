import type { Definition } from "../../flow/definition.ts";
import { onlyUndecided } from "../model/index.ts";
import { flowSpaceOf } from "./flow-space.ts";
import { walkSymbolically } from "./symbolic-walk.ts";

/**
 * Returns the steps that no person reaches with the switches of an environment. A switch is `null` if it is
 * on for some people and off for others. Returns `null` if the result is undecided. An unreached step is not
 * a fault, because it is used when a switch changes.
 */
export function sleepingSteps(
  definition: Definition,
  flags: { readonly [flag: string]: boolean | null },
): readonly string[] | null {
  try {
    const flow = flowSpaceOf(definition);
    if ("findings" in flow) return null;
    const walk = walkSymbolically(flow, { fixed: flags });
    return Object.keys(definition.flow.steps).filter(
      (step) => walk.sets.get(step)?.arrive === flow.space.diagrams.no,
    );
  } catch (error) {
    onlyUndecided(error);
    return null;
  }
}
