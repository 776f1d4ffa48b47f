import type { Path } from "../../rules/rule.ts";

/** A trait of a person, and how to make it ordinary. */
export type Trait<One> = {
  readonly path: Path;
  /**
   * Returns the person with the ordinary value of the trait. Returns `null` if the person already has it, or
   * if no ordinary value exists.
   */
  readonly usual: (one: One) => One | null;
  /** Returns variations of the person, for a trait without an ordinary value. */
  readonly others?: (one: One) => readonly One[];
};

/** A person who is as ordinary as possible, and the traits that decide. */
export type Shortened<One> = { readonly one: One; readonly decide: readonly Path[] };

/** Maximum number of tries. Traits that were not tried count as deciding. */
const MOST_TRIES = 200;
/**
 * Number of remaining traits up to which pairs are tried too, because some facts can change only together.
 */
const FEW = 8;

/**
 * Makes a person ordinary in everything that does not matter: first many traits at once (`bundles`), then one
 * trait at a time. A change is kept if the person still demonstrates the finding. The traits that remain
 * decide. Deterministic: the same person always gives the same result.
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
  // A change that failed before may succeed once other traits are ordinary.
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
