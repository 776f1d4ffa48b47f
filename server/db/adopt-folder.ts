import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { UNPRIVILEGED } from "./binaries.ts";
import type { Place } from "./place.ts";
import { worksOn } from "./postgres-process.ts";

const NO_PROCESS = 2_147_483_647;

/**
 * Prepares a copied or restored data folder for PostgreSQL. Makes PostgreSQL's user the owner of the folder,
 * and closes it to other users. Call it only while no PostgreSQL runs on the folder. Throws if the files
 * belong to another user and their owner cannot be changed.
 */
export function adoptFolder(place: Place): void {
  if (!existsSync(join(place.data, "PG_VERSION"))) return;
  const ours = process.getuid?.();
  const owner = ours === 0 ? UNPRIVILEGED.uid : ours;
  // All files of a copied folder have the same owner, so it is enough to check the folder and two of its
  // files.
  const strange = ["", "PG_VERSION", "global/pg_control"]
    .map((name) => lstatSync(join(place.data, name)).uid)
    .find((uid) => owner !== undefined && uid !== owner);
  if (strange !== undefined && ours !== 0)
    throw new Error(
      `startCluster: the files in ${place.data} belong to user ${strange}, the portal runs as user ${ours}. ` +
        `Give them to it (as root: chown -R ${ours} ${place.dir}), or start the portal as their owner.`,
    );
  if (strange !== undefined) give(place.data);
  if ((lstatSync(place.data).mode & 0o077) !== 0) chmodSync(place.data, 0o700);
}

/**
 * Replaces outdated process ids in the lock files of a folder. The files are kept, because they prevent two
 * PostgreSQL servers on the same data. But PostgreSQL would wait for any living process with the recorded id:
 * an unrelated process, the server of the original folder, or a zombie process. In these cases the id is
 * replaced by one that no process has.
 */
export function forgetTheDead(place: Place): void {
  const locks = readdirSync(place.socketDir).filter((name) => /^\.s\.PGSQL\.\d+\.lock$/.test(name));
  for (const file of [
    join(place.data, "postmaster.pid"),
    ...locks.map((name) => join(place.socketDir, name)),
  ]) {
    if (!existsSync(file)) continue;
    const [pid, ...rest] = readFileSync(file, "utf8").split("\n");
    if (worksOn(Number(pid), place)) continue;
    writeFileSync(file, [NO_PROCESS, ...rest].join("\n"));
    if (process.getuid?.() === 0) chownSync(file, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  }
}

function give(path: string): void {
  chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink())
      chownSync(join(entry.parentPath, entry.name), UNPRIVILEGED.uid, UNPRIVILEGED.gid);
}
