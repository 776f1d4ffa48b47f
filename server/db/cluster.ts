import { spawnSync } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { adoptFolder, forgetTheDead } from "./adopt-folder.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import {
  adminUrlOf,
  CLUSTER_USER,
  type Place,
  pidOf,
  placeOf,
  portalUrlOf,
  prepareFolders,
  socketOf,
} from "./place.ts";
import { preparePortalDatabase } from "./portal-database.ts";
import { alive, FOLDER, PASSWORD, type ProcessOptions, spawnPostgres, worksOn } from "./postgres-process.ts";

/** A PostgreSQL server on this machine. */
export type Cluster = {
  /** Connection URL of the database `saphan`, for a role that owns only this database. */
  readonly url: string;
  /** Returns the connection URL of any database of the cluster, for the superuser. */
  readonly adminUrlOf: (database: string) => string;
  /** The process id of the server. After `revive` has restarted the server, it is another one. */
  readonly pid: number;
  /**
   * Whether the server was already running when this process started: its owner is another process, or its
   * owner was killed.
   */
  readonly attached: boolean;
  /**
   * Stops the server cleanly: open transactions are rolled back, committed data is on disk. Does nothing if
   * another living process owns the server, because that process will stop it.
   */
  readonly stop: () => Promise<void>;
  /** Tells the server to stop, without waiting. Does nothing if another process owns it. */
  readonly abandon: () => void;
  /**
   * Returns whether the server's process died without being stopped, and no other living process has become
   * its owner.
   */
  readonly isDown: () => boolean;
  /**
   * Restarts a dead server with the same folder, socket, port and password; committed data is recovered.
   * Throws with the end of its log if it does not start, for example while a process of the dead server still
   * runs.
   */
  readonly revive: () => Promise<void>;
};

export type ClusterOptions = ProcessOptions & {
  /** Folder for data, socket and password of the cluster. Created if missing. */
  readonly dir: string;
};

const START_TIMEOUT_MS = 20_000;
const STOP_WITHIN_MS = 3_000;
const GONE_WITHIN_MS = 1_000;

/**
 * Starts PostgreSQL from an npm package, without an installation on the machine. Creates the cluster the
 * first time, and attaches to a running one in that folder. PostgreSQL listens on a unix socket in a private
 * folder with a random password, so several clusters can run on one machine. Throws with the end of
 * PostgreSQL's log if it does not start.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true });
  const binaries = findBinaries(dir);
  const place = placeOf(dir, binaries.mayEnter);
  prepareFolders(place);
  const running = await orphan(place);
  const again = () => startAgain(binaries, place, options);
  if (running === null) {
    adoptFolder(place);
    if (!existsSync(join(place.data, "PG_VERSION"))) initialise(binaries, place);
  }
  const found = running === null ? await again() : { pid: running, startedIt: false };
  await preparePortalDatabase(place);
  return clusterAt(place, { ...found, again });
}

function initialise(binaries: Binaries, place: Place): void {
  // The cluster is created in a temporary folder and then renamed, so that an incomplete cluster is never
  // used.
  const staging = `${place.data}.${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { mode: 0o700 });
  if (binaries.as !== null) chownSync(staging, binaries.as.uid, binaries.as.gid);
  const folder = openSync(staging, "r");
  const password = openSync(place.passwordFile, "r");
  const made = spawnSync(
    binaries.initdb,
    [
      ...["-D", binaries.mayEnter ? staging : FOLDER, "-U", CLUSTER_USER],
      ...["--pwfile", binaries.mayEnter ? place.passwordFile : PASSWORD],
      ...["--auth=scram-sha-256", "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"],
      // Many iterations protect weak passwords. This password has 144 random bits, so one iteration is
      // enough.
      ...["--set", "scram_iterations=1"],
    ],
    {
      ...(binaries.as ?? {}),
      env: binaries.env,
      cwd: place.socketDir,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe", folder, password],
    },
  );
  closeSync(folder);
  closeSync(password);
  if (made.status !== 0)
    throw new Error(`startCluster: initdb failed in ${place.dir}.\n${made.stderr || made.error?.message}`);
  try {
    renameSync(staging, place.data);
  } catch (error) {
    // Another process created the cluster in the meantime, so this process uses that cluster.
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(join(place.data, "PG_VERSION"))) throw error;
  }
}

/**
 * Returns the id of the process in `postmaster.pid`, if the process is alive and uses this folder; otherwise
 * null.
 */
async function orphan(place: Place): Promise<number | null> {
  const pid = pidOf(place);
  if (pid === null || !worksOn(pid, place)) return null;
  const until = Date.now() + START_TIMEOUT_MS;
  while (alive(pid) && Date.now() < until) {
    if (await answers(place)) return pid;
    // PostgreSQL may be starting or stopping at this moment. Both end soon, so the loop waits.
    await pause(50);
  }
  if (alive(pid))
    throw new Error(`startCluster: PostgreSQL ${pid} in ${place.dir} lives but does not answer.`);
  return null;
}

async function untilReady(place: Place, pid: number): Promise<number> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < until) {
    const works = pidOf(place) ?? pid;
    if (works !== pid && worksOn(works, place)) {
      // If two processes start PostgreSQL at the same time, only one server stays alive, and both processes
      // use it.
      if (await answers(place)) return works;
    } else if (!alive(pid)) break;
    else if (await answers(place)) return pid;
    await pause(10);
  }
  const log = readFileSync(place.logFile, "utf8").trimEnd().split("\n").slice(-8).join("\n");
  throw new Error(`startCluster: PostgreSQL did not start in ${place.dir}. The end of its log:\n${log}`);
}

async function answers(place: Place): Promise<boolean> {
  if (!existsSync(socketOf(place))) return false;
  const client = new pg.Client({
    connectionString: adminUrlOf(place, "postgres"),
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function startAgain(binaries: Binaries, place: Place, options: ProcessOptions): Promise<Found> {
  forgetTheDead(place);
  const spawned = spawnPostgres(binaries, place, options);
  const pid = await untilReady(place, spawned);
  return { pid, startedIt: pid === spawned };
}

type Found = { readonly pid: number; readonly startedIt: boolean };

function clusterAt(place: Place, found: Found & { readonly again: () => Promise<Found> }): Cluster {
  let { pid } = found;
  // The process that started the cluster owns it, and stops it. If the owner is dead, the next process that
  // finds the cluster becomes the owner.
  const isOwner = () => ownerOf(place) === process.pid;
  const own = () => writeFileSync(place.ownerFile, String(process.pid));
  const takeOver = () => {
    const owner = ownerOf(place);
    if (owner === null || (owner !== process.pid && !alive(owner))) own();
  };
  if (found.startedIt) own();
  else takeOver();
  let stopped = false;
  const isDown = () => {
    if (stopped) return false;
    // If another portal restarted the server, this process uses the new process id. If the owner is dead,
    // this process becomes the owner.
    const now = pidOf(place);
    if (now !== null && now !== pid && worksOn(now, place)) pid = now;
    takeOver();
    return isOwner() && !alive(pid);
  };
  return {
    url: portalUrlOf(place),
    adminUrlOf: (database) => adminUrlOf(place, database),
    get pid() {
      return pid;
    },
    attached: !found.startedIt,
    stop: async () => {
      stopped = true;
      if (!isOwner()) return;
      await stop(place, pid);
      rmSync(place.ownerFile, { force: true });
    },
    abandon: () => {
      stopped = true;
      if (isOwner() && alive(pid)) process.kill(pid, "SIGINT");
    },
    isDown,
    revive: async () => {
      if (!isDown()) return;
      pid = (await found.again()).pid;
      // `stop` was called while the server was starting. This process must stop it now, because no other one
      // would.
      if (stopped) await stop(place, pid);
    },
  };
}

/** Returns the process id of the portal that owns the cluster; `null` if none. */
function ownerOf(place: Place): number | null {
  const owner = Number(existsSync(place.ownerFile) ? readFileSync(place.ownerFile, "utf8") : "");
  return Number.isInteger(owner) && owner > 1 ? owner : null;
}

async function stop(place: Place, pid: number): Promise<void> {
  if (!alive(pid)) return;
  // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients, and needs no recovery.
  process.kill(pid, "SIGINT");
  const until = Date.now() + STOP_WITHIN_MS;
  while (alive(pid) && pidOf(place) !== null && Date.now() < until) await pause(20);
  // SIGQUIT skips the last checkpoint. The next start recovers committed data.
  if (alive(pid) && pidOf(place) !== null) process.kill(pid, "SIGQUIT");
  // A server that has removed its pid file is about to exit. The portal waits for the exit, so that the next
  // start does not find the old server still running.
  const gone = Date.now() + GONE_WITHIN_MS;
  while (alive(pid) && Date.now() < gone) await pause(5);
}
