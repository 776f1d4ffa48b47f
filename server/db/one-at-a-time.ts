import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Kinds of work that only one process at a time may do on a database. Each has the number of the advisory
 * lock that ensures this.
 */
const LOCKS = { migrating: 7_226_001, "first-data": 7_226_005 } as const;

/**
 * Runs the work while no other process runs the same kind of work. A second process waits, and then runs too,
 * but finds that nothing is left to do.
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
