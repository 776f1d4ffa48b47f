/**
 * Runs the work and returns, also on failure, at the next multiple of `ms` after the start. The duration then
 * does not reveal which path the code took, even if a busy machine slows every path beyond the first
 * multiple. Must not be called in a transaction.
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
