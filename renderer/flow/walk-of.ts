import { type Compiled, derive, type Walk } from "../../engine/flow/index.ts";
import { instanceOf } from "./module.ts";
import type { View } from "./view.ts";

/** The walk of the view as it is; `null` where it cannot be made with what the page has. */
export function walkOf(compiled: Compiled, view: View): Walk | null {
  try {
    return derive(compiled, instanceOf(view), view.facts, view.flags);
  } catch (error) {
    console.warn("walk failed", error);
    return null;
  }
}
