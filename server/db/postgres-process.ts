import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import type { Binaries } from "./binaries.ts";
import { DEFAULT_PORT, type Place } from "./place.ts";

// Where root's folders are closed to the user that PostgreSQL runs as (a clone in root's home), it gets
// the opened folder handed over: through these names it needs no permission on the path above.
export const FOLDER = "/proc/self/fd/3";
export const PASSWORD = "/proc/self/fd/4";

/** How PostgreSQL is to run. */
export type ProcessOptions = {
  /** Listens on this loopback port as well as on its unix socket. */
  readonly port?: number;
  /** `false` lets go of fsync: for test databases that nobody will miss. */
  readonly durable?: boolean;
  /** Extra settings, such as `{ max_connections: "200" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Further environment variables of the process: tests give it another time. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** Starts PostgreSQL as a process of its own and answers its number; it may still fail to come up. */
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
      env: { ...binaries.env, ...options.variables },
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

/** Whether a process lives; one that ended and was not asked about yet does not. */
export function alive(pid: number): boolean {
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

/** Whether a living process is the PostgreSQL of this place: not of a folder that this one is a copy of. */
export function worksOn(pid: number, place: Place): boolean {
  if (!(pid > 1) || !alive(pid)) return false;
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres")) return false;
  } catch {
    // No /proc (macOS): the pid file is all there is to go by.
    return !existsSync("/proc/self");
  }
  try {
    // It stands in its data folder, under whatever name that was handed to it.
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(place.data)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    // Another user's: the pid file is all there is to go by.
    return true;
  }
}
