import type { Mutant } from "./mutants.ts";

/**
 * Returns this many mutants in random order, the same ones for the same seed. A run that is cut short has
 * then tried a representative part of them.
 */
export function sample(
  mutants: readonly Mutant[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly Mutant[] {
  const next = numbersFrom(seed);
  return mutants
    .map((mutant) => ({ mutant, weight: next() }))
    .sort((one, other) => one.weight - other.weight)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Returns a small generator of uniform random numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
