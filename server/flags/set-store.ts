import { type Selectable, sql } from "kysely";
import {
  type Feature,
  type FlagCatalogue,
  type FlagSet,
  writtenDifferently,
} from "../../engine/flags/index.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import { catalogueIn, environmentFile, type FlagFile } from "./flag-files.ts";
import type { FlagSetTable } from "./tables.ts";
import "./tables.ts";

/** One revision of the set in this database. */
export type FlagRevision = { readonly revision: number; readonly set: FlagSet };

/** Reads the flag sets in this database, for `openFlags`. */
export type StoredFlags = {
  /**
   * Copies the new parts of the environment's file to the database, then returns the newest revision. Returns
   * `null` if there is neither a stored set nor a file.
   */
  readonly open: () => Promise<FlagRevision | null>;
  /** Returns the newest revision if it is newer than `than`; otherwise `null`. */
  readonly newer: (than: number) => Promise<FlagRevision | null>;
};

type Newest = Selectable<FlagSetTable> | null;
type Taken = { readonly set: FlagSet; readonly file: FlagSet; readonly reason: string };

/** Creates the reader of the flag sets in this database. */
export function storedFlags(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir">;
  readonly onError: (error: Error) => void;
}): StoredFlags {
  const { db, clock, config, onError } = deps;
  return {
    open: async () => {
      const file = environmentFile(config, onError);
      return await db.transaction().execute(async (tx) => {
        await lockSets(tx);
        const newest = await newestRevision(tx);
        if (file === null) return newest === null ? null : { revision: newest.revision, set: newest.content };
        const before = await fileTaken(tx);
        const catalogue = catalogueIn(config, onError);
        const taken = takenOf({ newest, before, file, catalogue }, config.env);
        const set = taken?.set ?? (newest?.content as FlagSet);
        const offered = offeredBy(file.set, { taken: taken?.file ?? before, set, catalogue });
        if (config.env !== "development") sayChanged(file, offered, onError);
        if (taken === null) return { revision: newest?.revision ?? 0, set };
        return { revision: await addFromFile(tx, clock, newest, taken), set };
      });
    },
    newer: async (than) => {
      const row = await db
        .selectFrom("flag_sets")
        .select(["revision", "content"])
        .where("revision", ">", than)
        .orderBy("revision", "desc")
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : { revision: row.revision, set: row.content };
    },
  };
}

/**
 * Locks the table of sets until the transaction ends, so that no other call can create a revision meanwhile.
 */
export async function lockSets(tx: Tx): Promise<void> {
  await sql`lock table flag_sets in share row exclusive mode`.execute(tx);
}

/** Returns the newest stored revision. */
export async function newestRevision(db: Db | Tx): Promise<Newest> {
  const newest = db.selectFrom("flag_sets").selectAll().orderBy("revision", "desc").limit(1);
  return (await newest.executeTakeFirst()) ?? null;
}

/**
 * Returns the content of the environment's file as it was last copied to the database; `null` if it was never
 * copied.
 */
export async function fileTaken(db: Db | Tx): Promise<FlagSet | null> {
  const row = await db
    .selectFrom("flag_sets")
    .select("file_content")
    .where("source", "=", "file")
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.file_content ?? null;
}

/**
 * Returns the switches whose position in the file has changed since the file was last copied, and differs
 * from the current set. Only switches of the catalogue count.
 */
export function offeredBy(
  file: FlagSet,
  {
    taken,
    set,
    catalogue,
  }: { readonly taken: FlagSet | null; readonly set: FlagSet; readonly catalogue: FlagCatalogue },
): readonly Feature[] {
  const changed = new Set(taken === null ? [] : writtenDifferently(taken, file));
  const other = new Set(writtenDifferently(set, file));
  return file.features.filter(
    ({ name }) => changed.has(name) && other.has(name) && Object.hasOwn(catalogue, name),
  );
}

/**
 * Returns the part of the file that must be copied to the database. If the database has no set, and in
 * development after each edit, this is the whole file. Otherwise it is only the switches that are new in this
 * release, because no person can have decided about those yet.
 */
function takenOf(
  given: {
    readonly newest: Newest;
    readonly before: FlagSet | null;
    readonly file: FlagFile;
    readonly catalogue: FlagCatalogue;
  },
  env: Config["env"],
): Taken | null {
  const { newest, before, file, catalogue } = given;
  const whole = { set: file.set, file: file.set };
  if (newest === null) return { ...whole, reason: `First start: ${file.path}` };
  const isEdited = before === null || JSON.stringify(before) !== JSON.stringify(file.set);
  if (env === "development") return isEdited ? { ...whole, reason: `${file.path} was edited` } : null;
  const known = new Set(newest.content.features.map(({ name }) => name));
  const fresh = file.set.features.filter(({ name }) => !known.has(name) && Object.hasOwn(catalogue, name));
  if (fresh.length === 0) return null;
  return {
    set: withFeatures(newest.content, fresh, file.set),
    file: withFeatures(before ?? { version: 2, features: [] }, fresh, file.set),
    reason: `New in ${file.path}: ${fresh.map(({ name }) => name).join(", ")}`.slice(0, 1_000),
  };
}

/** Returns a set with other contents for these switches, together with the segments that they name. */
export function withFeatures(set: FlagSet, features: readonly Feature[], from: FlagSet = set): FlagSet {
  const names = new Set(features.map(({ name }) => name));
  const known = new Set((set.segments ?? []).map(({ id }) => id));
  const named = new Set(
    features.flatMap(({ strategies = [] }) => strategies.flatMap((one) => one.segments ?? [])),
  );
  const brought = (from.segments ?? []).filter(({ id }) => named.has(id) && !known.has(id));
  const own = new Map(features.map((feature) => [feature.name, feature]));
  const segments = [...(set.segments ?? []), ...brought];
  return {
    ...set,
    features: [
      ...set.features.map((feature) => own.get(feature.name) ?? feature),
      ...features.filter(({ name }) => names.has(name) && !set.features.some((one) => one.name === name)),
    ],
    ...(segments.length === 0 ? {} : { segments }),
  };
}

async function addFromFile(tx: Tx, clock: Clock, newest: Newest, taken: Taken): Promise<number> {
  const revision = (newest?.revision ?? 0) + 1;
  await tx
    .insertInto("flag_sets")
    .values({
      revision,
      content: JSON.stringify(taken.set),
      source: "file",
      file_content: JSON.stringify(taken.file),
      change_id: null,
      reason: taken.reason,
      proposed_by: null,
      approved_by: null,
      at: clock.now().toJSDate(),
    })
    .execute();
  await record(tx, clock, {
    actor: "system:flags.file",
    action: "switches.take",
    subject: "switches",
    from: newest === null ? null : String(newest.revision),
    to: String(revision),
    detail: { reason: taken.reason },
  });
  return revision;
}

function sayChanged(file: FlagFile, offered: readonly Feature[], onError: (error: Error) => void): void {
  if (offered.length === 0) return;
  const names = offered.map(({ name }) => name).join(", ");
  onError(
    new Error(
      `flags: ${file.path} changed (${names}); the set of the database stays. Propose the file at /studio/switches`,
    ),
  );
}
