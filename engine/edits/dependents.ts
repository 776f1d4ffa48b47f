import type { Draft } from "./draft.ts";
import { leavesIn, pointerOf } from "./json-places.ts";
import { isAbout, readersOf } from "./references.ts";
import { Work } from "./work.ts";

/** A place that depends on a step. */
export type Dependent = {
  readonly file: string;
  readonly pointer: string;
  /**
   * `leads`: it leads to the step. `reads`: it reads an answer or a result of it. `names`: a guard, a code or another
   * step refers to it.
   */
  readonly why: "leads" | "reads" | "names";
  /** The place that it reads, or the step. */
  readonly what: string;
};

/** Returns every place outside a step that depends on it, in file order. Nothing is changed. */
export function dependentsOf(draft: Draft, { flow, step }: { readonly flow: string; readonly step: string }) {
  const work = new Work(draft, {});
  const own = `flows/${flow}/flow.json`;
  const within = `${pointerOf(["steps", step])}/`;
  const found: Dependent[] = [];
  for (const file of readersOf(work, flow))
    for (const [pointer, text] of leavesIn(work.maybe(file))) {
      const why =
        file === own && text === step
          ? whyNamed(pointer)
          : isAbout(text, `answers.${step}`) || isAbout(text, `effects.${step}`)
            ? "reads"
            : null;
      if (why !== null && !(file === own && pointer.startsWith(within)))
        found.push({ file, pointer, why, what: String(text).replace(/\?$/, "") });
    }
  return found as readonly Dependent[];
}

function whyNamed(pointer: string): Dependent["why"] | null {
  if (/\/to$|^\/start$/.test(pointer)) return "leads";
  return /\/(?:since|binds|reopen|before)(?:\/\d+)?$/.test(pointer) ? "names" : null;
}
