import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Marks a new database permanently as one for development or for runtime. Throws if it is marked for the
 * other environment, because development adds demonstration people and a movable clock.
 */
export async function claimDatabase(db: Db, env: "development" | "runtime"): Promise<void> {
  await sql`insert into installation (env) values (${env}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ env: string }>`select env from installation`.execute(db);
  const there = rows[0]?.env;
  if (there === env) return;
  throw new Error(
    there === "development"
      ? "SAPHAN_ENV=runtime refuses this database: development has used it (demonstration people, movable clock, " +
          "readable mailbox). Set DATABASE_URL or SAPHAN_DATA to a fresh one."
      : "SAPHAN_ENV=development refuses this database: it belongs to a runtime installation with real people. " +
          "Set SAPHAN_DATA to another folder.",
  );
}
