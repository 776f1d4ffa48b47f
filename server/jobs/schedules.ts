import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import "./tables.ts";

/**
 * A schedule whose job was not done within some minutes after it was due. `since`: the due time in ISO 8601.
 */
export type Overdue = { readonly job: string; readonly since: string };

/** The scheduled jobs that are due by business time, whether or not a portal was running at the due time. */
export type Schedules = {
  /**
   * Passes each job that became due since the last call to `give`, once, in the order of `crons`. If several
   * processes call this, only one takes each job. The transaction that takes the job also records this.
   */
  readonly take: (crons: Crons, give: (tx: Tx, job: string) => Promise<void>) => Promise<readonly string[]>;
  /** Records that the job did everything that was due at `at`. */
  readonly done: (job: string, at: Date) => Promise<void>;
  readonly overdue: (crons: Crons) => Promise<readonly Overdue[]>;
};

/** Cron expressions (Asia/Bangkok) by job. */
export type Crons = ReadonlyMap<string, string>;

const OVERDUE_AFTER_MS = 10 * 60_000;

/**
 * Creates the schedules, whose progress is stored in the database. `nextAfter` returns the next time that
 * matches a cron expression.
 */
export function createSchedules(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  nextAfter: (cron: string, from: Date) => Date,
): Schedules {
  const now = () => clock.now().toJSDate();
  return {
    take: async (crons, give) => {
      if (crons.size === 0) return [];
      const at = now();
      const sent = await beginNew(db, crons, at);
      const taken: string[] = [];
      for (const [job, cron] of crons) {
        const before = sent.get(job) as Date;
        if (nextAfter(cron, before) > at) continue;
        if (await takeOne(db, { job, before, at }, give)) taken.push(job);
      }
      return taken;
    },
    done: async (job, at) => {
      await db
        .updateTable("schedules")
        .set({ done_at: at })
        .where("job", "=", job)
        .where("done_at", "<", at)
        .execute();
    },
    overdue: async (crons) => {
      if (crons.size === 0) return [];
      const latest = now().getTime() - OVERDUE_AFTER_MS;
      return (await rowsOf(db, crons))
        .map(({ job, done_at }) => ({ job, since: nextAfter(crons.get(job) as string, done_at) }))
        .filter(({ since }) => since.getTime() <= latest)
        .map(({ job, since }) => ({ job, since: since.toISOString() }))
        .toSorted((a, b) => a.since.localeCompare(b.since) || a.job.localeCompare(b.job));
    },
  };
}

/**
 * Returns when each job was last sent. A new schedule begins now. A schedule whose times are in the future,
 * because the clock was moved back, also begins now.
 */
async function beginNew(db: Db, crons: Crons, at: Date): Promise<ReadonlyMap<string, Date>> {
  const known = new Map((await rowsOf(db, crons)).map((row) => [row.job, row]));
  for (const job of crons.keys()) {
    const row = known.get(job);
    if (row !== undefined && row.sent_at <= at && row.done_at <= at) continue;
    await db
      .insertInto("schedules")
      .values({ job, sent_at: at, done_at: at })
      .onConflict((conflict) =>
        conflict.column("job").doUpdateSet((e) => ({
          sent_at: e.fn<Date>("least", ["schedules.sent_at", "excluded.sent_at"]),
          done_at: e.fn<Date>("least", ["schedules.done_at", "excluded.done_at"]),
        })),
      )
      .execute();
  }
  return new Map([...crons.keys()].map((job) => [job, known.get(job)?.sent_at ?? at]));
}

async function rowsOf(db: Db, crons: Crons) {
  return await db
    .selectFrom("schedules")
    .selectAll()
    .where("job", "in", [...crons.keys()])
    .execute();
}

/** Takes a due job, unless another process has already taken it. Returns whether this process took it. */
async function takeOne(
  db: Db,
  { job, before, at }: { readonly job: string; readonly before: Date; readonly at: Date },
  give: (tx: Tx, job: string) => Promise<void>,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("schedules")
      .set({ sent_at: at })
      .where("job", "=", job)
      .where("sent_at", "=", before)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await give(tx, job);
    return true;
  });
}
