/**
 * Runs the work and returns, also on failure, at the next multiple of `ms` after the start, so that the duration
 * reveals nothing about the path taken. Also beyond the first multiple, when a busy machine slows every path. Do not
 * call it in a transaction.
 */
export async function evenly<Value>(ms: number, work: () => Promise<Value>): Promise<Value> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const took = performance.now() - began;
    await new Promise<void>((resolve) => setTimeout(resolve, ms - (took % ms)));
  }
}
