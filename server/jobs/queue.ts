import { CompiledQuery } from "kysely";
import { type Clock as BossClock, type JobResult, PgBoss } from "pg-boss";
import type { JsonObject } from "../../engine/values/json.ts";
import { ZONE } from "../clock/index.ts";
import { type Db, later, namingClient, type Tx } from "../db/index.ts";
import { holdingNothing } from "../holding.ts";
import type { Send, WorkOptions } from "./job.ts";

type Perform = (data: JsonObject, id: string) => Promise<unknown>;

/** The queue of jobs that wait in the database, by name. */
export type Queue = {
  /** Connects to the database on the first call. */
  readonly open: () => Promise<unknown>;
  readonly send: Send;
  /** Fetches jobs with a name and performs them, until the queue stops. */
  readonly work: (name: string, options: WorkOptions, perform: Perform) => Promise<void>;
  /**
   * Performs all waiting jobs with these names, including retries, until none is left, and returns their
   * number.
   */
  readonly drain: (
    names: () => Iterable<string>,
    perform: (name: string, data: JsonObject, id: string) => Promise<unknown>,
  ) => Promise<number>;
  /** Returns the next time that matches a cron expression. */
  readonly nextAfter: (cron: string, from: Date) => Date;
  /** Waits for `before` and for running jobs, and disconnects. Does nothing if the queue was never opened. */
  readonly stop: (before: () => Promise<void>) => Promise<void>;
  readonly healthy: () => Promise<boolean>;
};

/** Number of jobs that a fetcher takes at once and runs one after the other. */
const BATCH = 5;
/**
 * Time in milliseconds that running jobs have at shutdown. A job that takes longer is left to the next
 * process.
 */
const FINISH_WITHIN_MS = 1_500;

/** Creates the queue. It connects on first use, so that tests without jobs need no connection. */
export function openQueue(
  of: {
    readonly url: string;
    readonly timers: BossClock;
    readonly onError: (error: Error, name: null) => void;
  },
  optionsOf: (name: string) => WorkOptions,
): Queue {
  const boss = bossOf(of);
  let opened: Promise<unknown> | null = null;
  const open = () => {
    // The caller may be inside a transaction. The timers that start here, and their work, must not use that
    // transaction.
    opened ??= holdingNothing(() => boss.start());
    return opened;
  };
  const ensure = ensuredQueues(async (name) => {
    await open();
    await boss.createQueue(name, settingsOf(optionsOf(name)));
  });
  return {
    open,
    send: async (tx, name, data, { key, after } = {}) => {
      await ensure(name);
      await boss.send(name, data, {
        db: withoutWaiting(tx),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(after === undefined ? {} : { startAfter: after }),
      });
    },
    work: async (name, options, perform) => {
      await ensure(name);
      await workAt(boss, name, options, perform);
    },
    drain: (names, perform) =>
      untilNoneIsDone(async () => {
        let done = 0;
        for (const name of names()) {
          await ensure(name);
          done += await performWaiting(boss, name, (data, id) => perform(name, data, id));
        }
        return done;
      }),
    nextAfter: (cron, from) => {
      const [next] = boss.previewSchedule(cron, { count: 1, tz: ZONE, from });
      return next as Date;
    },
    stop: async (before) => {
      if (opened === null) return;
      await opened.catch(() => {});
      await before();
      await boss.stop({ graceful: true, timeout: FINISH_WITHIN_MS });
    },
    healthy: () => isReached(boss, open),
  };
}

function bossOf({ url, timers, onError }: Parameters<typeof openQueue>[0]): PgBoss {
  // pg-boss passes this option to its connection pool, but its types lack it.
  const pool = { Client: namingClient() };
  const boss = new PgBoss({
    ...pool,
    clock: timers,
    connectionString: url,
    max: 4,
    useListenNotify: true,
    application_name: "saphan-jobs",
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // pg-boss schedules by the database's time, but the portal's schedules use business time.
    schedule: false,
  });
  boss.on("error", (error) => onError(error as Error, null));
  return boss;
}

/** Returns a function that creates each queue once. If the creation fails, the next call tries again. */
function ensuredQueues(create: (name: string) => Promise<void>): (name: string) => Promise<void> {
  const queues = new Map<string, Promise<void>>();
  return (name) => {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const made = create(name);
    made.catch(() => queues.delete(name));
    queues.set(name, made);
    return made;
  };
}

function settingsOf({ retries, retryDelay, mostSeconds }: WorkOptions) {
  return {
    retryLimit: retries ?? 10,
    retryDelay: retryDelay ?? 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: mostSeconds ?? 120,
    // A missing heartbeat shows that a worker was killed, and its jobs are given to another worker.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 86_400,
    notify: true,
  };
}

async function workAt(
  boss: PgBoss,
  name: string,
  { concurrency = 1, lanes = 1 }: WorkOptions,
  perform: Perform,
): Promise<void> {
  const together = Math.ceil(concurrency / lanes);
  await boss.work<JsonObject>(
    name,
    {
      batchSize: BATCH * together,
      // Each job of a batch succeeds or fails on its own. After a full batch, the next is fetched at once.
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
        // All workers share this iterator, so each takes the next job.
        for (const one of waiting)
          results.push(
            await perform(one.data ?? {}, one.id).then(
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
}

/** Runs up to a hundred waiting jobs with a name, and returns their number. */
async function performWaiting(boss: PgBoss, name: string, perform: Perform): Promise<number> {
  const batch = await boss.fetch<JsonObject>(name, { batchSize: 100, ignoreStartAfter: true });
  for (const one of batch)
    await perform(one.data ?? {}, one.id).then(
      () => boss.complete(name, one.id),
      (error: Error) => boss.fail(name, one.id, { message: error.message }),
    );
  return batch.length;
}

/** Repeats a round of work until a round does nothing. Returns the total number of jobs done. */
async function untilNoneIsDone(round: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let done = await round(); done > 0; done = await round()) total += done;
  return total;
}

async function isReached(boss: PgBoss, open: () => Promise<unknown>): Promise<boolean> {
  try {
    await open();
    return await boss.isInstalled();
  } catch {
    return false;
  }
}

/**
 * Returns a database connection that sends the statement for a new job without waiting for its result,
 * because the job's id is not needed.
 */
function withoutWaiting(db: Tx | Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      await later(db, CompiledQuery.raw(text, values));
      return { rows: [] };
    },
  };
}
