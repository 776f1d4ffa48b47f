import { setTimeout as pause } from "node:timers/promises";
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

const open = async () => {
  jobs = await openJobs({ url: database.url, onError: (error) => problems.push(error.message) });
  return jobs;
};

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

  test("a worker wakes at the commit, without waiting for its next look", async () => {
    const { send, work, start } = await open();
    const done: number[] = [];
    work("test.wake", async () => done.push(Date.now()));
    await start();
    await pause(300);
    const sent = Date.now();
    await database.db.transaction().execute((tx) => send(tx, "test.wake", {}));
    while (done.length === 0 && Date.now() - sent < 1_900) await pause(5);
    expect(done).toHaveLength(1);
    expect((done[0] ?? 0) - sent).toBeLessThan(1_500);
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
    const until = Date.now() + 20_000;
    while (done.length < 30 && Date.now() < until) await pause(20);
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
