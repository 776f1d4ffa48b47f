import { assumptionsOf } from "../../engine/flow/assumptions.ts";
import type { Definition } from "../../engine/flow/definition.ts";
import { wordsAt } from "../sources/index.ts";
import type { Assumed } from "./judged.ts";

/** Returns the assumptions about facts on which a version's proofs rely, as text. */
export function assumedIn(definition: Definition): readonly Assumed[] {
  const words = (key: string) => wordsAt(definition, key, key);
  return assumptionsOf(definition).map(({ id, assumes, title, source, must }) => ({
    rule: id,
    about: assumes,
    title: words(title),
    source,
    says: (must ?? []).map(({ reason }) => words(reason)),
  }));
}
