import { CompiledQuery } from "kysely";
import { type Clock as BossClock, type JobResult, PgBoss, systemClock } from "pg-boss";
import type { JsonObject } from "../../engine/values/json.ts";
import { type Clock, ZONE } from "../clock/index.ts";
import { type Db, later, namingClient, type Tx } from "../db/index.ts";
import { holdingNothing } from "../holding.ts";
import { createSchedules, type Overdue } from "./schedules.ts";

/** Id and name of a job. */
export type JobInfo = { readonly id: string; readonly name: string };

/** Executes a job. Throwing means "retry later". It can run twice, so it must ask the database what remains to do. */
export type JobHandler<Data extends JsonObject = JsonObject> = (data: Data, job: JobInfo) => Promise<unknown>;

export type SendOptions = {
  /** While a job with this key waits, no other is added. */
  readonly key?: string;
  /** Earliest start, in machine time. For business time the handler asks the clock. */
  readonly after?: Date;
};

export type WorkOptions = {
  /** Retries after the first try, with increasing pauses; default 10. */
  readonly retries?: number;
  /** Seconds before the first retry; default 1. */
  readonly retryDelay?: number;
  /** Maximum duration in seconds; default 120. A killed worker is detected sooner, by its missing heartbeat. */
  readonly mostSeconds?: number;
  /** Parallel jobs in this process; default 1. */
  readonly concurrency?: number;
  /**
   * Independent fetchers, so that a slow job does not delay the next ones; default 1. Every job wakes each of them, so
   * more lanes cost more.
   */
  readonly lanes?: number;
};

/** Background work. */
export type Jobs = {
  /** Adds a job in the given transaction. It exists only if the transaction commits. */
  readonly send: (tx: Tx | Db, name: string, data: JsonObject, options?: SendOptions) => Promise<void>;
  /** Registers the handler of a job. Work begins with `start`. */
  readonly work: <Data extends JsonObject>(
    name: string,
    handler: JobHandler<Data>,
    options?: WorkOptions,
  ) => void;
  /**
   * Schedules a job by business time (cron, Asia/Bangkok). Runs missed while no portal ran are executed once at the
   * next start. The handler asks the clock what is due.
   */
  readonly schedule: (name: string, cron: string) => void;
  /** Runs a job immediately, without the queue, and returns the handler's result. */
  readonly runNow: (name: string, data?: JsonObject) => Promise<unknown>;
  /** Runs every due scheduled job immediately, in the sequence of registration. For moves of the development clock. */
  readonly tick: () => Promise<void>;
  /** Returns schedules whose job is not done ten minutes after it was due, longest overdue first. */
  readonly overdue: () => Promise<readonly Overdue[]>;
  /** Runs all waiting jobs, including retries, until none is left, and returns their number. For tests. */
  readonly drain: () => Promise<number>;
  readonly names: () => readonly string[];
  /** Starts to process the queue. */
  readonly start: () => Promise<void>;
  /** Waits for running jobs and closes the database connections. */
  readonly stop: () => Promise<void>;
  /** Returns whether the queue can be reached. */
  readonly healthy: () => Promise<boolean>;
};

type Registered = { readonly handler: JobHandler; readonly options: WorkOptions; cron: string | null };

/** Jobs that a fetcher takes at once and runs one after the other. */
const BATCH = 5;
/** Jobs that run longer at shutdown are left for the next process. */
const FINISH_WITHIN_MS = 1_500;
const LOOK_FOR_DUE_EVERY_MS = 15_000;

/** Opens the job queue of a database. It sends immediately, but works only after `start`. */
export async function openJobs(options: {
  readonly url: string;
  /** Called with errors, never with a job's data. */
  readonly onError?: (error: Error, name: string | null) => void;
  /**
   * Timers of the queue; default the machine's. A test can suppress them to show that a notification wakes a worker.
   */
  readonly timers?: BossClock;
  /** Storage and clock of the schedules. Without it nothing is scheduled. */
  readonly scheduled?: { readonly db: Db; readonly clock: Clock };
}): Promise<Jobs> {
  // Passed on to its pool; missing in its types.
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
    // It only knows the database's time. Schedules use business time.
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
  // Serialised, so that a look that began before a move of the clock does not take what the move made due.
  const take = (give: (tx: Tx, name: string) => Promise<void>): Promise<readonly string[]> => {
    const taken = taking.then(async () => (await schedules?.take(crons(), give)) ?? []);
    taking = taken.catch(() => {});
    return taken;
  };
  let nextLook: unknown = null;
  let opened: Promise<unknown> | null = null;
  // Opened on first use, so that tests without jobs pay nothing.
  const open = () => {
    // The caller may be in a transaction; the queue's own timers and their work are not.
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
        // A killed worker is detected by its missing heartbeat, and its jobs go to another.
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
        // Each job of a batch succeeds or fails alone. After a full batch the next is fetched at once.
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
          // A shared list: each worker takes the next job.
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

  /** Sends due jobs, and schedules the next look. */
  const lookForDue = async (): Promise<void> => {
    await take((tx, name) => send(tx, name, {})).catch((error) => onError(error, null));
    if (working) nextLook = timers.setTimeout(lookForDue, LOOK_FOR_DUE_EVERY_MS);
  };

  /** Runs a job, and records it for its schedule. */
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
      // Only the message of an error reaches pg-boss, because logs and pages can show it. It contains no data.
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

/** Adds a job without waiting for the statement. Its id is not needed. */
function withoutWaiting(db: Tx | Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      await later(db, CompiledQuery.raw(text, values));
      return { rows: [] };
    },
  };
}

/** Creates the queue's tables, so that copies of this database contain them. */
export async function prepareJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false, timeout: 1_000 });
}
