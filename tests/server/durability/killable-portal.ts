import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIXED_DAY } from "../../support/fixed-day.ts";
import { machineTime } from "../../support/machine-time.ts";

/** A portal in a process of its own. */
export type KillablePortal = {
  readonly address: string;
  readonly pid: number;
  /** Ends it as a power cut would: no handler runs, nothing is flushed. Answers once it is gone. */
  readonly kill: () => Promise<void>;
  /** Asks it to end, as Ctrl-C does. Answers once it is gone. */
  readonly stop: () => Promise<void>;
  /** What it wrote. */
  readonly said: () => string;
};

/**
 * Where a portal lives: a database whose data folder all of this process share, a database with its own data folder, which
 * has its key, or a data folder in which it keeps a database of its own.
 */
type Place = string | { readonly url: string; readonly folder: string } | { readonly dataDir: string };

/** Starts a portal in its place; it answers from `address` on. Its clock begins at `clockStart`. */
export async function startKillablePortal(place: Place, clockStart = FIXED_DAY): Promise<KillablePortal> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "portal-process.ts")],
    {
      env: {
        ...machineTime(),
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? "/tmp",
        // Where the socket of a cluster lies whose folder has a long name.
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
