import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepRunning, openDatabase, startCluster } from "../../../server/db/index.ts";

let folder: string;
const started: ChildProcess[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "saphan-cluster-"));
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
const until = async (holds: () => boolean) => {
  for (let tries = 0; tries < 3_000 && !holds(); tries += 1) await pause(20);
  expect(holds()).toBe(true);
};
const lives = (pid: number) => {
  try {
    // One that ended but was not asked about yet (a zombie) does not live.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

/** Starts a cluster in a process of its own, which then waits to be killed. */
const startElsewhere = async (dir: string) => {
  const script = `import { startCluster } from ${JSON.stringify(import.meta.resolve("../../../server/db/index.ts"))};
    const cluster = await startCluster({ dir: ${JSON.stringify(dir)} });
    console.log(cluster.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  const [line] = await child.stdout.take(1).toArray();
  return { child, pid: Number(String(line).trim()) };
};

describe("the PostgreSQL that comes along", () => {
  test("it starts on real files with fsync on, keeps what was written, and stops without a trace", async () => {
    const dir = join(folder, "first");
    const cluster = await startCluster({ dir });
    expect(await query(cluster.url, "show fsync")).toEqual([{ fsync: "on" }]);
    expect(await query(cluster.url, "show synchronous_commit")).toEqual([{ synchronous_commit: "on" }]);
    await query(cluster.url, "create table kept as select 42 as answer");
    await cluster.stop();
    expect(lives(cluster.pid)).toBe(false);
    expect(existsSync(join(dir, "data", "postmaster.pid"))).toBe(false);
    const again = await startCluster({ dir });
    expect(await query(again.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    await again.stop();
  });

  test("nobody reaches it over the network, and nobody without the password", async () => {
    const cluster = await startCluster({ dir: join(folder, "first") });
    expect(await query(cluster.url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    const socketDir = new URL(cluster.url).searchParams.get("host") ?? "";
    expect(statSync(socketDir).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "first", "password")).mode & 0o077).toBe(0);
    await expect(query(cluster.url.replace(/:[^:@/]+@/, ":wrong@"), "select 1")).rejects.toThrow(/password/);
    await cluster.stop();
  });

  test.runIf(process.getuid?.() === 0)("started by root, it runs as a user who owns nothing", async () => {
    const cluster = await startCluster({ dir: join(folder, "first") });
    expect(readFileSync(`/proc/${cluster.pid}/status`, "utf8")).toMatch(/^Uid:\s+65534\s+65534/m);
    await cluster.stop();
  });

  test("two run side by side, each with its own data", async () => {
    const [one, two] = await Promise.all([
      startCluster({ dir: join(folder, "first") }),
      startCluster({ dir: join(folder, "second") }),
    ]);
    expect(await query(one.url, "select count(*)::int as n from pg_tables where tablename = 'kept'")).toEqual(
      [{ n: 1 }],
    );
    expect(await query(two.url, "select count(*)::int as n from pg_tables where tablename = 'kept'")).toEqual(
      [{ n: 0 }],
    );
    await Promise.all([one.stop(), two.stop()]);
  });

  test("when its owner was killed, the next start takes it over and ends it", async () => {
    const dir = join(folder, "first");
    const { child, pid } = await startElsewhere(dir);
    child.kill("SIGKILL");
    await until(() => child.signalCode !== null);
    expect(lives(pid)).toBe(true);
    const cluster = await startCluster({ dir });
    expect(cluster).toMatchObject({ pid, attached: true });
    expect(await query(cluster.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    await cluster.stop();
    expect(lives(pid)).toBe(false);
  });

  test("while its owner lives, a guest uses it and leaves it running", async () => {
    const dir = join(folder, "first");
    const { child, pid } = await startElsewhere(dir);
    const guest = await startCluster({ dir });
    expect(guest).toMatchObject({ pid, attached: true });
    await guest.stop();
    expect(await query(guest.url, "select 1 as one")).toEqual([{ one: 1 }]);
    child.kill("SIGKILL");
    await until(() => child.signalCode !== null);
    await (await startCluster({ dir })).stop();
  });

  test("killed itself, it comes back with everything that was committed", async () => {
    const dir = join(folder, "first");
    const cluster = await startCluster({ dir });
    await query(
      cluster.url,
      "create table counted (n int); insert into counted select generate_series(1, 1000)",
    );
    process.kill(cluster.pid, "SIGKILL");
    await until(() => !lives(cluster.pid));
    const again = await startCluster({ dir });
    expect(await query(again.url, "select count(*)::int as n from counted")).toEqual([{ n: 1000 }]);
    await again.stop();
  });

  test("killed under an open pool, it is started again by whoever looks after it, on the same address, with what was committed", async () => {
    const cluster = await startCluster({ dir: join(folder, "first") });
    const said: string[] = [];
    const write = (_details: object, message: string) => void said.push(message);
    const letGo = keepRunning(cluster, { error: write, warn: write });
    const db = await openDatabase(cluster.url);
    await sql`create table outlived as select 7 as n`.execute(db);
    const before = cluster.pid;
    process.kill(before, "SIGKILL");
    await until(() => said.includes("database: it is back"));
    expect(cluster.pid).not.toBe(before);
    expect((await sql<{ n: number }>`select n from outlived`.execute(db)).rows).toEqual([{ n: 7 }]);
    expect(said[0]).toBe("database: its process is gone; it is started again");
    // Stopped in order, it stays stopped.
    await db.destroy();
    await cluster.stop();
    expect(cluster.isDown()).toBe(false);
    letGo();
    await until(() => !lives(cluster.pid));
  });

  test("one that does not stay up is left alone after some tries", async () => {
    const said: string[] = [];
    let revived = 0;
    const write = (_details: object, message: string) => void said.push(message);
    const falling = {
      pid: 1,
      isDown: () => true,
      revive: async () => {
        revived += 1;
        if (revived === 1) throw new Error("shared memory is in use");
      },
    };
    keepRunning(falling, { error: write, warn: write }, [0, 0, 0]);
    await until(() => said.some((one) => one.includes("not started again")));
    expect(revived).toBe(3);
    expect(said).toContain("database: it did not come up");
  });

  test("a pid file that names a process of another kind does not keep it from starting", async () => {
    const dir = join(folder, "first");
    writeFileSync(join(dir, "data", "postmaster.pid"), `${process.pid}\n${dir}\n0\n5432\n`);
    const cluster = await startCluster({ dir });
    expect(await query(cluster.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await cluster.stop();
  });

  test("a folder with a very long path works: the socket then lies elsewhere", async () => {
    const cluster = await startCluster({ dir: join(folder, "d".repeat(100)) });
    expect(await query(cluster.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await cluster.stop();
  });

  test("settings that it refuses are told with the end of its own log", async () => {
    await expect(
      startCluster({ dir: join(folder, "second"), settings: { shared_buffers: "plenty" } }),
    ).rejects.toThrow(/shared_buffers/);
  });

  test("a query works again after the database was restarted under an open pool", async () => {
    const dir = join(folder, "second");
    const cluster = await startCluster({ dir });
    const db = await openDatabase(cluster.url);
    await sql`select 1`.execute(db);
    await cluster.stop();
    await expect(sql`select 1`.execute(db)).rejects.toThrow();
    const again = await startCluster({ dir });
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await db.destroy();
    await again.stop();
  });
});
