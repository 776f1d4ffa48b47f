import { type FlagSet, writtenDifferently } from "../../engine/flags/index.ts";
import { withFeatures } from "./set-store.ts";

type Proposed = { readonly names: readonly string[]; readonly content: FlagSet };

/** Returns the newest set with the switches of a change that was written on an older one. */
export function carriedTo(newest: FlagSet, { names, content }: Proposed): FlagSet {
  const own = content.features.filter(({ name }) => names.includes(name));
  return withFeatures(newest, own, content);
}

/**
 * Returns the switches of a change that another change has set since `base`, also by a segment that they share. Without
 * any, the change means the same on the newest set.
 */
export function conflictsOf(
  change: Proposed,
  { base, newest }: { readonly base: FlagSet; readonly newest: FlagSet },
): readonly string[] {
  const since = new Set([
    ...writtenDifferently(base, newest),
    ...writtenDifferently(change.content, carriedTo(newest, change)),
  ]);
  // A switch that is as proposed already is no conflict.
  const wanted = new Set(writtenDifferently(change.content, newest));
  return change.names.filter((name) => since.has(name) && wanted.has(name));
}
