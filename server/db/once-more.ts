import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway, OutcomeUnknown } from "./lost-connection.ts";
import { isStale } from "./named-statements.ts";

/** Where it took longer to fail, whoever asks has waited enough. */
const PATIENCE_MS = 2_000;
// The first for a connection that somebody ended, the second for a database that is being started again.
const AGAIN_AFTER_MS = [50, 500] as const;

/**
 * Does it again, twice at most, where the connection to the database broke under it; a database that takes no connection at
 * all is not waited for. So does a statement that a release made stale. Only for what may happen twice: reading, or what a key makes the same deed.
 */
export async function onceMore<Value>(work: () => Promise<Value>): Promise<Value> {
  const begun = performance.now();
  let broke = false;
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      return await work();
    } catch (error) {
      if (isStale(error)) continue;
      const lost = error instanceof OutcomeUnknown || isDatabaseAway(error);
      broke ||= lost && (error as { readonly syscall?: unknown }).syscall !== "connect";
      if (!lost || !broke || performance.now() - begun > PATIENCE_MS) throw error;
    }
    await pause(waitMs);
  }
  return await work();
}
