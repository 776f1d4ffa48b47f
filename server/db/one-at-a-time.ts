import { sql } from "kysely";
import type { Db } from "./database.ts";

/** What only one process on a database does at a time; numbers of advisory locks, the same in every process. */
const LOCKS = { migrating: 7_226_001, "first-data": 7_226_005 } as const;

/** Does the work while no other process does the like; who comes second waits, and finds it done. */
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
