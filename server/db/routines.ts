import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { sha256 } from "../sha256.ts";
import type { Db, Tx } from "./database.ts";
import { type SqlFile, sqlFiles } from "./sql-files.ts";

/** A function, view or trigger, as defined in `server/<room>/sql`. */
export type Routine = {
  readonly kind: "function" | "view" | "trigger";
  /**
   * The name of the routine, such as `place_subscription`. The name of a trigger includes its table, such as
   * `orders_stay on orders`.
   */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text in `sql`. */
  readonly hash: string;
  /** Path of the file below `server`, for error messages. */
  readonly file: string;
};

/**
 * Names of the routines that were created, changed or dropped. All lists are empty if the database already
 * had this edition.
 */
export type RoutineChanges = {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly dropped: readonly string[];
};

const KINDS = ["function", "view", "trigger"] as const;
/**
 * The creation of a trigger locks its table. This is the time in milliseconds for which it waits for open
 * transactions before it tries again.
 */
const LOCK_TIMEOUT_MS = 2_000;
const TRIES = 15;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Returns all routines of all rooms: functions, then views, then triggers, each by name. Throws if two files
 * define the same name.
 */
export function routines(): readonly Routine[] {
  const found = sqlFiles("sql")
    .flatMap(routinesIn)
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : 1));
  found.forEach((routine, index) => {
    const before = found[index - 1];
    if (before?.name === routine.name)
      throw new Error(`routines: ${before.file} and ${routine.file} both define ${routine.name}`);
  });
  return found;
}

/** Returns one hash over all routines. */
export function routinesHash(files: readonly Routine[] = routines()): string {
  const hash = createHash("sha256");
  for (const routine of files) hash.update(routine.hash);
  return hash.digest("hex").slice(0, 16);
}

/**
 * Brings the routines of a database (its functions, views and triggers) to the edition `edition`, in one
 * transaction. Creates missing routines. Replaces routines that differ from their file, even if somebody
 * edited them by hand. Drops routines that no file has defined for two editions. Changes nothing in a
 * database that a newer edition has used, so that an old and a new release can run in parallel. Calls `note`
 * in the same transaction if it changes a database that already has routines. The caller holds the migration
 * lock.
 */
export async function applyRoutines(
  db: Db,
  given: {
    readonly files: readonly Routine[];
    readonly edition: number;
    readonly note: (tx: Tx, changes: RoutineChanges) => Promise<void>;
  },
): Promise<RoutineChanges> {
  for (let left = TRIES; ; left -= 1)
    try {
      return await db.transaction().execute((tx) => applyIn(tx, given));
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || left === 1) throw error;
      await pause(LOCK_TIMEOUT_MS / 4);
    }
}

type Known = {
  readonly kind: Routine["kind"];
  readonly text: string;
  readonly live: string;
  readonly edition: number;
};

async function applyIn(tx: Tx, given: Parameters<typeof applyRoutines>[1]): Promise<RoutineChanges> {
  const known = await knownRoutines(tx);
  const newest = Math.max(0, ...[...known.values()].map(({ edition }) => edition));
  if (newest > given.edition) return { created: [], changed: [], dropped: [] };
  // Without PostgreSQL's check of function bodies, a function can be created before another one that it
  // calls.
  await sql`set local check_function_bodies = off`.execute(tx);
  await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(tx);

  const before = await liveRoutines(tx);
  const differing = given.files.filter(({ name, hash }) => {
    const had = known.get(name);
    return had?.text !== hash || had.live !== before.get(name)?.hash;
  });
  for (const routine of differing) await create(tx, routine);
  const dropped = await dropForgotten(tx, given, { known, live: before });

  if (differing.length > 0 || newest < given.edition) await remember(tx, given, differing);
  const changes = {
    created: differing.filter(({ name }) => !before.has(name)).map(({ name }) => name),
    changed: differing.filter(({ name }) => before.has(name)).map(({ name }) => name),
    dropped,
  };
  if (known.size > 0 && differing.length + dropped.length > 0) await given.note(tx, changes);
  return changes;
}

async function create(tx: Tx, routine: Routine): Promise<void> {
  try {
    await sql.raw(routine.sql).execute(tx);
  } catch (cause) {
    const { message, position, code } = cause as { message: string; position?: string; code?: string };
    if (code === LOCK_NOT_AVAILABLE) throw cause;
    const line =
      position === undefined ? "" : `:${routine.sql.slice(0, Number(position)).split("\n").length}`;
    const advice = code === "42P13" ? " Another signature needs another name." : "";
    throw new Error(`routines: ${routine.file}${line}: ${message}${advice}`, { cause });
  }
}

/**
 * Drops routines that no file defines and that no release of the last two editions had. A routine that is not
 * known from any release is recorded with the current edition, so that it is dropped two editions later.
 */
async function dropForgotten(
  tx: Tx,
  { files, edition }: { readonly files: readonly Routine[]; readonly edition: number },
  { known, live }: { readonly known: ReadonlyMap<string, Known>; readonly live: ReadonlyMap<string, Live> },
): Promise<readonly string[]> {
  const defined = new Set(files.map(({ name }) => name));
  const dropped: string[] = [];
  // The order ensures that a trigger is dropped before the function that it calls.
  const inOrder = [...live].sort(([, a], [, b]) => KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind));
  for (const [name, { kind, hash, drop }] of inOrder) {
    if (defined.has(name)) continue;
    const last = known.get(name)?.edition;
    if (last === undefined)
      await sql`insert into routines (name, kind, text_hash, live_hash, edition)
        values (${name}, ${kind}, '', ${hash}, ${edition})`.execute(tx);
    else if (last < edition - 1) {
      await sql.raw(drop).execute(tx);
      await sql`delete from routines where name = ${name}`.execute(tx);
      dropped.push(name);
    }
  }
  return dropped;
}

async function remember(
  tx: Tx,
  { files, edition }: { readonly files: readonly Routine[]; readonly edition: number },
  differing: readonly Routine[],
): Promise<void> {
  const live = await liveRoutines(tx);
  const lost = differing.filter(({ name }) => !live.has(name)).map(({ file, name }) => `${file} (${name})`);
  if (lost.length > 0)
    throw new Error(`routines: a file does not define what it is named for: ${lost.join(", ")}`);
  const rows = files.map(({ name, kind, hash }) => ({ name, kind, text: hash, live: live.get(name)?.hash }));
  await sql`insert into routines (name, kind, text_hash, live_hash, edition)
    select name, kind, text, live, ${edition}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, kind text, text text, live text)
    on conflict (name) do update set kind = excluded.kind, text_hash = excluded.text_hash,
      live_hash = excluded.live_hash, edition = excluded.edition`.execute(tx);
}

async function knownRoutines(tx: Tx): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<Known & { readonly name: string }>`
    select name, kind, text_hash as text, live_hash as live, edition from routines`.execute(tx);
  return new Map(rows.map((row) => [row.name, row]));
}

type Live = { readonly kind: Routine["kind"]; readonly hash: string; readonly drop: string };

/**
 * Returns the routines that PostgreSQL has now in the schema `public`. The name of an overloaded function
 * includes its arguments, so it matches no file.
 */
async function liveRoutines(tx: Tx): Promise<ReadonlyMap<string, Live>> {
  const { rows } = await sql<{ kind: Live["kind"]; name: string; hash: string; drop: string }>`
    select 'function' as kind,
      case when row_number() over (partition by p.proname order by p.oid desc) = 1 then p.proname::text
        else p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' end as name,
      md5(pg_get_functiondef(p.oid)) as hash,
      format('drop function %I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as drop
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'view', viewname::text, md5(definition), format('drop view %I', viewname) from pg_views where schemaname = 'public'
    union all
    select 'trigger', t.tgname || ' on ' || c.relname, md5(pg_get_triggerdef(t.oid)), format('drop trigger %I on %I', t.tgname, c.relname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`.execute(tx);
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

/**
 * Reads an SQL file. It contains one function or view with the same name as the file. Only `triggers.sql`
 * contains several: all triggers of the room.
 */
function routinesIn({ name, path, text }: SqlFile): readonly Routine[] {
  if (name === "triggers.sql") return text.split(/(?<=;)\n+/).flatMap((part) => triggerOf(part, path));
  const found = /^create or replace (function|view) (\w+)/m.exec(text);
  if (found?.[2] !== name.slice(0, -4))
    throw new Error(
      `routines: ${path} begins with "create or replace function ${name.slice(0, -4)}" or a view of that name`,
    );
  return [routineOf(found[1] as "function" | "view", found[2], text, path)];
}

function triggerOf(text: string, file: string): readonly Routine[] {
  if (text.trim() === "") return [];
  const found = /^create or replace trigger (\w+)[^;]*?\son (\w+)/m.exec(text);
  if (found === null) throw new Error(`routines: ${file} holds triggers alone: ${text.trim().slice(0, 60)}`);
  return [routineOf("trigger", `${found[1]} on ${found[2]}`, text, file)];
}

function routineOf(kind: Routine["kind"], name: string, text: string, file: string): Routine {
  return { kind, name, sql: text, hash: sha256(text), file };
}
