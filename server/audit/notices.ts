import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { type AuditEntry, record } from "./record.ts";

/** Writes down what changed nothing and is worth knowing all the same: a refusal, a failed log-in, a look. */
export type Notices = (entry: AuditEntry) => Promise<void>;

/** So many lines an hour of each action, and of one person doing one thing to one subject one a minute. */
const MOST_PER_HOUR = 1_000;
const SAME_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Notices beside the changes: whoever provokes them on purpose fills no disk. What is left out is counted, and the count is a
 * line of its own with the next notice of a later hour. Bounds are each process's own.
 */
export function createNotices({
  db,
  clock,
  mostPerHour = MOST_PER_HOUR,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly mostPerHour?: number;
}): Notices {
  let minute = 0;
  const seen = new Set<string>();
  let hour = 0;
  const written = new Map<string, number>();
  let leftOut = 0;

  return async (entry) => {
    const now = clock.wall().getTime();
    if (now - minute >= SAME_MS) {
      minute = now;
      seen.clear();
    }
    if (now - hour >= HOUR_MS) {
      hour = now;
      written.clear();
    }
    const same = JSON.stringify([entry.actor, entry.action, entry.subject]);
    const count = written.get(entry.action) ?? 0;
    if (seen.has(same)) return;
    if (count >= mostPerHour) {
      leftOut += 1;
      return;
    }
    // Counted before it is written: a hundred at once are not all the first.
    seen.add(same);
    written.set(entry.action, count + 1);
    const before = count === 0 ? leftOut : 0;
    if (before > 0) leftOut = 0;
    await db.transaction().execute(async (tx) => {
      if (before > 0)
        await record(tx, clock, {
          actor: "system:audit",
          action: "audit.leaveOut",
          subject: "audit",
          detail: { count: before },
        });
      await record(tx, clock, entry);
    });
  };
}
