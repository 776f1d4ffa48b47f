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
import { type Binaries, findBinaries } from "./binaries.ts";
import { CLUSTER_USER, type Place, pidOf, placeOf, prepareFolders, socketOf, urlOf } from "./place.ts";
import {
  alive,
  FOLDER,
  isPostgres,
  PASSWORD,
  type ProcessOptions,
  spawnPostgres,
} from "./postgres-process.ts";

/** A PostgreSQL that runs on this machine. */
export type Cluster = {
  /** Connection URL of its database `saphan`. */
  readonly url: string;
  /** The same for another database of the cluster. */
  readonly urlOf: (database: string) => string;
  /** Its process; another one once it was revived. */
  readonly pid: number;
  /** Whether it was running already: its owner was killed, or lives and shares it. */
  readonly attached: boolean;
  /**
   * Ends it cleanly: open transactions are rolled back, everything committed is on disk. Where another
   * living process started it, nothing happens: that one will end it.
   */
  readonly stop: () => Promise<void>;
  /** Whether its process is gone though nobody stopped it, and it is ours to start again. */
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

const DATABASE = "saphan";
const START_TIMEOUT_MS = 20_000;

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
  if (running !== null) return clusterAt(place, { pid: running, attached: true, again });
  if (!existsSync(join(place.data, "PG_VERSION"))) initialise(binaries, place);
  const pid = spawnPostgres(binaries, place, options);
  await untilReady(place, pid);
  await ensureDatabase(place);
  return clusterAt(place, { pid, attached: false, again });
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

/** The process in `postmaster.pid`, when it lives and is a PostgreSQL; else the stale file goes. */
async function orphan(place: Place): Promise<number | null> {
  const pid = pidOf(place);
  if (pid === null) return null;
  if (!alive(pid) || !isPostgres(pid)) {
    rmSync(join(place.data, "postmaster.pid"), { force: true });
    return null;
  }
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

async function untilReady(place: Place, pid: number): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < until) {
    if (await answers(place)) return;
    if (!alive(pid)) break;
    await pause(10);
  }
  const log = readFileSync(place.logFile, "utf8").trimEnd().split("\n").slice(-8).join("\n");
  throw new Error(`startCluster: PostgreSQL did not start in ${place.dir}. The end of its log:\n${log}`);
}

async function ensureDatabase(place: Place): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(place, "postgres") });
  client.on("error", () => {});
  await client.connect();
  try {
    const known = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (known.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function answers(place: Place): Promise<boolean> {
  if (!existsSync(socketOf(place))) return false;
  const client = new pg.Client({
    connectionString: urlOf(place, "postgres"),
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

/** PostgreSQL's own look at the dead one's pid file keeps two from working on the same data, so it is left for it. */
async function startAgain(binaries: Binaries, place: Place, options: ProcessOptions): Promise<number> {
  const pid = spawnPostgres(binaries, place, options);
  await untilReady(place, pid);
  return pidOf(place) ?? pid;
}

function clusterAt(
  place: Place,
  found: { readonly pid: number; readonly attached: boolean; readonly again: () => Promise<number> },
): Cluster {
  // Where two processes started at once, PostgreSQL let one of the two live.
  let pid = pidOf(place) ?? found.pid;
  const owner = takeOwnership(place, pid === found.pid && !found.attached);
  let stopped = false;
  const isDown = () => owner && !stopped && !alive(pid);
  return {
    url: urlOf(place, DATABASE),
    urlOf: (database) => urlOf(place, database),
    get pid() {
      return pid;
    },
    attached: pid !== found.pid || found.attached,
    stop: async () => {
      stopped = true;
      if (!owner) return;
      await stop(place, pid);
      rmSync(place.ownerFile, { force: true });
    },
    isDown,
    revive: async () => {
      if (!isDown()) return;
      pid = await found.again();
      // Stopped while it came up: nobody else will end it.
      if (stopped) await stop(place, pid);
    },
  };
}

/** Who starts it ends it; a cluster whose owner is gone belongs to whoever finds it. */
function takeOwnership(place: Place, startedIt: boolean): boolean {
  const owner = Number(existsSync(place.ownerFile) ? readFileSync(place.ownerFile, "utf8") : "0");
  if (!startedIt && owner > 1 && owner !== process.pid && alive(owner)) return false;
  writeFileSync(place.ownerFile, String(process.pid));
  return true;
}

async function stop(place: Place, pid: number): Promise<void> {
  if (!alive(pid)) return;
  // SIGINT is PostgreSQL's "fast" shutdown: it does not wait for clients and needs no recovery afterwards.
  process.kill(pid, "SIGINT");
  const until = Date.now() + 15_000;
  while (alive(pid) && pidOf(place) !== null && Date.now() < until) await pause(20);
  if (alive(pid) && pidOf(place) !== null) process.kill(pid, "SIGQUIT");
  // Without its pid file it is on its last steps; whoever starts the next one should not meet it.
  const gone = Date.now() + 5_000;
  while (alive(pid) && Date.now() < gone) await pause(5);
}
