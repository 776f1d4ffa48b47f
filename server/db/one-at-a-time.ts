import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Work that only one process per database does at a time, with its advisory lock number. */
const LOCKS = { migrating: 7_226_001, "first-data": 7_226_005 } as const;

/** Runs the work while no other process does the same. A second process waits, and finds it done. */
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
