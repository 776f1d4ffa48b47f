import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway, OutcomeUnknown } from "./lost-connection.ts";
import { isStale } from "./named-statements.ts";

/**
 * Time in milliseconds. If work fails later than this after its start, it is not retried, because its caller
 * has already waited long.
 */
const PATIENCE_MS = 2_000;
// Pauses before the retries, in milliseconds: the first suits a terminated connection, the second a
// restarting database.
const AGAIN_AFTER_MS = [50, 500] as const;

/**
 * Maximum number of retries of a transaction. Before each retry, the transaction that it conflicted with can
 * finish.
 */
const TRIES_AGAIN = 5;
// Error codes with which PostgreSQL rolls back one of two conflicting transactions: deadlock and
// serialization failure.
const GIVEN_UP = new Set<unknown>(["40P01", "40001"]);

/**
 * Runs a transaction again if the database rolled it back because of a conflict with another one. This is
 * safe: nothing was stored, and a transaction never sends anything outside (`refuseWhileHolding`). Therefore
 * no letter and no job exists twice.
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
 * Runs work, and retries it at most twice if the connection to the database broke or a release made a
 * prepared statement unusable. If the database refuses connections, the work fails at once. Use it only for
 * work that can safely happen twice: reads, and writes whose key prevents a second effect.
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
