import { CompiledQuery } from "kysely";
import { type Clock as BossClock, type JobResult, PgBoss, systemClock } from "pg-boss";
import type { JsonObject } from "../../engine/values/json.ts";
import { type Clock, ZONE } from "../clock/index.ts";
import { type Db, later, namingClient, type Tx } from "../db/index.ts";
import { holdingNothing } from "../holding.ts";
import { createSchedules, type Overdue } from "./schedules.ts";

/** What a job is told about itself. */
export type JobInfo = { readonly id: string; readonly name: string };

/** Does the job; throwing means "try again later". It may run twice, so it asks the database what is still to do. */
export type JobHandler<Data extends JsonObject = JsonObject> = (data: Data, job: JobInfo) => Promise<unknown>;

export type SendOptions = {
  /** While a job with this key waits, another one is not added. */
  readonly key?: string;
  /** Not before this moment of the machine's time. Business moments are for the handler, which asks the clock. */
  readonly after?: Date;
};

export type WorkOptions = {
  /** Tries after the first one; default 10, with growing pauses. */
  readonly retries?: number;
  /** Seconds before the first new try; default 1. */
  readonly retryDelay?: number;
  /** Longest that a job may take, in seconds; default 120. A worker that was killed is noticed sooner, by its silence. */
  readonly mostSeconds?: number;
  /** Jobs that are done at the same time by this process; default 1. */
  readonly concurrency?: number;
  /**
   * How many fetch for themselves, so that one that is slow does not hold up what comes after it; default 1. Each is woken
   * by every job and asks the queue: more cost more.
   */
  readonly lanes?: number;
};

/** Work that outlives a request. */
export type Jobs = {
  /** Adds a job inside the given transaction: it exists if, and only if, the transaction commits. */
  readonly send: (tx: Tx | Db, name: string, data: JsonObject, options?: SendOptions) => Promise<void>;
  /** Says who does the jobs of this name; work begins with `start`. */
  readonly work: <Data extends JsonObject>(
    name: string,
    handler: JobHandler<Data>,
    options?: WorkOptions,
  ) => void;
  /**
   * Runs the named job by business time (cron, Asia/Bangkok). What fell due while no portal ran is run once as soon as
   * one does. The handler asks the clock what is due.
   */
  readonly schedule: (name: string, cron: string) => void;
  /** Does a job of this name here and now, without the queue, and answers what the handler answered. */
  readonly runNow: (name: string, data?: JsonObject) => Promise<unknown>;
  /** Runs every scheduled job that is due here and now, in the order of registration: after the development clock moved. */
  readonly tick: () => Promise<void>;
  /** Schedules whose job is not done ten minutes after it fell due, the longest overdue first. */
  readonly overdue: () => Promise<readonly Overdue[]>;
  /** Does all waiting jobs here and now until none is left, retries included; answers how many. For tests. */
  readonly drain: () => Promise<number>;
  readonly names: () => readonly string[];
  /** Begins to work: takes jobs from the queue. */
  readonly start: () => Promise<void>;
  /** Lets running jobs finish and lets go of the database. */
  readonly stop: () => Promise<void>;
  /** Whether the queue can be reached. */
  readonly healthy: () => Promise<boolean>;
};

type Registered = { readonly handler: JobHandler; readonly options: WorkOptions; cron: string | null };

/** Jobs that one hand takes at once, to do them one after the other. */
const BATCH = 5;
/** What runs longer when the portal ends is left to the next one that starts. */
const FINISH_WITHIN_MS = 1_500;
const LOOK_FOR_DUE_EVERY_MS = 15_000;

/** Opens the job queue on a database. It sends at once; it works only after `start`. */
export async function openJobs(options: {
  readonly url: string;
  /** Hears what went wrong; never sees a job's data. */
  readonly onError?: (error: Error, name: string | null) => void;
  /** Timers of the queue; default the machine's. A test that lets none ring shows that a notification wakes a worker. */
  readonly timers?: BossClock;
  /** Where and by which clock schedules are kept; without it nothing runs by a schedule. */
  readonly scheduled?: { readonly db: Db; readonly clock: Clock };
}): Promise<Jobs> {
  // Handed on to its pool, which its types do not say.
  const pool = { Client: namingClient() };
  const { timers = systemClock } = options;
  const boss = new PgBoss({
    ...pool,
    clock: timers,
    connectionString: options.url,
    max: 4,
    useListenNotify: true,
    application_name: "saphan-jobs",
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // It knows the database's time only; schedules are kept by business time.
    schedule: false,
  });
  const onError = options.onError ?? (() => {});
  boss.on("error", (error) => onError(error as Error, null));
  const registered = new Map<string, Registered>();
  const queues = new Map<string, Promise<void>>();
  const schedules =
    options.scheduled === undefined
      ? null
      : createSchedules(options.scheduled, (cron, from) => {
          const [next] = boss.previewSchedule(cron, { count: 1, tz: ZONE, from });
          return next as Date;
        });
  const crons = () =>
    new Map([...registered].flatMap(([name, { cron }]) => (cron === null ? [] : [[name, cron] as const])));
  let working = false;
  let taking: Promise<unknown> = Promise.resolve();
  // One after the other: what falls due by a move of the clock is not taken by a look that began before.
  const take = (give: (tx: Tx, name: string) => Promise<void>): Promise<readonly string[]> => {
    const taken = taking.then(async () => (await schedules?.take(crons(), give)) ?? []);
    taking = taken.catch(() => {});
    return taken;
  };
  let nextLook: unknown = null;
  let opened: Promise<unknown> | null = null;
  // Opened at the first use: a test that never sends a job pays nothing.
  const open = () => {
    // Perhaps inside a transaction: the queue's own clocks, and the work that they begin, are not.
    opened ??= holdingNothing(() => boss.start());
    return opened;
  };

  const ensureQueue = (name: string): Promise<void> => {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const made = open().then(async () => {
      const { retries, retryDelay, mostSeconds } = registered.get(name)?.options ?? {};
      const settings = {
        retryLimit: retries ?? 10,
        retryDelay: retryDelay ?? 1,
        retryBackoff: true,
        retryDelayMax: 300,
        expireInSeconds: mostSeconds ?? 120,
        // A worker that was killed is noticed by its silence, and its jobs go to another.
        heartbeatSeconds: 10,
        deleteAfterSeconds: 86_400,
        notify: true,
      };
      await boss.createQueue(name, settings);
    });
    made.catch(() => queues.delete(name));
    queues.set(name, made);
    return made;
  };

  const find = (name: string): Registered => {
    const found = registered.get(name);
    if (found === undefined)
      throw new Error(`jobs: nobody does "${name}"; there are ${[...registered.keys()].join(", ")}`);
    return found;
  };

  const begin = async (name: string, job: Registered): Promise<void> => {
    await ensureQueue(name);
    const { concurrency = 1, lanes = 1 } = job.options;
    const together = Math.ceil(concurrency / lanes);
    await boss.work<JsonObject>(
      name,
      {
        batchSize: BATCH * together,
        // Each job of a batch succeeds or fails for itself, and a full batch is followed by the next at once.
        perJobResults: true,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 10,
        localConcurrency: lanes,
      },
      async (batch) => {
        const waiting = batch.values();
        const results: JobResult[] = [];
        const takeTurns = async () => {
          // One list for all of them: each takes the next that nobody has taken.
          for (const one of waiting)
            results.push(
              await perform(name, job, one.data ?? {}, one.id).then(
                () => ({ id: one.id, status: "completed" as const }),
                (error: Error) => ({
                  id: one.id,
                  status: "failed" as const,
                  output: { message: error.message },
                }),
              ),
            );
        };
        await Promise.all(Array.from({ length: together }, takeTurns));
        return results;
      },
    );
  };

  const send: Jobs["send"] = async (tx, name, data, sendOptions = {}) => {
    await ensureQueue(name);
    await boss.send(name, data, {
      db: withoutWaiting(tx),
      ...(sendOptions.key === undefined ? {} : { singletonKey: sendOptions.key }),
      ...(sendOptions.after === undefined ? {} : { startAfter: sendOptions.after }),
    });
  };

  /** Sends what is due, and looks again in a while. */
  const lookForDue = async (): Promise<void> => {
    await take((tx, name) => send(tx, name, {})).catch((error) => onError(error, null));
    if (working) nextLook = timers.setTimeout(lookForDue, LOOK_FOR_DUE_EVERY_MS);
  };

  /** Does a job, and notes it where a schedule asks for it. */
  const run = async (name: string, { handler, cron }: Registered, data: JsonObject, id: string) => {
    const begun = options.scheduled?.clock.now().toJSDate();
    const answer = await handler(data, { id, name });
    if (cron !== null && begun !== undefined) await schedules?.done(name, begun);
    return answer;
  };

  const perform = async (name: string, job: Registered, data: JsonObject, id: string): Promise<unknown> => {
    try {
      return await run(name, job, data, id);
    } catch (error) {
      onError(error as Error, name);
      // What pg-boss keeps of an error may reach a log or a page: the message only, not the data in it.
      throw new Error((error as Error).message);
    }
  };

  return {
    send,
    work: (name, handler, workOptions = {}) => {
      if (registered.has(name)) throw new Error(`jobs.work: "${name}" has somebody already`);
      const job: Registered = { handler: handler as unknown as JobHandler, options: workOptions, cron: null };
      registered.set(name, job);
      if (working) begin(name, job).catch((error) => onError(error, name));
    },
    schedule: (name, cron) => {
      find(name).cron = cron;
    },
    runNow: async (name, data = {}) => await run(name, find(name), data, "now"),
    tick: async () => {
      for (const name of await take(async () => {}))
        await run(name, find(name), {}, "tick").catch((error) => onError(error, name));
    },
    overdue: async () => (await schedules?.overdue(crons())) ?? [],
    drain: async () => {
      let done = 0;
      let before = -1;
      while (done !== before) {
        before = done;
        for (const [name, job] of registered) {
          await ensureQueue(name);
          const batch = await boss.fetch<JsonObject>(name, { batchSize: 100, ignoreStartAfter: true });
          for (const one of batch) {
            await perform(name, job, one.data ?? {}, one.id).then(
              () => boss.complete(name, one.id),
              (error: Error) => boss.fail(name, one.id, { message: error.message }),
            );
            done += 1;
          }
        }
      }
      return done;
    },
    names: () => [...registered.keys()],
    start: async () => {
      await open();
      working = true;
      await Promise.all([...registered].map(([name, job]) => begin(name, job)));
      await holdingNothing(lookForDue);
    },
    stop: async () => {
      if (opened === null) return;
      await opened.catch(() => {});
      working = false;
      timers.clearTimeout(nextLook);
      await taking;
      await boss.stop({ graceful: true, timeout: FINISH_WITHIN_MS });
    },
    healthy: async () => {
      try {
        await open();
        return await boss.isInstalled();
      } catch {
        return false;
      }
    },
  };
}

/** Adds a job behind what is on its way; its id interests nobody. */
function withoutWaiting(db: Tx | Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      await later(db, CompiledQuery.raw(text, values));
      return { rows: [] };
    },
  };
}

/** Makes the queue's own tables, so that a copy of this database has them. */
export async function prepareJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false, timeout: 1_000 });
}
