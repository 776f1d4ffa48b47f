import { randomBytes } from "node:crypto";

import { join, resolve } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import {
  type Cluster,
  type Db,
  migrate,
  migrationsHash,
  openDatabase,
  startCluster,
} from "../../server/db/index.ts";
import { alive } from "../../server/db/postgres-process.ts";
import { prepareJobs } from "../../server/jobs/index.ts";
import { machineTime } from "./machine-time.ts";
import { memoryFolder } from "./memory-folder.ts";

/** A separate database in which every migration has run. `drop` removes the database. */
export type TestDatabase = {
  readonly db: Db;
  readonly url: string;
  readonly drop: () => Promise<void>;
};

const ROOT = resolve(import.meta.dirname, "..", "..");
/**
 * Version of how templates are made. It is increased if a template of the same migrations must be made
 * differently.
 */
const EDITION = 2;
const TEMPLATE_LOCK = 7_226_002;
const STARTED_LOCK = 7_226_012;

let found: Promise<Cluster> | null = null;
/** Templates that this process has found, by their inputs. */
const seen = new Map<string, Template>();

/**
 * Starts the cluster that all tests share, or finds it running. The cluster uses no fsync, and is in memory
 * if memory suffices; nothing else differs from a real one. A process searches for the cluster once, and
 * again if the cluster has ended. Each search starts two shells and makes two connections.
 */
export async function testCluster(): Promise<Cluster> {
  found ??= findCluster();
  const cluster = await found;
  if (alive(cluster.pid)) return cluster;
  found = findCluster();
  return await found;
}

async function findCluster(): Promise<Cluster> {
  seen.clear();
  try {
    return await startCluster({
      dir: process.env.SAPHAN_TEST_DATA ?? join(memoryFolder() ?? join(ROOT, ".cache"), "test-pg"),
      durable: false,
      settings: { max_connections: "300" },
      variables: machineTime(),
    });
  } catch (error) {
    found = null;
    throw error;
  }
}

/**
 * Returns a new database, copied from a template that is made once for each state of the migrations. A copy
 * takes about 50 ms. It is a real PostgreSQL database with real constraints.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { name } = await seenOrMade("migrations", async (admin, cluster) => {
    await migratedTemplate(admin, cluster);
    return { name: templateName(), note: "" };
  });
  return await copyOf(name);
}

/** A template database, and the text stored when it was made. */
export type Template = { readonly name: string; readonly note: string };

/**
 * Finds a template on top of the migrations, or makes it. The next run of the cluster drops it. `digest`
 * covers everything on which the template depends. `fill` must close the database before it settles; the text
 * that it returns is stored with the template.
 */
export async function templateOf(given: {
  readonly digest: string;
  readonly fill: (url: string) => Promise<string>;
}): Promise<Template> {
  return await seenOrMade(given.digest, async (admin, cluster) => {
    await migratedTemplate(admin, cluster);
    const started = await admin.query(
      "select floor(extract(epoch from pg_postmaster_start_time()))::text as at",
    );
    const name = `template_${started.rows[0]?.at}_${given.digest}`;
    await makeOnce(admin, {
      ...{ name, from: templateName(), lock: STARTED_LOCK },
      fill: (making) => given.fill(cluster.adminUrlOf(making)),
    });
    const noted = await admin.query(
      "select shobj_description(oid, 'pg_database') as note from pg_database where datname = $1",
      [name],
    );
    return { name, note: String(noted.rows[0]?.note) };
  });
}

/** Ensures that a template exists, unless this process has already found it in the running cluster. */
async function seenOrMade(
  from: string,
  make: (admin: pg.Client, cluster: Cluster) => Promise<Template>,
): Promise<Template> {
  const cluster = await testCluster();
  const before = seen.get(from);
  if (before !== undefined) return before;
  const admin = await adminOf(cluster);
  try {
    const template = await make(admin, cluster);
    seen.set(from, template);
    return template;
  } finally {
    await admin.end();
  }
}

/** Returns a copy of a template. `drop` removes the copy. */
export async function copyOf(template: string): Promise<TestDatabase> {
  const cluster = await testCluster();
  const name = `t_${randomBytes(6).toString("hex")}`;
  const admin = await adminOf(cluster);
  // Copies the files of the template, because a copy through the write-ahead log would process each page.
  await admin
    .query(`create database ${name} template ${template} strategy file_copy`)
    .finally(() => admin.end());
  const url = cluster.adminUrlOf(name);
  const db = await openDatabase(url, { max: 6 });
  return {
    db,
    url,
    drop: async () => {
      await db.destroy().catch(() => {});
      const last = await adminOf(cluster);
      await last.query(`drop database if exists ${name} with (force)`).finally(() => last.end());
    },
  };
}

/** Removes databases that killed test runs left behind. Databases in use stay. */
export async function dropLeftovers(cluster: Cluster): Promise<void> {
  const admin = await openDatabase(cluster.adminUrlOf("postgres"), { max: 1 });
  for (const name of await leftovers(admin))
    await sql`drop database if exists ${sql.id(name)}`.execute(admin).catch(() => {});
  await admin.destroy();
}

/** Returns the test databases without connections, except the current templates. */
export async function leftovers(admin: Db): Promise<readonly string[]> {
  const left = await sql<{ datname: string }>`
    select d.datname from pg_database d
    where (starts_with(d.datname, 't_') or starts_with(d.datname, 'making_') or starts_with(d.datname, 'template_'))
      and d.datname <> ${templateName()}
      and not starts_with(d.datname, 'template_' || floor(extract(epoch from pg_postmaster_start_time())) || '_')
      and not d.datistemplate
      and not exists (select from pg_stat_activity a where a.datname = d.datname)`.execute(admin);
  return left.rows.map(({ datname }) => datname);
}

let nameOfTemplate: string | null = null;

/**
 * The template is named after the migrations. They are read once, because they do not change while tests run.
 */
function templateName(): string {
  nameOfTemplate ??= `template_${EDITION}_${migrationsHash()}`;
  return nameOfTemplate;
}

async function adminOf(cluster: Cluster): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: cluster.adminUrlOf("postgres") });
  await admin.connect();
  return admin;
}

async function migratedTemplate(admin: pg.Client, cluster: Cluster): Promise<void> {
  await makeOnce(admin, {
    ...{ name: templateName(), from: "template1", lock: TEMPLATE_LOCK },
    fill: async (making) => {
      const db = await openDatabase(cluster.adminUrlOf(making), { max: 2 });
      try {
        await migrate(db, { note: async () => {} });
        await prepareJobs(cluster.adminUrlOf(making));
      } finally {
        await db.destroy();
      }
      return "migrated";
    },
  });
}

/**
 * Makes a template unless it exists. If several test files ask at once, the first makes the template and the
 * others wait.
 */
async function makeOnce(
  admin: pg.Client,
  given: {
    readonly name: string;
    readonly from: string;
    readonly lock: number;
    /** Fills the new database, closes it, and returns a text to store. */
    readonly fill: (making: string) => Promise<string>;
  },
): Promise<void> {
  const { name, from, lock, fill } = given;
  if (await isThere(admin, name)) return;
  await admin.query("select pg_advisory_lock($1)", [lock]);
  try {
    if (await isThere(admin, name)) return;
    const making = `making_${randomBytes(4).toString("hex")}`;
    await admin.query(`create database ${making} template ${from}`);
    const note = await fill(making);
    await admin.query(`comment on database ${making} is ${pg.escapeLiteral(note)}`);
    // Waits until every connection to the new database has ended, and fails if one stays.
    await admin.query(`alter database ${making} rename to ${name}`);
  } finally {
    await admin.query("select pg_advisory_unlock($1)", [lock]);
  }
}

async function isThere(admin: pg.Client, database: string): Promise<boolean> {
  return (await admin.query("select 1 from pg_database where datname = $1", [database])).rowCount === 1;
}
