import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
    // A process that ended but was not reaped yet (a zombie) does not count as alive.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

/** Starts a cluster in a separate process, which then waits until it is killed. */
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

describe("the bundled PostgreSQL", () => {
  test("starts on real files with fsync on, keeps the written data, and leaves nothing behind when it stops", async () => {
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

  test("cannot be reached over the network or without the password", async () => {
    const cluster = await startCluster({ dir: join(folder, "first") });
    expect(await query(cluster.url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    const socketDir = new URL(cluster.url).searchParams.get("host") ?? "";
    expect(statSync(socketDir).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "first", "password")).mode & 0o077).toBe(0);
    await expect(query(cluster.url.replace(/:[^:@/]+@/, ":wrong@"), "select 1")).rejects.toThrow(/password/);
    await cluster.stop();
  });

  test.runIf(process.getuid?.() === 0)("runs under a user who owns nothing if root starts it", async () => {
    const cluster = await startCluster({ dir: join(folder, "first") });
    expect(readFileSync(`/proc/${cluster.pid}/status`, "utf8")).toMatch(/^Uid:\s+65534\s+65534/m);
    await cluster.stop();
  });

  test("can run twice at the same time, each time with its own data", async () => {
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

  test("a database whose owner was killed is taken over by the next process to start it, which later stops it", async () => {
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

  test("a second process can use the database, which continues after that process ends", async () => {
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

  test("starts again with every committed row after it was killed", async () => {
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

  test("a database that is killed with open connections restarts at the same address with every committed row", async () => {
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
    // A cluster that was stopped in an orderly way stays stopped.
    await db.destroy();
    await cluster.stop();
    expect(cluster.isDown()).toBe(false);
    letGo();
    await until(() => !lives(cluster.pid));
  });

  test("is not restarted again after several failed tries", async () => {
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

  test("starts although a stale pid file contains the number of an unrelated process", async () => {
    const dir = join(folder, "first");
    writeFileSync(join(dir, "data", "postmaster.pid"), `${process.pid}\n${dir}\n0\n5432\n`);
    const cluster = await startCluster({ dir });
    expect(await query(cluster.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await cluster.stop();
  });

  test("two processes that start at once on an empty folder share one database, which one of them supervises", async () => {
    const dir = join(folder, "at-once");
    const [one, other] = await Promise.all([startElsewhere(dir), startElsewhere(dir)]);
    expect(one.pid).toBe(other.pid);
    const guest = await startCluster({ dir });
    expect(await query(guest.url, "select 1 as one")).toEqual([{ one: 1 }]);
    const owner = Number(readFileSync(join(dir, "owner.pid"), "utf8"));
    expect([one.child.pid, other.child.pid]).toContain(owner);
    for (const { child } of [one, other]) child.kill("SIGKILL");
    await until(() => [one, other].every(({ child }) => child.signalCode !== null));
    // The process that supervised the cluster is dead, so the guest now supervises it.
    process.kill(guest.pid, "SIGKILL");
    await until(() => guest.isDown());
    // A process of the killed server may still run for a moment. Until it is gone, no other server starts.
    await expect
      .poll(() => guest.revive().then(() => "serves", String), { timeout: 10_000, interval: 50 })
      .toBe("serves");
    expect(await query(guest.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await guest.stop();
    expect(lives(guest.pid)).toBe(false);
  });

  test("gives the portal a role without rights to files, programs and other databases", async () => {
    const cluster = await startCluster({ dir: join(folder, "first") });
    expect(
      await query(
        cluster.url,
        "select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user",
      ),
    ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
    await expect(query(cluster.url, "select pg_read_file('/etc/passwd')")).rejects.toThrow(
      /permission denied/,
    );
    await expect(query(cluster.url, "copy (select 1) to program 'true'")).rejects.toThrow(
      /permission denied/,
    );
    await expect(query(cluster.url.replace("/saphan?", "/postgres?"), "select 1")).rejects.toThrow(
      /permission denied/,
    );
    await query(
      cluster.url,
      "create schema of_its_own; create table of_its_own.kept (n int); drop schema of_its_own cascade",
    );
    await cluster.stop();
  });

  test("transfers to the portal's role what an earlier release created as superuser", async () => {
    const cluster = await startCluster({ dir: join(folder, "first") });
    const admin = cluster.adminUrlOf("saphan");
    await query(
      admin,
      `alter database saphan owner to saphan; create schema "Older";
      create type "Older".mood as enum ('good'); create table "Older".things (id bigint generated always as identity, m "Older".mood);
      create view "Older".seen as select * from "Older".things; create sequence "Older".numbers;
      create function "Older".two() returns int language sql return 2`,
    );
    await cluster.stop();
    const again = await startCluster({ dir: join(folder, "first") });
    await query(
      again.url,
      `insert into "Older".things (m) values ('good'); alter table "Older".things add column more text;
      alter type "Older".mood add value 'better'; select nextval('"Older".numbers');
      create or replace function "Older".two() returns int language sql return 3;
      drop schema "Older" cascade; alter table kept add column more text`,
    );
    await again.stop();
  });

  test("starts in a copy of its folder beside the original, without affecting the original", async () => {
    const cluster = await startCluster({ dir: join(folder, "first") });
    await query(cluster.url, "create table copied as select 5 as n");
    await cluster.stop();
    const running = await startCluster({ dir: join(folder, "first") });
    const copy = join(folder, "copy");
    execFileSync("cp", ["-r", join(folder, "first"), copy]);
    chmodSync(join(copy, "data"), 0o755);
    const restored = await startCluster({ dir: copy });
    expect(restored).toMatchObject({ attached: false });
    expect(restored.pid).not.toBe(running.pid);
    expect(await query(restored.url, "select n from copied")).toEqual([{ n: 5 }]);
    await restored.stop();
    expect(await query(running.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await running.stop();
  });

  test("works in a folder whose path is too long for a socket", async () => {
    const cluster = await startCluster({ dir: join(folder, "d".repeat(100)) });
    expect(await query(cluster.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await cluster.stop();
  });

  test("reports the last lines of its own log if its settings are rejected", async () => {
    await expect(
      startCluster({ dir: join(folder, "second"), settings: { shared_buffers: "plenty" } }),
    ).rejects.toThrow(/shared_buffers/);
  });

  test("answers a query again after a restart under an open pool", async () => {
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
