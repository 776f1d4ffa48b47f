import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import type { Binaries } from "./binaries.ts";
import { DEFAULT_PORT, type Place } from "./place.ts";

// Paths of open descriptors that PostgreSQL's process gets for its folder and password. They are used if the
// portal runs as root and PostgreSQL's user cannot enter the folder, for example a clone in root's home. They
// need no permission on the parent folders.
export const FOLDER = "/proc/self/fd/3";
export const PASSWORD = "/proc/self/fd/4";

/** Options of the PostgreSQL process. */
export type ProcessOptions = {
  /** A loopback port on which PostgreSQL also listens. */
  readonly port?: number;
  /** Whether changes are flushed to disk (fsync); `false` only for disposable test databases. */
  readonly durable?: boolean;
  /** Further settings for PostgreSQL, such as `{ max_connections: "200" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Additional environment variables. Tests use them to change the process's time. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** Starts a PostgreSQL process and returns its id. The process can still fail during its start. */
export function spawnPostgres(binaries: Binaries, place: Place, options: ProcessOptions): number {
  const settings: Record<string, string> = {
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: "0700",
    listen_addresses: options.port === undefined ? "" : "127.0.0.1",
    port: String(options.port ?? DEFAULT_PORT),
    max_connections: "100",
    shared_buffers: "128MB",
    log_timezone: "UTC",
    timezone: "UTC",
    // Statements can contain personal data, so the log has only the error, without statement or values.
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
      env: { ...binaries.env, ...options.variables },
      cwd: place.socketDir,
      stdio: ["ignore", log, log, folder],
      // The process is in its own process group. So Ctrl-C reaches only the portal, which then stops the
      // database in order.
      detached: true,
    },
  );
  child.unref();
  closeSync(log);
  closeSync(folder);
  if (child.pid === undefined) throw new Error(`startCluster: ${binaries.postgres} could not be started`);
  return child.pid;
}

/** Returns whether a process is alive. A zombie does not count as alive. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  try {
    // A zombie process keeps its id until its parent collects it. In containers this often never happens.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return !existsSync("/proc/self");
  }
}

/**
 * Returns whether a living process is the PostgreSQL of this folder, and not of the folder it was copied
 * from.
 */
export function worksOn(pid: number, place: Place): boolean {
  if (!(pid > 1) || !alive(pid)) return false;
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres")) return false;
  } catch {
    // Systems without /proc, such as macOS, do not show which folder a process uses. There, the process
    // counts as the PostgreSQL of this folder, because the pid file names it.
    return !existsSync("/proc/self");
  }
  try {
    // PostgreSQL's working directory is the data folder. It is compared by inode, because the same folder can
    // have several paths.
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(place.data)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    // The process belongs to another user, so the pid file is the only evidence that it uses this folder.
    return true;
  }
}
