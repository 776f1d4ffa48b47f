// Selects the active mutant. The engine's code calls `$mutant(number)` at every site of a mutant; numbers
// begin at 1.

const NONE = 0;

let active = NONE;
let stepsLeft = Number.POSITIVE_INFINITY;
let watched: Uint8Array | null = null;
let size = 0;
let steps = 0;

Object.assign(globalThis, {
  $mutant: (number: number): boolean => {
    if (watched !== null) {
      watched[number] = 1;
      steps += 1;
      return false;
    }
    stepsLeft -= 1;
    if (stepsLeft < 0) throw new Error("the test does not end");
    return number === active;
  },
});

/**
 * Returns the mutants that the code reaches without an active one, and how often. `mutants` is the total
 * number of mutants.
 */
export async function watching<Value>(
  mutants: number,
  run: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly reaches: readonly number[]; readonly steps: number }> {
  size = Math.max(size, mutants);
  const seen = new Uint8Array(size + 1);
  [watched, steps] = [seen, 0];
  try {
    const value = await run();
    return { value, reaches: [...seen.keys()].filter((number) => seen[number] === 1), steps };
  } finally {
    watched = null;
  }
}

/** Runs the code with one active mutant, for at most this many steps. */
export async function trying<Value>(mutant: number, most: number, run: () => Promise<Value>): Promise<Value> {
  [active, stepsLeft] = [mutant, most];
  try {
    return await run();
  } finally {
    active = NONE;
    ended = stepsLeft >= 0;
    stepsLeft = Number.POSITIVE_INFINITY;
  }
}

let ended = true;

/** Returns true if the last trial ended without being stopped. */
export function hasEnded(): boolean {
  return ended;
}
