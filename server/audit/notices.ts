import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { type AuditEntry, record } from "./record.ts";

/** Records events without a state change: refusals, failed log-ins, look-ups. */
export type Notices = (entry: AuditEntry) => Promise<void>;

/**
 * Limits of notices: lines per action and hour, and one line per minute for the same person, action and
 * subject.
 */
const MOST_PER_HOUR = 1_000;
const SAME_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Creates the recorder of notices. Its limits prevent an attacker from filling the disk with provoked events.
 * Omitted lines are counted, and the count is recorded with the next notice of a later hour. Each process has
 * its own limits.
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
    // The notice is marked as seen before it is written, so that only one of several parallel equal notices
    // is written.
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
