import { type FlagSet, writtenDifferently } from "../../engine/flags/index.ts";
import { withFeatures } from "./set-store.ts";

type Proposed = { readonly names: readonly string[]; readonly content: FlagSet };

/**
 * Returns a copy of the newest set in which the switches of an older change have the positions that the
 * change proposes.
 */
export function carriedTo(newest: FlagSet, { names, content }: Proposed): FlagSet {
  const own = content.features.filter(({ name }) => names.includes(name));
  return withFeatures(newest, own, content);
}

/**
 * Returns the switches of a change that were changed by others since `base`, directly or through a shared
 * segment. If there are none, the change means the same on the newest set.
 */
export function conflictsOf(
  change: Proposed,
  { base, newest }: { readonly base: FlagSet; readonly newest: FlagSet },
): readonly string[] {
  const since = new Set([
    ...writtenDifferently(base, newest),
    ...writtenDifferently(change.content, carriedTo(newest, change)),
  ]);
  // If a switch already has the proposed position, there is no conflict about it.
  const wanted = new Set(writtenDifferently(change.content, newest));
  return change.names.filter((name) => since.has(name) && wanted.has(name));
}
