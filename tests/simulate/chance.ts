/** Repeatable random numbers. The same seed gives the same draws. */
export type Chance = {
  /** Returns a random whole number from 0 up to, but not including, `below`. */
  readonly upTo: (below: number) => number;
  /** Returns true once in `times` calls on average. */
  readonly oneIn: (times: number) => boolean;
  readonly oneOf: <Value>(values: readonly Value[]) => Value;
  /** Returns one of the values. Each has the probability of its weight. */
  readonly weighted: <Value extends { readonly weight: number }>(values: readonly Value[]) => Value;
};

/**
 * Returns random numbers for a seed. The generator is mulberry32, whose 32 bits of state are enough for some
 * thousand draws.
 */
export function chanceFrom(seed: number): Chance {
  let state = (seed * 0x9e37_79b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const upTo = (below: number) => Math.floor(next() * below);
  const oneOf = <Value>(values: readonly Value[]): Value => {
    if (values.length === 0) throw new Error("chance: nothing to choose from");
    return values[upTo(values.length)] as Value;
  };
  return {
    upTo,
    oneIn: (times) => upTo(times) === 0,
    oneOf,
    weighted: (values) => {
      let left = next() * values.reduce((sum, { weight }) => sum + weight, 0);
      for (const value of values) {
        left -= value.weight;
        if (left < 0) return value;
      }
      return oneOf(values);
    },
  };
}
