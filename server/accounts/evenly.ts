/** How long a call takes at least that must not tell whether an e-mail has an account. */
export const EVEN_MS = 250;

/**
 * Does the work and answers no sooner than after `ms`, also when it fails: so that the time does not tell which
 * of two ways the work went.
 */
export async function evenly<Value>(ms: number, work: () => Promise<Value>): Promise<Value> {
  const pause = new Promise<void>((resolve) => setTimeout(resolve, ms));
  try {
    return await work();
  } finally {
    await pause;
  }
}
