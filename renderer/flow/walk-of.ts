import { type Compiled, derive, type Walk } from "../../engine/flow/index.ts";
import type { View } from "../kit/api/answers.ts";

/** Computes the walk (the steps taken and the position) of a view; `null` if the page lacks data for it. */
export function walkOf(compiled: Compiled, view: View): Walk | null {
  try {
    return derive(compiled, view.instance, view.facts, view.flags);
  } catch (error) {
    console.warn("walk failed", error);
    return null;
  }
}
