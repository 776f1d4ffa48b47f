import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildPage } from "../../server/build.ts";
import { startCluster } from "../../server/db/index.ts";
import { FIXED_DAY } from "../support/fixed-day.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const RUNS = 3;

/**
 * Measures figure 8: the time from `npm start`, with everything installed and built, until the first page
 * answers, including the database. The comparison in the same run is the minimum: PostgreSQL alone (started
 * by the same code), and a Node process that serves one line. Results are milliseconds, medians of three.
 */
export async function bench(): Promise<{
  readonly name: "start";
  readonly figures: {
    /** Milliseconds from `npm start` to the first page, on an existing database. */
    readonly startMs: number;
    /** Milliseconds of the very first start, which also creates the database. */
    readonly firstStartMs: number;
    readonly barePostgresMs: number;
    readonly bareNodeMs: number;
    readonly targets: { readonly startMs: number };
    readonly reached: boolean;
  };
}> {
  await buildPage({ env: "development" }, { quiet: true });
  const folder = mkdtempSync(join(tmpdir(), "saphan-bench-"));
  try {
    const firstStartMs = await timeOfStart(join(folder, "data"));
    const starts: number[] = [];
    const postgres: number[] = [];
    const node: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      starts.push(await timeOfStart(join(folder, "data")));
      postgres.push(await timeOfPostgres(join(folder, "data", "postgres")));
      node.push(await timeOfNode());
    }
    const startMs = median(starts);
    return {
      name: "start",
      figures: {
        startMs,
        firstStartMs,
        barePostgresMs: median(postgres),
        bareNodeMs: median(node),
        targets: { startMs: 3_000 },
        reached: startMs < 3_000,
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeOfStart(data: string): Promise<number> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: "0",
    ORIGIN: `http://localhost:${port}`,
    SAPHAN_DATA: data,
    SAPHAN_ENV: "development",
    SAPHAN_CLOCK: FIXED_DAY,
    LOG_LEVEL: "error",
  };
  const begun = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  try {
    await untilAnswers(`http://127.0.0.1:${port}/`, child);
    return Math.round(performance.now() - begun);
  } finally {
    await endGroup(child);
  }
}

async function timeOfPostgres(dir: string): Promise<number> {
  const begun = performance.now();
  const cluster = await startCluster({ dir });
  const taken = performance.now() - begun;
  await cluster.stop();
  return Math.round(taken);
}

async function timeOfNode(): Promise<number> {
  const port = await freePort();
  const script = `require("node:http").createServer((_, answer) => answer.end("ok")).listen(${port}, "127.0.0.1")`;
  const begun = performance.now();
  const child = spawn(process.execPath, ["-e", script], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  try {
    await untilAnswers(`http://127.0.0.1:${port}/`, child);
    return Math.round(performance.now() - begun);
  } finally {
    await endGroup(child);
  }
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  let said = "";
  child.stderr?.on("data", (part) => {
    said += String(part);
  });
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {}
    if (child.exitCode !== null) throw new Error(`bench start: the server ended by itself.\n${said}`);
    await pause(5);
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // npm, the bootstrap and the server are one process group. Each passes the signal on or ends because of it.
  process.kill(-child.pid, "SIGINT");
  await Promise.race([ended, pause(10_000)]);
  await pause(300);
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
