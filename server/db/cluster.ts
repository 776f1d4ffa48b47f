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

/** A PostgreSQL that runs on this machine. */
export type Cluster = {
  /** Connection URL of its database `saphan`, for a role that owns this database and nothing else. */
  readonly url: string;
  /** The same of any of its databases, for the role that may do everything. */
  readonly adminUrlOf: (database: string) => string;
  /** Its process; another one once it was revived. */
  readonly pid: number;
  /** Whether it was running already: its owner was killed, or lives and shares it. */
  readonly attached: boolean;
  /**
   * Ends it cleanly: open transactions are rolled back, everything committed is on disk. Where another
   * living process started it, nothing happens: that one will end it.
   */
  readonly stop: () => Promise<void>;
  /** Tells it to end by itself, where it is ours, and waits for nothing. */
  readonly abandon: () => void;
  /** Whether its process is gone though this portal did not stop it, and it is ours to start again: nobody else's who lives. */
  readonly isDown: () => boolean;
  /**
   * Starts it again where it is down: same folder, socket, port and password; what was committed is recovered. Throws
   * with the end of its log where it does not come up, such as while a process of the dead one still lives.
   */
  readonly revive: () => Promise<void>;
};

export type ClusterOptions = ProcessOptions & {
  /** Folder for data, socket and password; made when it is missing. */
  readonly dir: string;
};

const START_TIMEOUT_MS = 20_000;
const STOP_WITHIN_MS = 3_000;
const GONE_WITHIN_MS = 1_000;

/**
 * Starts PostgreSQL on real files, with no installation: the first time it makes the cluster, and
 * where one is still running in that folder it attaches to it. It listens on a unix socket in a
 * private folder and asks for a random password, so several can run on one machine.
 * Throws with the end of PostgreSQL's own log when it does not come up.
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
  // Made beside its place and then renamed: a half-made cluster is never mistaken for a whole one.
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
      // Many rounds protect weak passwords; ours is 144 random bits.
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
    // Another process made it in the same moment: then that one is the cluster.
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(join(place.data, "PG_VERSION"))) throw error;
  }
}

/** The process in `postmaster.pid`, when it lives and works on this folder. */
async function orphan(place: Place): Promise<number | null> {
  const pid = pidOf(place);
  if (pid === null || !worksOn(pid, place)) return null;
  const until = Date.now() + START_TIMEOUT_MS;
  while (alive(pid) && Date.now() < until) {
    if (await answers(place)) return pid;
    // It may be on its way up or on its way down; both end soon.
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
      // Where two processes start it at once, PostgreSQL lets one of the two live: then that is the one.
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
  // Who starts it ends it; a cluster whose owner is gone belongs to whoever finds it.
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
    // Another portal may have started it again, or be gone: then this one looks after it from now on.
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
      // Stopped while it came up: nobody else will end it.
      if (stopped) await stop(place, pid);
    },
  };
}

/** The portal that looks after it; `null` where nobody does. */
function ownerOf(place: Place): number | null {
  const owner = Number(existsSync(place.ownerFile) ? readFileSync(place.ownerFile, "utf8") : "");
  return Number.isInteger(owner) && owner > 1 ? owner : null;
}

async function stop(place: Place, pid: number): Promise<void> {
  if (!alive(pid)) return;
  // SIGINT is PostgreSQL's "fast" shutdown: it does not wait for clients and needs no recovery afterwards.
  process.kill(pid, "SIGINT");
  const until = Date.now() + STOP_WITHIN_MS;
  while (alive(pid) && pidOf(place) !== null && Date.now() < until) await pause(20);
  // SIGQUIT does without the last checkpoint: the next start recovers what was committed.
  if (alive(pid) && pidOf(place) !== null) process.kill(pid, "SIGQUIT");
  // Without its pid file it is on its last steps; whoever starts the next one should not meet it.
  const gone = Date.now() + GONE_WITHIN_MS;
  while (alive(pid) && Date.now() < gone) await pause(5);
}
