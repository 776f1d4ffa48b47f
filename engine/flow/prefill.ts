import type { Json, JsonObject } from "../values/json.ts";
import type { Compiled } from "./compiled.ts";
import type { Walk } from "./walk.ts";

/**
 * Returns the initial values of the current form: the values at the data paths that the flow names, if they
 * are valid for the fields. Initial values are not answers; the submitted form is validated as usual. Returns
 * no values if the person has answered the step before, so that an answer is never overwritten.
 */
export function prefillAt({ plan }: Compiled, walk: Walk, answered: (step: string) => boolean): JsonObject {
  const { at } = walk;
  const node = at.kind === "form" && !answered(at.step) ? plan.byId.get(at.step) : undefined;
  const begun: { [field: string]: Json } = {};
  for (const { field, place, fits } of node?.prefill ?? []) {
    const value = walk.read(place.path);
    if (value !== undefined && fits(value)) begun[field] = value;
  }
  return begun;
}
