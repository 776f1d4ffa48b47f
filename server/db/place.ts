import { createHash, createHmac, randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOnce } from "../write-once.ts";
import { UNPRIVILEGED } from "./binaries.ts";

/** The superuser that created the cluster. The portal does not connect as this role. */
export const CLUSTER_USER = "saphan";
/** The database role that the portal connects as. */
export const PORTAL_USER = "saphan_portal";
/** Name of the portal's database. */
export const DATABASE = "saphan";
// The kernel's limit for a socket's path is 108 bytes on Linux and 104 on macOS.
const LONGEST_SOCKET_PATH = 103;
/** PostgreSQL's default port, which is part of the socket's file name. */
export const DEFAULT_PORT = 5432;

/** The paths of a cluster's files. */
export type Place = {
  readonly dir: string;
  readonly data: string;
  readonly socketDir: string;
  readonly passwordFile: string;
  readonly logFile: string;
  readonly ownerFile: string;
};

/**
 * Returns the paths below a folder. The socket is in another folder if its path would be too long, or if
 * PostgreSQL's user cannot enter this one.
 */
export function placeOf(dir: string, reachable: boolean): Place {
  const near = join(dir, "run");
  const short = join(tmpdir(), `saphan-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`);
  const fits = Buffer.byteLength(join(near, `.s.PGSQL.${DEFAULT_PORT}`)) <= LONGEST_SOCKET_PATH;
  return {
    dir,
    data: join(dir, "data"),
    socketDir: fits && reachable ? near : short,
    passwordFile: join(dir, "password"),
    logFile: join(dir, "postgres.log"),
    ownerFile: join(dir, "owner.pid"),
  };
}

/** Creates the folders and files that PostgreSQL needs before its start. */
export function prepareFolders(place: Place): void {
  mkdirSync(place.socketDir, { recursive: true, mode: 0o700 });
  writeOnce(place.passwordFile, () => randomBytes(24).toString("base64url"));
  writeFileSync(place.logFile, "", { mode: 0o600, flag: "a" });
  if (process.getuid?.() !== 0) return;
  for (const path of [place.socketDir, place.passwordFile, place.logFile])
    chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
}

/** Returns the process id in `postmaster.pid`; `null` if none. */
export function pidOf(place: Place): number | null {
  try {
    const pid = Number(readFileSync(join(place.data, "postmaster.pid"), "utf8").split("\n")[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** Returns the path of the cluster's unix socket. */
export function socketOf(place: Place): string {
  return join(place.socketDir, `.s.PGSQL.${portOf(place)}`);
}

function portOf(place: Place): number {
  try {
    // Line 4 of postmaster.pid is the port, which is part of the socket's name.
    const port = Number(readFileSync(join(place.data, "postmaster.pid"), "utf8").split("\n")[3]);
    if (Number.isInteger(port) && port > 0) return port;
  } catch {}
  return DEFAULT_PORT;
}

/** Returns the connection URL of a database for the superuser. */
export function adminUrlOf(place: Place, database: string): string {
  return urlFor(place, { user: CLUSTER_USER, password: adminPassword(place), database });
}

/** Returns the connection URL of the portal's database, for the portal's role. */
export function portalUrlOf(place: Place): string {
  return urlFor(place, { user: PORTAL_USER, password: portalPassword(place), database: DATABASE });
}

/** Returns the password of the portal's role, derived irreversibly from the superuser's password. */
export function portalPassword(place: Place): string {
  return createHmac("sha256", adminPassword(place)).update(PORTAL_USER).digest("base64url");
}

function adminPassword(place: Place): string {
  return readFileSync(place.passwordFile, "utf8").trim();
}

function urlFor(
  place: Place,
  {
    user,
    password,
    database,
  }: { readonly user: string; readonly password: string; readonly database: string },
): string {
  const host = encodeURIComponent(place.socketDir);
  return `postgresql://${user}:${password}@localhost:${portOf(place)}/${database}?host=${host}`;
}
