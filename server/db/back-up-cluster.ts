import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Cluster } from "./cluster.ts";

/** Files that are not copied, because PostgreSQL creates them again or they belong to the running process. */
const NOT_COPIED = new Set(["postmaster.pid", "postmaster.opts"]);
const EMPTIED = new Set([
  ...["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify"],
  ...["pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"],
]);

/**
 * Copies a running cluster to an empty folder with PostgreSQL's base-backup protocol. `startCluster` can then
 * start a cluster from the copy. The copy contains everything committed before copying ended, and needs as
 * much space as the data. Throws if the folder is not empty. Also throws if the cluster stops during the
 * copying, because the copy is then unusable.
 */
export async function backUpCluster(cluster: Cluster, dir: string, to: string): Promise<void> {
  if (existsSync(to) && readdirSync(to).length > 0) throw new Error(`backUpCluster: ${to} is not empty`);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: cluster.adminUrlOf("postgres") });
  await client.connect();
  try {
    // With this replication slot, PostgreSQL keeps all WAL written from now on until the copy contains it,
    // however much it is.
    await client.query(
      "select pg_create_physical_replication_slot('saphan_backup_' || pg_backend_pid(), true, true)",
    );
    await client.query("select pg_backup_start('saphan', true)");
    copyFolder(join(dir, "data"), join(to, "data"));
    const { rows } = await client.query("select labelfile, spcmapfile from pg_backup_stop(false)");
    const { labelfile, spcmapfile } = rows[0] as { labelfile: string; spcmapfile: string };
    copyFolder(join(dir, "data", "pg_wal"), join(to, "data", "pg_wal"), new Set());
    writeDurably(join(to, "data", "backup_label"), labelfile);
    if (spcmapfile.trim() !== "") writeDurably(join(to, "data", "tablespace_map"), spcmapfile);
    copyDurably(join(dir, "password"), join(to, "password"));
  } finally {
    await client.end();
  }
}

/**
 * Copies a folder while its files change. If a file disappears during the copying, the copy does not need it.
 */
function copyFolder(from: string, to: string, emptied: ReadonlySet<string> = EMPTIED): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(from)) {
    if (NOT_COPIED.has(name) || name.startsWith("pgsql_tmp")) continue;
    const source = join(from, name);
    try {
      if (!lstatSync(source).isDirectory()) copyDurably(source, join(to, name));
      else if (emptied.has(name)) mkdirSync(join(to, name), { mode: 0o700 });
      else copyFolder(source, join(to, name), new Set());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

function copyDurably(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  onDisk(to);
}

function writeDurably(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  onDisk(path);
}

function onDisk(path: string): void {
  const file = openSync(path, "r+");
  fsyncSync(file);
  closeSync(file);
}
