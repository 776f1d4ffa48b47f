import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A portal in a process of its own. */
export type KillablePortal = {
  readonly address: string;
  /** Ends it as a power cut would: no handler runs, nothing is flushed. Answers once it is gone. */
  readonly kill: () => Promise<void>;
};

/** Starts a portal on a database; it answers from `address` on. */
export async function startKillablePortal(databaseUrl: string): Promise<KillablePortal> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "portal-process.ts")],
    {
      env: {
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? "/tmp",
        DATABASE_URL: databaseUrl,
        PORT: "0",
        SANDBOX_PORT: "0",
        SAPHAN_ENV: "development",
        SAPHAN_KEY: "5a".repeat(32),
        SAPHAN_DATA: join(tmpdir(), `saphan-durability-${process.pid}`),
        LOG_LEVEL: "error",
        NODE_COMPILE_CACHE: join(tmpdir(), "saphan-compile-cache"),
      },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    address: await addressOf(child),
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      const address = /listening (\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) =>
      reject(new Error(`the portal ended with ${code} before it listened:\n${said}`)),
    );
  });
}
