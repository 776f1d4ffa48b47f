import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Brand } from "../../domain/brands.ts";
import { testDatabase } from "../support/database.ts";
import { FIXED_DAY } from "../support/fixed-day.ts";
import { type StartedDatabase, startedDatabase } from "../support/started-database.ts";
import { UNEVEN } from "../support/uneven.ts";

/** Real portal in a separate process with its own database. */
export type Portal = {
  readonly origin: string;
  /** Address of the portal's database, for set-up that no call can do. */
  readonly databaseUrl: string;
  /** Returns the output of the process, for tests that search it for secrets. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

const ROOT = resolve(import.meta.dirname, "..", "..");

/** Starts `server/main.ts` as `npm start` does, on `FIXED_DAY`, and waits until it is ready. */
export async function startPortal(options: { readonly brand: Brand }): Promise<Portal> {
  const { brand } = options;
  const database =
    brand === "saphan"
      ? await startedPlace()
      : { ...(await testDatabase()), folder: mkdtempSync(join(tmpdir(), "saphan-journey-")) };
  const running = await startProcess({ brand, url: database.url, folder: database.folder });
  return {
    origin: running.origin,
    databaseUrl: database.url,
    output: running.output,
    stop: async () => {
      await running.stop();
      await database.drop();
      rmSync(database.folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a database with its data folder in which a portal of the first brand has started once, on
 * `FIXED_DAY`.
 */
export async function startedPlace(): Promise<StartedDatabase> {
  return await startedDatabase(`portal ${FIXED_DAY}`, async ({ url, folder }) =>
    (await startProcess({ brand: "saphan", url, folder })).stop(),
  );
}

type Given = { readonly brand: Brand; readonly url: string; readonly folder: string };
type Running = Pick<Portal, "origin" | "output" | "stop">;

/**
 * Starts the process with a database and a data folder; `stop` ends it cleanly. Another process can take a
 * free port before ours listens on it; the start is then repeated with other ports.
 */
async function startProcess(given: Given): Promise<Running> {
  for (let triesLeft = 4; ; triesLeft -= 1)
    try {
      return await startOnce(given);
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes("EADDRINUSE")) throw error;
    }
}

async function startOnce(given: Given): Promise<Running> {
  const port = await freePort();
  const sandboxPort = await freePort();
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(ROOT, "server", "main.ts")],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        BRAND: given.brand,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        SAPHAN_DATA: given.folder,
        SAPHAN_ENV: "development",
        SAPHAN_CLOCK: FIXED_DAY,
        DATABASE_URL: given.url,
        LOG_LEVEL: "debug",
        ...UNEVEN,
      },
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  const origin = `http://localhost:${port}`;
  await ready(origin, child, () => output);
  return { origin, output: () => output, stop: () => stopped(child) };
}

async function ready(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The portal ended before it was ready.\n${output()}`);
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`The portal was not ready within a minute.\n${output()}`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
}

async function freePort(): Promise<number> {
  return await new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? done(address.port) : failed(new Error("no port")),
      );
    });
  });
}
