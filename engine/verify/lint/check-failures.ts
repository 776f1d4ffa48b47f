import type { Definition } from "../../flow/definition.ts";
import type { ErrorRoute } from "../../flow/flow-file.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { reachableFrom } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that a failure does not lead to effects that come after a success, unless the effect's signature
 * permits it. Examples of failures: a code that was tried too often, a card that the register does not know.
 */
export function checkFailures(definition: Definition): readonly Fault[] {
  const { flow, effects } = definition;
  return Object.entries(flow.steps).flatMap(([id, step]): readonly Fault[] => {
    if (step.kind !== "challenge" && step.kind !== "effect") return [];
    const meanings = step.kind === "effect" ? effects[step.effect]?.errors : undefined;
    const after = effectsFrom(
      definition,
      nextOf(step).map(({ to }) => to),
    );
    return (Object.entries(step.errors) as readonly (readonly [string, ErrorRoute])[]).flatMap(
      ([code, route]): readonly Fault[] => {
        if (!("to" in route) || meanings?.[code]?.mayGoOn === true) return [];
        const gone = [...effectsFrom(definition, [route.to])].find((effect) => after.has(effect));
        if (gone === undefined) return [];
        return [
          {
            pointer: `/steps/${id}/errors/${code}/to`,
            says: { key: "failure-goes-on", params: { step: id, code, effect: gone } },
          },
        ];
      },
    );
  });
}

/** Returns the effects that can be reached from some steps. Includes the effects of these steps. */
function effectsFrom(definition: Definition, starts: readonly string[]): ReadonlySet<string> {
  const reached = starts.flatMap((start) => [...reachableFrom(definition, start)]);
  return new Set(reached.filter((id) => definition.flow.steps[id]?.kind === "effect"));
}
