import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Kinds of work that only one process per database does at a time, each with the number of its advisory lock.
 */
const LOCKS = { migrating: 7_226_001, "first-data": 7_226_005 } as const;

/**
 * Runs the work while no other process does the same. A second process waits, and then finds the work done.
 */
export async function oneAtATime<Value>(
  db: Db,
  what: keyof typeof LOCKS,
  work: (connection: Db) => Promise<Value>,
): Promise<Value> {
  return await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCKS[what]})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS[what]})`.execute(connection);
    }
  });
}
