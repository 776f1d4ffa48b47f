import { type Clock as BossClock, PgBoss, systemClock } from "pg-boss";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { holdingNothing } from "../holding.ts";
import type { JobHandler, Send, WorkOptions } from "./job.ts";
import { createLooks } from "./looks.ts";
import { openQueue } from "./queue.ts";
import { createRunner, type Registered } from "./run-job.ts";
import { createSchedules, type Overdue } from "./schedules.ts";

/** The service for background jobs. */
export type Jobs = {
  readonly send: Send;
  /** Registers the handler of a job. Jobs are executed only after `start`. */
  readonly work: <Data extends JsonObject>(
    name: string,
    handler: JobHandler<Data>,
    options?: WorkOptions,
  ) => void;
  /**
   * Schedules a job by business time (cron, Asia/Bangkok). If runs were missed while no portal was running,
   * the job runs once at the next start. The job's handler must ask the clock what is due.
   */
  readonly schedule: (name: string, cron: string) => void;
  /** Runs a job immediately, without the queue, and returns the handler's result. */
  readonly runNow: (name: string, data?: JsonObject) => Promise<unknown>;
  /**
   * Runs every due scheduled job immediately, in the order of registration. Used when the development clock
   * is moved.
   */
  readonly tick: () => Promise<void>;
  /**
   * Returns the schedules whose job was not done within ten minutes after it was due, longest overdue first.
   */
  readonly overdue: () => Promise<readonly Overdue[]>;
  /**
   * Runs all waiting jobs, including retries, until none is left, and returns their number. Used by tests.
   */
  readonly drain: () => Promise<number>;
  readonly names: () => readonly string[];
  /** Starts to process the queue. */
  readonly start: () => Promise<void>;
  /** Waits for running jobs and closes the database connections. */
  readonly stop: () => Promise<void>;
  /** Returns whether the queue can be reached. */
  readonly healthy: () => Promise<boolean>;
};

type JobsOptions = {
  readonly url: string;
  /** Function that is called with errors. It never gets the data of a job. */
  readonly onError?: (error: Error, name: string | null) => void;
  /**
   * Timers that the queue uses; by default the machine's. A test can suppress them to prove that a
   * notification wakes a worker.
   */
  readonly timers?: BossClock;
  /** Storage and clock for schedules. If absent, no job is scheduled. */
  readonly scheduled?: { readonly db: Db; readonly clock: Clock };
};

/** Opens the job queue of a database. Jobs can be added immediately, but are executed only after `start`. */
export async function openJobs(options: JobsOptions): Promise<Jobs> {
  const { timers = systemClock, onError = () => {}, scheduled } = options;
  const registered = new Map<string, Registered>();
  const queue = openQueue(
    { url: options.url, timers, onError },
    (name) => registered.get(name)?.options ?? {},
  );
  const schedules = scheduled === undefined ? null : createSchedules(scheduled, queue.nextAfter);
  const runner = createRunner({ schedules, clock: scheduled?.clock ?? null, onError });
  let working = false;
  const looks = createLooks({
    take: async (give) => (await schedules?.take(cronsOf(registered), give)) ?? [],
    send: queue.send,
    timers,
    onError,
    isWorking: () => working,
  });
  const begin = (name: string, job: Registered) =>
    queue.work(name, job.options, (data, id) => runner.perform(name, job, data, id));

  return {
    send: queue.send,
    work: (name, handler, workOptions = {}) => {
      if (registered.has(name)) throw new Error(`jobs.work: "${name}" has somebody already`);
      const job: Registered = { handler, options: workOptions, cron: null };
      registered.set(name, job);
      if (working) begin(name, job).catch((error) => onError(error, name));
    },
    schedule: (name, cron) => {
      jobNamed(registered, name).cron = cron;
    },
    runNow: async (name, data = {}) => await runner.run(name, jobNamed(registered, name), data, "now"),
    tick: async () => {
      for (const name of await looks.take(async () => {}))
        await runner.run(name, jobNamed(registered, name), {}, "tick").catch((error) => onError(error, name));
    },
    overdue: async () => (await schedules?.overdue(cronsOf(registered))) ?? [],
    drain: () =>
      queue.drain(
        () => registered.keys(),
        (name, data, id) => runner.perform(name, jobNamed(registered, name), data, id),
      ),
    names: () => [...registered.keys()],
    start: async () => {
      await queue.open();
      working = true;
      await Promise.all([...registered].map(([name, job]) => begin(name, job)));
      await holdingNothing(looks.begin);
    },
    stop: () =>
      queue.stop(async () => {
        working = false;
        await looks.end();
      }),
    healthy: queue.healthy,
  };
}

function jobNamed(registered: ReadonlyMap<string, Registered>, name: string): Registered {
  const found = registered.get(name);
  if (found === undefined)
    throw new Error(`jobs: nobody does "${name}"; there are ${[...registered.keys()].join(", ")}`);
  return found;
}

/** Returns the cron expressions of scheduled jobs, in the order of registration. */
function cronsOf(registered: ReadonlyMap<string, Registered>): ReadonlyMap<string, string> {
  return new Map(
    [...registered].flatMap(([name, { cron }]) => (cron === null ? [] : [[name, cron] as const])),
  );
}

/** Creates the tables of the queue, so that copies of this database contain them. */
export async function prepareJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false, timeout: 1_000 });
}
