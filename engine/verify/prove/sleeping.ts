import type { Definition } from "../../flow/definition.ts";
import { onlyUndecided } from "../model/index.ts";
import { flowSpaceOf } from "./flow-space.ts";
import { walkSymbolically } from "./symbolic-walk.ts";

/**
 * Steps that nobody reaches while these flags stay as they are, such as an environment's set (`null` is a flag that is on for
 * some and off for others); `null` where it cannot be decided. Nothing is wrong with them: they sleep until a flag is turned.
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
