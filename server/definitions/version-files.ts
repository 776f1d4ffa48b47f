import { sql } from "kysely";
import type { Json } from "../../engine/values/json.ts";
import type { Db, Tx } from "../db/index.ts";
import { type Files, type Hashes, hashesOf, hashOf } from "../sources/index.ts";

/** Cache of file contents by hash. A release has about 400 files. */
const kept = new Map<string, Json>();
const MOST_KEPT = 2_000;

/** Stores the contents of these files, if missing. */
export async function keepFiles(db: Db | Tx, files: Files): Promise<void> {
  const contents = new Map(Object.entries(hashesOf(files)).map(([path, hash]) => [hash, files[path]]));
  const stored = await db
    .selectFrom("definition_files")
    .select("hash")
    .where("hash", "in", [...contents.keys()])
    .execute();
  for (const { hash } of stored) contents.delete(hash);
  if (contents.size === 0) return;
  // The hashes are sorted, so that parallel inserts of the same contents cannot deadlock.
  const hashes = [...contents.keys()].sort();
  const texts = hashes.map((hash) => JSON.stringify(contents.get(hash)));
  await sql`
    insert into definition_files (hash, content)
    select * from unnest(${hashes}::text[], ${texts}::json[])
    on conflict do nothing`.execute(db);
}

/**
 * Adds the contents of their files to versions. If a file is missing or does not match its hash, its content
 * and hash are left out. The version then fails its seal check (`standingOf`).
 */
export async function withFiles<Row extends { readonly hashes: Hashes }>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<readonly (Row & { readonly files: Files })[]> {
  const contents = await contentsOf(
    db,
    rows.flatMap(({ hashes }) => Object.values(hashes)),
  );
  return rows.map((row) => {
    const whole = Object.entries(row.hashes).filter(([, hash]) => contents.has(hash));
    return {
      ...row,
      hashes: Object.fromEntries(whole),
      files: Object.fromEntries(whole.map(([path, hash]) => [path, contents.get(hash) as Json])),
    };
  });
}

async function contentsOf(db: Db | Tx, hashes: readonly string[]): Promise<ReadonlyMap<string, Json>> {
  const found = new Map<string, Json>();
  for (const hash of hashes) {
    const content = kept.get(hash);
    if (content !== undefined) found.set(hash, content);
  }
  const missing = [...new Set(hashes)].filter((hash) => !found.has(hash));
  if (missing.length === 0) return found;
  const rows = await db.selectFrom("definition_files").selectAll().where("hash", "in", missing).execute();
  for (const { hash, content } of rows) {
    if (hashOf(content) !== hash) continue;
    found.set(hash, content);
    keep(hash, content);
  }
  return found;
}

function keep(hash: string, content: Json): void {
  const oldest = kept.keys().next();
  if (kept.size >= MOST_KEPT && !oldest.done) kept.delete(oldest.value);
  kept.set(hash, content);
}
