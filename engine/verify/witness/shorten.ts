import type { Path } from "../../rules/rule.ts";

/** One trait of a person, and the person without it. */
export type Trait<One> = {
  readonly path: Path;
  /** The person, ordinary in this; `null` where they are so already, or nothing is ordinary. */
  readonly usual: (one: One) => One | null;
  /** The person as others are in this, where nothing is ordinary. */
  readonly others?: (one: One) => readonly One[];
};

/** Somebody as ordinary as they may be, and which of their traits decide. */
export type Shortened<One> = { readonly one: One; readonly decide: readonly Path[] };

/** More tries than these are not made; what was not tried decides. */
const MOST_TRIES = 200;
/** If at most so many traits are left, pairs are tried too: some facts only change together. */
const FEW = 8;

/**
 * Takes from somebody what does not matter: they are made as an ordinary person is, first in much at once (`bundles`), then
 * trait by trait, and a change is kept where they still show what they must. What is left decides. The same person is always
 * shortened alike.
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
  // A change that failed before may work once other traits are ordinary.
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
