import type { Path } from "../../rules/rule.ts";

/** One property of a person, with a function that replaces it by the ordinary value. */
export type Trait<One> = {
  readonly path: Path;
  /**
   * Returns the person with the ordinary value of the trait. Returns `null` if the person has that value
   * already, or if there is no ordinary value.
   */
  readonly usual: (one: One) => One | null;
  /** Returns the person with other values of the trait. Used if there is no ordinary value. */
  readonly others?: (one: One) => readonly One[];
};

/** A person who is as ordinary as possible, and the traits that decide. */
export type Shortened<One> = { readonly one: One; readonly decide: readonly Path[] };

/**
 * Maximum number of changes to try. After that, every trait that is not ordinary yet counts as a trait that
 * decides.
 */
const MOST_TRIES = 200;
/**
 * Maximum number of remaining traits for which pairs are tried. Pairs are necessary because some facts can
 * change only together.
 */
const FEW = 8;

/**
 * Makes a person ordinary in everything that does not matter. First changes many traits at once (`bundles`),
 * then one trait at a time. Keeps a change if the changed person still demonstrates the finding. The traits
 * that could not be changed decide. Deterministic: the same person always gives the same result.
 */
export function shortened<One>(
  one: One,
  of: { readonly bundles?: readonly Trait<One>["usual"][]; readonly traits: readonly Trait<One>[] },
  shows: (one: One) => boolean,
): Shortened<One> {
  let current = one;
  let tries = 0;
  const stillShows = (other: One): boolean => {
    tries += 1;
    return tries <= MOST_TRIES && shows(other);
  };
  const takes = (usual: Trait<One>["usual"]): boolean => {
    const other = usual(current);
    if (other === null || !stillShows(other)) return false;
    current = other;
    return true;
  };
  for (const usual of of.bundles ?? []) takes(usual);
  // A change that failed in one round may succeed in the next, when other traits are ordinary.
  for (let changed = true; changed; ) {
    changed = false;
    for (const { usual } of of.traits) changed = takes(usual) || changed;
    const left = of.traits.filter(({ usual }) => usual(current) !== null);
    if (left.length > FEW) continue;
    for (const [at, first] of left.entries())
      for (const second of left.slice(at + 1))
        changed =
          takes((person) => {
            const half = first.usual(person);
            return half === null ? null : second.usual(half);
          }) || changed;
  }
  const decides = ({ usual, others }: Trait<One>): boolean =>
    usual(current) !== null || !(others?.(current) ?? []).every(stillShows);
  return { one: current, decide: of.traits.filter(decides).map(({ path }) => path) };
}
