import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway, OutcomeUnknown } from "./lost-connection.ts";
import { isStale } from "./named-statements.ts";

/** Where it took longer to fail, whoever asks has waited enough. */
const PATIENCE_MS = 2_000;
// The first for a connection that somebody ended, the second for a database that is being started again.
const AGAIN_AFTER_MS = [50, 500] as const;

/** Tries after the first; each lets another transaction pass that was in the way. */
const TRIES_AGAIN = 5;
// PostgreSQL's own words for "this transaction was rolled back so that others can go on": deadlock, serialization.
const GIVEN_UP = new Set<unknown>(["40P01", "40001"]);

/**
 * Does a whole transaction again where the database gave it up for another one: nothing of it was kept, and nothing is sent
 * outside from within one (`refuseWhileHolding`), so that letters and jobs exist once, with the one that commits.
 */
export async function againWhereGivenUp<Value>(transaction: () => Promise<Value>): Promise<Value> {
  for (let left = TRIES_AGAIN; ; left -= 1)
    try {
      return await transaction();
    } catch (error) {
      if (left === 0 || !GIVEN_UP.has((error as { readonly code?: unknown } | null)?.code)) throw error;
    }
}

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
