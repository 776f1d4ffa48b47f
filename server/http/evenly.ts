/**
 * Does the work and answers, also when it fails, at the next multiple of `ms` after it began: so that the time does not
 * tell which of two ways the work went. Beyond the first multiple too: a busy machine makes both ways slow. Call it
 * where no transaction is open.
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
