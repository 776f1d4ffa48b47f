import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FIXED_DAY } from "../../support/fixed-day.ts";
import { machineTime } from "../../support/machine-time.ts";
import { openCallers } from "./callers.ts";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
let folder: string;
let port: number;
let npm: ChildProcess | undefined;
let said = "";

beforeAll(async () => {
  refuseOtherPackages();
  folder = mkdtempSync(join(tmpdir(), "saphan-npm-start-"));
  port = await freePort();
  // The command is the project's own, without the page, which no test here requests.
  const start = `node ${join(ROOT, ".ci", "bootstrap.mjs")} --keep-running tests/server/durability/portal-process.ts`;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start } }));
  npm = spawn("npm", ["start"], {
    cwd: folder,
    env: {
      ...machineTime(),
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      SANDBOX_PORT: "0",
      SAPHAN_CLOCK: FIXED_DAY,
      SAPHAN_DATA: join(folder, "data"),
      LOG_LEVEL: "error",
    },
  });
  for (const stream of [npm.stdout, npm.stderr])
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  await untilServing(1);
}, 90_000);
afterAll(() => {
  if (npm === undefined) return;
  npm.kill("SIGKILL");
  for (const pid of ours()) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Throws if the installed packages differ from the lock file: the start would install others beside running
 * tests, and a kill would leave half of them.
 */
function refuseOtherPackages(): void {
  const lock = readFileSync(join(ROOT, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).update(process.execPath).digest("hex");
  const marker = join(ROOT, "node_modules", ".saphan-lock");
  if (!existsSync(marker) || readFileSync(marker, "utf8") !== wanted)
    throw new Error("npm-start: the packages are not those of package-lock.json; run `npm test` once");
}

const address = () => `http://127.0.0.1:${port}`;
/** Returns the process ids of the servers; several may have started one after the other. */
const servers = () => [...said.matchAll(/^listening \S+ as (\d+)$/gm)].map(([, pid]) => Number(pid));
const postmaster = () => {
  const file = join(folder, "data", "postgres", "data", "postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
};
const bootstrap = () =>
  Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${servers().at(-1)}/status`, "utf8"))?.[1] ?? 0);
const lives = (pid: number) => {
  try {
    return pid > 0 && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};
const ours = () => [...servers(), postmaster()].filter(lives);

async function untilServing(times: number): Promise<void> {
  const answers = () =>
    fetch(`${address()}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  await vi.waitUntil(async () => servers().length >= times && (await answers()), {
    timeout: 60_000,
    interval: 100,
  });
}

test.each([
  ["is killed", "SIGKILL"],
  ["crashes on an unhandled error", "SIGUSR2"],
] as const)(
  "a server that %s is started again at the same address with its database",
  async (_how, signal) => {
    const before = servers();
    process.kill(before.at(-1) ?? 0, signal);
    await untilServing(before.length + 1);
    expect(before.filter(lives)).toEqual([]);
    expect(said).toContain("The server ended unasked");
  },
  90_000,
);

test("the signal SIGTERM to npm under load ends npm, server and PostgreSQL, and no process or file remains", async () => {
  const callers = openCallers(address, 6);
  // The load consists of an event stream, an idle connection, and an unfinished request.
  const listening = await fetch(`${address()}/api/events`);
  const half = net.connect(port, "127.0.0.1", () =>
    half.write(
      "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
    ),
  );
  half.on("error", () => {});
  await expect.poll(() => callers.told.length, { timeout: 20_000, interval: 50 }).toBeGreaterThan(12);
  const tree = {
    npm: npm?.pid ?? 0,
    bootstrap: bootstrap(),
    server: servers().at(-1) ?? 0,
    postgres: postmaster(),
  };
  const left = () =>
    Object.entries(tree)
      .filter(([, pid]) => lives(pid))
      .map(([name]) => name);
  expect(left()).toEqual(Object.keys(tree));
  npm?.kill("SIGTERM");
  await expect.poll(left, { timeout: 20_000, interval: 50 }).toEqual([]);
  await callers.stop();
  await listening.text().catch(() => {});
  half.destroy();
  expect(ours()).toEqual([]);
  // PostgreSQL was shut down in order, not killed.
  expect(readFileSync(join(folder, "data", "postgres", "postgres.log"), "utf8").trim()).toMatch(
    /database system is shut down$/,
  );
}, 90_000);

async function freePort(): Promise<number> {
  return await new Promise((done) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address() as net.AddressInfo;
      server.close(() => done(free));
    });
  });
}
