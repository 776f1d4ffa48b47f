import { createHash } from "node:crypto";
import { sql } from "kysely";
import { sha256 } from "../sha256.ts";
import type { Db } from "./database.ts";
import { EDITION } from "./edition.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { REGISTER_TYPES, widenRegisterTypes } from "./registers.ts";
import { applyRoutines, type RoutineChanges, routines, routinesHash } from "./routines.ts";
import { sqlFiles } from "./sql-files.ts";

/**
 * A migration file: `server/<room>/migrations/NNNN-what-it-does.sql`. Migrations create tables and never call
 * functions of `server/<room>/sql`, which are applied later.
 */
export type Migration = { readonly name: string; readonly sql: string; readonly hash: string };

/** Name of the first migration in databases that were created before rooms had baseline migrations. */
const BEFORE_BASELINES = "0002-installation.sql";

/** Returns all migrations of all rooms by number. Throws if two have the same number. */
export function migrations(): readonly Migration[] {
  const found = sqlFiles("migrations")
    .filter(({ name }) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .map(({ name, text }) => ({ name, sql: text, hash: sha256(text) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  found.forEach((migration, index) => {
    const before = found[index - 1];
    if (before?.name.slice(0, 4) === migration.name.slice(0, 4))
      throw new Error(`migrations: ${before.name} and ${migration.name} carry the same number`);
  });
  return found;
}

/**
 * Returns one hash over all registers, migrations and routines. A template database that was made under this
 * hash has exactly the tables and routines of this code.
 */
export function migrationsHash(): string {
  const hash = createHash("sha256").update(JSON.stringify(REGISTER_TYPES));
  for (const migration of migrations()) hash.update(migration.hash);
  return hash.update(routinesHash()).digest("hex").slice(0, 16);
}

/** The names of the migrations that ran, and of the functions, views and triggers that changed. */
export type Migrated = { readonly migrations: readonly string[]; readonly routines: RoutineChanges };

/**
 * Brings the database to the state that this code needs. First adds new values to the register types, then
 * runs missing migrations, each in its own transaction, then updates functions, views and triggers. Throws if
 * the file of an already executed migration was changed, or if the database is older than the first baseline.
 * Calls `note` in the transaction that changes the routines.
 */
export async function migrate(
  db: Db,
  given: {
    readonly files?: readonly Migration[];
    readonly note: Parameters<typeof applyRoutines>[1]["note"];
  },
): Promise<Migrated> {
  return await oneAtATime(db, "migrating", async (alone) => {
    await widenRegisterTypes(alone);
    return {
      migrations: await migrateAlone(alone, given.files ?? migrations()),
      routines: await applyRoutines(alone, { files: routines(), edition: EDITION, note: given.note }),
    };
  });
}

async function migrateAlone(db: Db, files: readonly Migration[]): Promise<readonly string[]> {
  await sql`create table if not exists migrations (
    name text primary key, hash text not null, at timestamptz not null default clock_timestamp()
  )`.execute(db);
  const ran = new Map(
    (await sql<{ name: string; hash: string }>`select name, hash from migrations`.execute(db)).rows.map(
      (row) => [row.name, row.hash],
    ),
  );
  if (ran.has(BEFORE_BASELINES))
    throw new Error(
      "migrate: this database was made before the first release and cannot be brought up to date. " +
        "Remove the data folder (development), or name an empty database in DATABASE_URL.",
    );
  const applied: string[] = [];
  for (const migration of files) {
    const known = ran.get(migration.name);
    if (known === migration.hash) continue;
    if (known !== undefined)
      throw new Error(
        `migrate: ${migration.name} has run here before and its text has changed since. ` +
          "Put the change into a new file, or (development) remove the data folder.",
      );
    await run(db, migration);
    applied.push(migration.name);
  }
  return applied;
}

async function run(db: Db, migration: Migration): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql.raw(migration.sql).execute(tx);
      await sql`insert into migrations (name, hash) values (${migration.name}, ${migration.hash})`.execute(
        tx,
      );
    });
  } catch (cause) {
    const { message, position } = cause as { message: string; position?: string };
    const line =
      position === undefined ? "" : `:${migration.sql.slice(0, Number(position)).split("\n").length}`;
    throw new Error(`migrate: ${migration.name}${line}: ${message}`, { cause });
  }
}
