import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "pg-boss";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Jobs, openJobs } from "../../../server/jobs/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let database: TestDatabase;
let jobs: Jobs;
const problems: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => jobs.stop());
afterAll(() => database.drop());

const open = async (timers = systemClock) => {
  jobs = await openJobs({ url: database.url, onError: (error) => problems.push(error.message), timers });
  return jobs;
};
const POLL = { timeout: 30_000, interval: 5 };

describe("jobs", () => {
  test("a job exists exactly when the transaction that sent it commits", async () => {
    const { send, work, drain } = await open();
    const seen: unknown[] = [];
    work("test.commit", async (data) => seen.push(data));
    await database.db.transaction().execute((tx) => send(tx, "test.commit", { kept: true }));
    await database.db
      .transaction()
      .execute(async (tx) => {
        await send(tx, "test.commit", { kept: false });
        throw new Error("undone");
      })
      .catch(() => {});
    expect(await drain()).toBe(1);
    expect(seen).toEqual([{ kept: true }]);
  });

  test("a worker is woken by the commit, not by its next look", async () => {
    // No timer of the queue rings: a worker that has looked sleeps until it is notified.
    const { send, work, start } = await open({ ...systemClock, now: () => 0, setTimeout: () => null });
    const done: unknown[] = [];
    work("test.wake", async (data) => done.push(data));
    await start();
    // Its first look may find the first job; the others wake it.
    for (const count of [1, 2, 3]) {
      await database.db.transaction().execute((tx) => send(tx, "test.wake", { count }));
      await expect.poll(() => done, POLL).toHaveLength(count);
    }
    expect(done).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }]);
  });

  test("a job that fails is done again until it succeeds", async () => {
    const { send, work, drain } = await open();
    let tries = 0;
    work("test.retry", async () => {
      tries += 1;
      if (tries < 3) throw new Error("not yet");
    });
    await database.db.transaction().execute((tx) => send(tx, "test.retry", {}));
    expect(await drain()).toBe(3);
    expect(tries).toBe(3);
    expect(problems).toContain("not yet");
  });

  test("two processes share the work and do each job once", async () => {
    const first = await open();
    const second = await openJobs({ url: database.url });
    const done: number[] = [];
    const handler = async (data: { n: number }) => {
      await pause(2);
      done.push(data.n);
    };
    first.work("test.share", handler, { concurrency: 2 });
    second.work("test.share", handler, { concurrency: 2 });
    await database.db.transaction().execute(async (tx) => {
      for (let n = 0; n < 30; n += 1) await first.send(tx, "test.share", { n });
    });
    await Promise.all([first.start(), second.start()]);
    await expect.poll(() => done.length, POLL).toBe(30);
    await second.stop();
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  test("a tick runs the scheduled jobs, and only those", async () => {
    const { work, schedule, tick } = await open();
    const ran: string[] = [];
    work("test.daily", async () => ran.push("daily"));
    work("test.other", async () => ran.push("other"));
    schedule("test.daily", "0 1 * * *");
    await tick();
    expect(ran).toEqual(["daily"]);
  });
});
