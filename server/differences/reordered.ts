import type { Definition } from "../../engine/flow/definition.ts";
import { targetsOf } from "../../engine/flow/step-kinds.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";
import type { Versions } from "./class-lines.ts";
import { alwaysBefore } from "./ways-to-effects.ts";

/** Two steps whose sequence was reversed. In the new version, all people reach `first` before `second`. */
export type Reordered = { readonly first: Words; readonly second: Words };

/**
 * Finds pairs of steps that were reversed. In the old version one step directly preceded the other for all
 * people; now it comes after it.
 */
export function reordered({ before, after }: Versions<Definition>): readonly Reordered[] {
  const isKept = (step: string) => Object.hasOwn(after.flow.steps, step);
  const title = (step: string) => titleOfStep([after, before], step);
  return Object.entries(before.flow.steps).flatMap(([id, step]) => {
    const targets = new Set(targetsOf(id, step).flatMap(({ to, how }) => (how === "next" ? [to] : [])));
    return [...targets]
      .filter((to) => to !== id && isKept(id) && isKept(to))
      .filter((to) => alwaysBefore(before, id, to) && alwaysBefore(after, to, id))
      .map((to) => ({ first: title(to), second: title(id) }));
  });
}
