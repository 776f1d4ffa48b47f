import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "pg-boss";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../server/clock/index.ts";
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

describe("the job queue", () => {
  test("contains a job exactly if the transaction that sent it commits", async () => {
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

  test("starts a worker at the commit, not at the worker's next poll", async () => {
    // The queue's timers never fire here, so a worker that has polled sleeps until it is notified.
    const { send, work, start } = await open({ ...systemClock, now: () => 0, setTimeout: () => null });
    const done: unknown[] = [];
    work("test.wake", async (data) => done.push(data));
    await start();
    // The first poll may find the first job; the others must wake the worker.
    for (const count of [1, 2, 3]) {
      await database.db.transaction().execute((tx) => send(tx, "test.wake", { count }));
      await expect.poll(() => done, POLL).toHaveLength(count);
    }
    expect(done).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }]);
  });

  test("repeats a job that fails until it succeeds", async () => {
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

  test("shares the jobs between two processes and runs each once", async () => {
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

  describe("with a schedule", () => {
    const clock = fixedClock("2026-11-24T08:00:00");
    const opened: Jobs[] = [];
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((one) => one.stop()));
      await database.db.deleteFrom("schedules").execute();
      clock.set("2026-11-24T08:00:00");
    });
    /** Starts a portal that runs `test.daily` every weekday at 8:30. */
    const portal = async (ran: string[], work: () => Promise<void> = async () => {}) => {
      const one = await openJobs({ url: database.url, scheduled: { db: database.db, clock } });
      opened.push(one);
      one.work("test.daily", async () => {
        await work();
        ran.push(clock.now().toFormat("HH:mm"));
      });
      one.work("test.other", async () => ran.push("other"));
      one.schedule("test.daily", "30 8 * * 1-5");
      return one;
    };

    test.each(["started", "moved"] as const)(
      "a job that became due while no portal was running is run once, by the portal that is %s later",
      async (how) => {
        const ran: string[] = [];
        const before = await portal(ran);
        await before.start();
        await before.stop();
        // Two mornings without a portal lead to one run.
        clock.set("2026-11-25T09:10:00");
        const after = await portal(ran);
        await (how === "started" ? after.start() : after.tick());
        await expect.poll(() => ran, POLL).toEqual(["09:10"]);
        await after.tick();
        expect(ran).toEqual(["09:10"]);
        await expect.poll(() => after.overdue(), POLL).toEqual([]);
      },
    );

    test("runs a due job in only one of the portals that start together", async () => {
      const ran: string[] = [];
      await (await portal(ran)).tick();
      clock.set("2026-11-24T09:10:00");
      const several = await Promise.all([portal(ran), portal(ran), portal(ran)]);
      await Promise.all(several.map((one) => one.tick()));
      expect(ran).toEqual(["09:10"]);
    });

    test("reports a job as overdue, and since when, until the job succeeds", async () => {
      const ran: string[] = [];
      let broken = true;
      const one = await portal(ran, async () => {
        if (broken) throw new Error("not yet");
      });
      await one.tick();
      expect(await one.overdue()).toEqual([]);
      clock.set("2026-11-24T08:35:00");
      await one.tick();
      expect(await one.overdue()).toEqual([]);
      clock.set("2026-11-24T08:40:00");
      const since = "2026-11-24T01:30:00.000Z";
      expect(await one.overdue()).toEqual([{ job: "test.daily", since }]);
      clock.set("2026-11-25T09:00:00");
      expect(await one.overdue()).toEqual([{ job: "test.daily", since }]);
      broken = false;
      await one.runNow("test.daily");
      expect(await one.overdue()).toEqual([]);
    });

    test("continues from the new day if the clock is moved back", async () => {
      const ran: string[] = [];
      const one = await portal(ran);
      clock.set("2026-12-24T08:00:00");
      await one.tick();
      clock.set("2026-11-24T08:00:00");
      await one.tick();
      expect(ran).toEqual([]);
      clock.set("2026-11-24T08:30:00");
      await one.tick();
      expect(ran).toEqual(["08:30"]);
    });
  });
});
