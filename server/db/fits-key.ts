import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Whether this database was made with the key that `check` is a digest of. The first who asks of a database of before says
 * which key that is. A database that no portal has claimed fits every key.
 */
export async function fitsKey(db: Db, check: string): Promise<boolean> {
  await sql`update installation set key_check = ${check} where key_check is null`.execute(db);
  const { rows } = await sql<{ key_check: string }>`select key_check from installation`.execute(db);
  return rows[0] === undefined || rows[0].key_check === check;
}
