import type { JsonObject } from "../../../../engine/values/json.ts";
import { personOfWay } from "../../../../engine/verify/prove/person.ts";
import { wayOf } from "../../../../engine/verify/prove/way.ts";
import { ENDS, form } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { walking } from "./walk.ts";

/** Returns the first of the users who reach a step. */
export function comer(of: Small, step = "done") {
  const walk = walking(of);
  const way = wayOf(walk, step, walk.sets.get(step)?.arrive as number, false);
  const person = way === null ? null : personOfWay(walk, way);
  if (person === null) return null;
  const { path, ...known } = person;
  return {
    path: path.map(
      ({ step: at, way, to }) =>
        `${at} ${way === null ? "stands" : way.kind === "next" ? way.index : way.kind === "error" ? way.code : way.kind} ${to}`,
    ),
    ...known,
  };
}

/**
 * Returns a form that the user can leave if the condition holds for the derived value `d` of these values.
 */
export const derivedOf = (
  fn: string,
  args: readonly string[],
  when: JsonObject,
  more: Partial<Small>,
): Small => ({
  steps: { ask: form([when, "done"], "out"), ...ENDS },
  flow: { derived: { d: { fn, args: [...args] } } },
  ...more,
});
