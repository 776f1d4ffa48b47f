import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Number of calls in the current time window, and the milliseconds until the window ends. */
export type Counted = { readonly current: number; readonly ttl: number };

/**
 * Counts a call under a name, over all server processes. A time window begins with the first call. Expired
 * windows are deleted. The database stores only a hash of the name, because the name can contain a network
 * address.
 */
export async function countCalls(
  db: Db,
  call: { readonly name: string; readonly windowMs: number; readonly now: Date },
): Promise<Counted> {
  const { name, windowMs, now } = call;
  const key = createHash("sha256").update(name).digest();
  const endsAt = new Date(now.getTime() + windowMs);
  const { rows } = await sql<{ calls: number; ends_at: Date }>`
    with gone as (
      delete from call_counts where key in (
        select key from call_counts where ends_at < ${new Date(now.getTime() - SPARED_MS)} and key <> ${key}
        limit 5 for update skip locked))
    insert into call_counts as c (key, calls, ends_at) values (${key}, 1, ${endsAt})
    on conflict (key) do update set
      calls = case when c.ends_at <= ${now} then 1 else c.calls + 1 end,
      ends_at = case when c.ends_at <= ${now} then excluded.ends_at else c.ends_at end
    returning calls, ends_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("countCalls: nothing was counted");
  return { current: row.calls, ttl: Math.max(0, row.ends_at.getTime() - now.getTime()) };
}

/**
 * Time in milliseconds for which an expired window is kept. The clocks of processes differ, so the window may
 * still be current for another process.
 */
const SPARED_MS = 60_000;
