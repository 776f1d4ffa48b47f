import { type Compiled, derive, type Walk } from "../../engine/flow/index.ts";
import type { View } from "../kit/api/answers.ts";

/** The walk of the view as it is; `null` where it cannot be made with what the page has. */
export function walkOf(compiled: Compiled, view: View): Walk | null {
  try {
    return derive(compiled, view.instance, view.facts, view.flags);
  } catch (error) {
    console.warn("walk failed", error);
    return null;
  }
}
