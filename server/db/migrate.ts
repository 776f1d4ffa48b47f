import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import type { Db } from "./database.ts";
import { oneAtATime } from "./one-at-a-time.ts";

/** One migration file: `server/<room>/migrations/NNNN-what-it-does.sql`. */
export type Migration = { readonly name: string; readonly sql: string; readonly hash: string };

const SERVER = fileURLToPath(new URL("..", import.meta.url));

/** All migrations of all rooms in the order of their numbers. Throws when two carry the same number. */
export function migrations(): readonly Migration[] {
  const found = readdirSync(SERVER, { withFileTypes: true })
    .filter((room) => room.isDirectory())
    .flatMap((room) => filesOf(join(SERVER, room.name, "migrations")))
    .sort((a, b) => a.name.localeCompare(b.name));
  found.forEach((migration, index) => {
    const before = found[index - 1];
    if (before?.name.slice(0, 4) === migration.name.slice(0, 4))
      throw new Error(`migrations: ${before.name} and ${migration.name} carry the same number`);
  });
  return found;
}

/** One hash over all migrations: a template database made for it fits exactly this code. */
export function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const migration of migrations()) hash.update(migration.hash);
  return hash.digest("hex").slice(0, 16);
}

/**
 * Brings the database to this code's shape: runs what has not run yet, each file in its own
 * transaction, and answers the names of those. Throws when a file that ran was changed.
 */
export async function migrate(
  db: Db,
  files: readonly Migration[] = migrations(),
): Promise<readonly string[]> {
  return await oneAtATime(db, "migrating", (alone) => migrateAlone(alone, files));
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

function filesOf(folder: string): Migration[] {
  return names(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return { name, sql: text, hash: createHash("sha256").update(text).digest("hex") };
    });
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
