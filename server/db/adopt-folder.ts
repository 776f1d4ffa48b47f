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
 * Makes a folder that was copied or restored (`cp -r`, an archive) one that PostgreSQL starts on: it must belong to the user
 * that PostgreSQL runs as and be closed to others. Only for a folder whose PostgreSQL does not run. Throws where the files are another user's and we may not take them.
 */
export function adoptFolder(place: Place): void {
  if (!existsSync(join(place.data, "PG_VERSION"))) return;
  const ours = process.getuid?.();
  const owner = ours === 0 ? UNPRIVILEGED.uid : ours;
  // A copy has one owner throughout: two of its files tell of all.
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
 * PostgreSQL's own look at a dead one's files keeps two from working on the same data, so they are left for it. But for a
 * living process of another kind, or of the folder that this one is a copy of, it would wait, and for a dead one that nobody
 * asked about: such a number is replaced by one that no process has.
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
