import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../../server/db/index.ts";
import { copyOf, type TestDatabase, templateOf } from "./database.ts";

/** A database on which a portal was started once, and a data folder with its key. */
export type StartedDatabase = TestDatabase & { readonly folder: string };

/** Starts a portal on a database and a data folder, and stops it cleanly. */
type StartOnce = (place: { readonly url: string; readonly folder: string }) => Promise<void>;

const ROOT = resolve(import.meta.dirname, "..", "..");
/** All files that a first start reads or runs, and the code that starts the portal. */
const INPUTS = [
  ...["server", "engine", "domain", "flows", "schemas", "flags", "locales", "content"],
  ...["package-lock.json", "tests/support", "tests/server/portal-house.ts", "tests/journeys/portal.ts"],
];

/**
 * Returns a copy of a database on which `startOnce` ran. `startOnce` runs once for each `kind` while the
 * cluster runs, because a first start publishes every flow and creates the demonstration people. `kind` must
 * name every setting that affects a first start. A movable clock begins again in each copy. The caller
 * removes the folder.
 */
export async function startedDatabase(kind: string, startOnce: StartOnce): Promise<StartedDatabase> {
  const template = await templateOf({
    digest: digest(kind, inputsHash()),
    fill: (url) => startIn(url, startOnce),
  });
  const database = await copyOf(template.name);
  const folder = await mkdtemp(join(tmpdir(), "saphan-started-"));
  await writeFile(keyIn(folder), template.note, { mode: 0o600 });
  return { ...database, folder };
}

/** Fills a new template and returns the key of its encrypted values. */
async function startIn(url: string, startOnce: StartOnce): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "saphan-first-start-"));
  try {
    await startOnce({ url, folder });
    const db = await openDatabase(url, { max: 1 });
    await sql`delete from clock_offset`.execute(db);
    // A portal that accepted requests may have created jobs at the machine's time.
    await sql`delete from pgboss.job`.execute(db);
    await db.destroy();
    return (await readFile(keyIn(folder), "utf8")).trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const keyIn = (folder: string) => join(folder, "master.key");

function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

let inputs: string | null = null;

/** Returns the digest of every file on which a first start may depend. */
function inputsHash(): string {
  if (inputs !== null) return inputs;
  const hash = createHash("sha256");
  for (const input of INPUTS)
    for (const path of filesBelow(input))
      hash
        .update(path)
        .update("\0")
        .update(readFileSync(join(ROOT, path)));
  inputs = hash.digest("hex");
  return inputs;
}

function filesBelow(path: string): readonly string[] {
  if (path.includes(".")) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();
}
