import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway, OutcomeUnknown } from "./lost-connection.ts";
import { isStale } from "./named-statements.ts";

/** After a longer failure there is no retry, because the caller has already waited long. */
const PATIENCE_MS = 2_000;
// The first pause is for a terminated connection, the second for a restarting database.
const AGAIN_AFTER_MS = [50, 500] as const;

/** Retries after the first try. Each lets another transaction finish. */
const TRIES_AGAIN = 5;
// PostgreSQL rolled this transaction back so that others can continue: deadlock, serialization.
const GIVEN_UP = new Set<unknown>(["40P01", "40001"]);

/**
 * Repeats a whole transaction that the database rolled back for another one. Nothing was stored, and nothing is sent
 * outside within a transaction (`refuseWhileHolding`), so letters and jobs exist once.
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
 * Retries at most twice if the connection to the database broke, or a release made a statement stale. Does not wait
 * for a database that refuses connections. Only for work that can safely happen twice: reads, and what a key makes
 * idempotent.
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
