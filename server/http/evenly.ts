/**
 * Runs the work, and answers only at a multiple of `ms` after the start, whether the work succeeds or fails.
 * The duration then does not reveal what the work did, even if a busy machine needs longer than one multiple.
 * Must not be called in a transaction.
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
