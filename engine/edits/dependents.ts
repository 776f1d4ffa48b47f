import type { Draft } from "./draft.ts";
import { leavesIn, pointerOf } from "./json-places.ts";
import { isAbout, readersOf } from "./references.ts";
import { Work } from "./work.ts";

/** A location in a draft's files that depends on a step. */
export type Dependent = {
  readonly file: string;
  readonly pointer: string;
  /**
   * How the location depends on the step. `leads`: the location is a route to the step. `reads`: the location
   * reads an answer or a result of the step. `names`: an invariant, a challenge, a wait or an error that
   * reopens the step names the step at the location.
   */
  readonly why: "leads" | "reads" | "names";
  /** For `reads`, the data path that the location reads. Otherwise the id of the step. */
  readonly what: string;
};

/** Returns every location outside a step that depends on the step, in file order. Changes nothing. */
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
