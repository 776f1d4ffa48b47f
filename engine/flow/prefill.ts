import type { Json, JsonObject } from "../values/json.ts";
import type { Compiled } from "./compiled.ts";
import type { Walk } from "./walk.ts";

/**
 * What the form begins with at which somebody stands: what is known at the places that the flow names, as far as it fits
 * the fields. Nothing is answered by it; what they submit is judged like anything that is typed. Empty where the step
 * was answered before: an answer is never put back to what is known.
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
