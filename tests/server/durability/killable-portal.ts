import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIXED_DAY } from "../../support/fixed-day.ts";
import { machineTime } from "../../support/machine-time.ts";

/** Portal in a separate process. */
export type KillablePortal = {
  readonly address: string;
  readonly pid: number;
  /** Kills the process like a power cut, without handlers or flushing. Resolves once the process is gone. */
  readonly kill: () => Promise<void>;
  /** Stops the process like Ctrl-C. Resolves once the process is gone. */
  readonly stop: () => Promise<void>;
  /** Returns the output of the process. */
  readonly said: () => string;
};

/**
 * Location of a portal's data: a database whose data folder this process shares, a database with its own data
 * folder and key, or a data folder in which the portal runs its own database.
 */
type Place = string | { readonly url: string; readonly folder: string } | { readonly dataDir: string };

/** Starts a portal on a place's data, listening on `address`. Its clock begins at `clockStart`. */
export async function startKillablePortal(place: Place, clockStart = FIXED_DAY): Promise<KillablePortal> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "portal-process.ts")],
    {
      env: {
        ...machineTime(),
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? "/tmp",
        // The database socket is placed in this folder if the path of a cluster's folder is long.
        TMPDIR: tmpdir(),
        ...settingsOf(place),
        PORT: "0",
        SANDBOX_PORT: "0",
        SAPHAN_ENV: "development",
        SAPHAN_CLOCK: clockStart,
        LOG_LEVEL: "error",
        NODE_COMPILE_CACHE: join(tmpdir(), "saphan-compile-cache"),
      },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    address: await addressOf(child, () => said),
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await gone;
    },
    said: () => said,
  };
}

const KEY = "5a".repeat(32);

function settingsOf(place: Place): Readonly<Record<string, string>> {
  if (typeof place === "string")
    return {
      DATABASE_URL: place,
      SAPHAN_DATA: join(tmpdir(), `saphan-durability-${process.pid}`),
      SAPHAN_KEY: KEY,
    };
  if ("url" in place) return { DATABASE_URL: place.url, SAPHAN_DATA: place.folder };
  return { SAPHAN_DATA: place.dataDir, SAPHAN_KEY: KEY };
}

function addressOf(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", () => {
      const address = /listening (\S+)/.exec(said())?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) =>
      reject(new Error(`the portal ended with ${code} before it listened:\n${said()}`)),
    );
  });
}
