import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway, OutcomeUnknown } from "./lost-connection.ts";
import { isStale } from "./named-statements.ts";

/** Time in milliseconds. Work that fails later is not retried, because its caller has already waited long. */
const PATIENCE_MS = 2_000;
// Pauses before the retries, in milliseconds: the first suits a terminated connection, the second a
// restarting database.
const AGAIN_AFTER_MS = [50, 500] as const;

/** Maximum number of retries of a transaction. Before each retry, another transaction can finish. */
const TRIES_AGAIN = 5;
// Codes for a transaction that PostgreSQL rolled back so that others can continue: deadlock, serialization.
const GIVEN_UP = new Set<unknown>(["40P01", "40001"]);

/**
 * Repeats a whole transaction that the database rolled back in favour of another one. This is safe: nothing
 * was stored, and a transaction sends nothing outside (`refuseWhileHolding`), so letters and jobs exist once.
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
 * Retries work at most twice if the connection to the database broke, or a release made a statement stale.
 * Does not wait for a database that refuses connections. Use it only for work that can safely happen twice:
 * reads, and writes that a key makes idempotent.
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
