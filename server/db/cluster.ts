import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
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
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Binaries, findBinaries, UNPRIVILEGED } from "./binaries.ts";

/** A PostgreSQL that runs on this machine. */
export type Cluster = {
  /** Connection URL of its database `saphan`. */
  readonly url: string;
  /** The same for another database of the cluster. */
  readonly urlOf: (database: string) => string;
  readonly pid: number;
  /** Whether it was running already: its owner was killed, or lives and shares it. */
  readonly attached: boolean;
  /**
   * Ends it cleanly: open transactions are rolled back, everything committed is on disk. Where another
   * living process started it, nothing happens: that one will end it.
   */
  readonly stop: () => Promise<void>;
};

export type ClusterOptions = {
  /** Folder for data, socket and password; made when it is missing. */
  readonly dir: string;
  /** Listens on this loopback port as well as on its unix socket. */
  readonly port?: number;
  /** `false` lets go of fsync: for test databases that nobody will miss. */
  readonly durable?: boolean;
  /** Extra settings, such as `{ max_connections: "200" }`. */
  readonly settings?: Readonly<Record<string, string>>;
};

const USER = "saphan";
const DATABASE = "saphan";
const START_TIMEOUT_MS = 20_000;
// The kernel's limit for a socket's path is 108 bytes on Linux and 104 on macOS.
const LONGEST_SOCKET_PATH = 103;
const SOCKET_NUMBER = 5432;
// Where root's folders are closed to the user that PostgreSQL runs as (a clone in root's home), it gets
// the opened folder handed over: through these names it needs no permission on the path above.
const FOLDER = "/proc/self/fd/3";
const PASSWORD = "/proc/self/fd/4";

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
  if (running !== null) return clusterAt(place, running, true);
  if (!existsSync(join(place.data, "PG_VERSION"))) initialise(binaries, place);
  const pid = spawnPostgres(binaries, place, options);
  await untilReady(place, pid);
  await ensureDatabase(place);
  return clusterAt(place, pid, false);
}

type Place = {
  readonly dir: string;
  readonly data: string;
  readonly socketDir: string;
  readonly passwordFile: string;
  readonly logFile: string;
  readonly ownerFile: string;
};

function placeOf(dir: string, reachable: boolean): Place {
  const near = join(dir, "run");
  const short = join(tmpdir(), `saphan-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`);
  const fits = Buffer.byteLength(join(near, `.s.PGSQL.${SOCKET_NUMBER}`)) <= LONGEST_SOCKET_PATH;
  return {
    dir,
    data: join(dir, "data"),
    socketDir: fits && reachable ? near : short,
    passwordFile: join(dir, "password"),
    logFile: join(dir, "postgres.log"),
    ownerFile: join(dir, "owner.pid"),
  };
}

function prepareFolders(place: Place): void {
  mkdirSync(place.socketDir, { recursive: true, mode: 0o700 });
  if (!existsSync(place.passwordFile))
    writeFileSync(place.passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (!existsSync(place.logFile)) writeFileSync(place.logFile, "", { mode: 0o600 });
  if (process.getuid?.() !== 0) return;
  for (const path of [place.socketDir, place.passwordFile, place.logFile])
    chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
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
      ...["-D", binaries.mayEnter ? staging : FOLDER, "-U", USER],
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

function spawnPostgres(binaries: Binaries, place: Place, options: ClusterOptions): number {
  const settings: Record<string, string> = {
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: "0700",
    listen_addresses: options.port === undefined ? "" : "127.0.0.1",
    port: String(options.port ?? SOCKET_NUMBER),
    max_connections: "100",
    shared_buffers: "128MB",
    log_timezone: "UTC",
    timezone: "UTC",
    // Statements may carry people's data: the log names what failed, not the values.
    log_min_error_statement: "panic",
    log_parameter_max_length_on_error: "0",
    log_error_verbosity: "terse",
    ...(options.durable === false
      ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }
      : {}),
    ...options.settings,
  };
  const log = openSync(place.logFile, "a");
  const folder = openSync(place.data, "r");
  const child = spawn(
    binaries.postgres,
    [
      "-D",
      binaries.mayEnter ? place.data : FOLDER,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    {
      ...(binaries.as ?? {}),
      env: binaries.env,
      cwd: place.socketDir,
      stdio: ["ignore", log, log, folder],
      // Its own process group: Ctrl-C in the terminal reaches the server, which then stops the database in order.
      detached: true,
    },
  );
  child.unref();
  closeSync(log);
  closeSync(folder);
  if (child.pid === undefined) throw new Error(`startCluster: ${binaries.postgres} could not be started`);
  return child.pid;
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
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function clusterAt(place: Place, spawned: number, attached: boolean): Cluster {
  // Where two processes started at once, PostgreSQL let one of the two live.
  const pid = pidOf(place) ?? spawned;
  const owner = takeOwnership(place, pid === spawned && !attached);
  return {
    url: urlOf(place, DATABASE),
    urlOf: (database) => urlOf(place, database),
    pid,
    attached: pid !== spawned || attached,
    stop: async () => {
      if (!owner) return;
      await stop(place, pid);
      rmSync(place.ownerFile, { force: true });
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
}

function pidOf(place: Place): number | null {
  try {
    const pid = Number(readFileSync(join(place.data, "postmaster.pid"), "utf8").split("\n")[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

function socketOf(place: Place): string {
  return join(place.socketDir, `.s.PGSQL.${portOf(place)}`);
}

function portOf(place: Place): number {
  try {
    // Line 4 of postmaster.pid is the port, which also names the socket.
    const port = Number(readFileSync(join(place.data, "postmaster.pid"), "utf8").split("\n")[3]);
    if (Number.isInteger(port) && port > 0) return port;
  } catch {}
  return SOCKET_NUMBER;
}

function urlOf(place: Place, database: string): string {
  const password = readFileSync(place.passwordFile, "utf8").trim();
  const host = encodeURIComponent(place.socketDir);
  return `postgresql://${USER}:${password}@localhost:${portOf(place)}/${database}?host=${host}`;
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  try {
    // One that ended but that nobody asked about yet still has its number: in containers often for good.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return !existsSync("/proc/self");
  }
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    // No /proc (macOS): the pid file is all there is to go by.
    return !existsSync("/proc/self");
  }
}
