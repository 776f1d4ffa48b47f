import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Returns whether this database belongs to the installation whose key has the digest `check`. The first call
 * stores the digest in a database that has none. A database that no portal has claimed yet matches every key.
 */
export async function fitsKey(db: Db, check: string): Promise<boolean> {
  await sql`update installation set key_check = ${check} where key_check is null`.execute(db);
  const { rows } = await sql<{ key_check: string }>`select key_check from installation`.execute(db);
  return rows[0] === undefined || rows[0].key_check === check;
}
