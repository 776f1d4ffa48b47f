import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Returns whether `check`, a digest of the installation's key, matches this database. The first call for a database
 * without a digest stores it. A database that no portal has claimed matches every key.
 */
export async function fitsKey(db: Db, check: string): Promise<boolean> {
  await sql`update installation set key_check = ${check} where key_check is null`.execute(db);
  const { rows } = await sql<{ key_check: string }>`select key_check from installation`.execute(db);
  return rows[0] === undefined || rows[0].key_check === check;
}
