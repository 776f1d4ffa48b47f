import type { MessagesRoom } from "./room.ts";
import "./tables.ts";

/**
 * Time in milliseconds after which the retries of a message's own job are exhausted. Then the sweep schedules
 * the message again.
 */
const OWN_TRIES_MS = 20 * 60_000;
/**
 * Time in milliseconds after which an unsent letter is outdated. It fails, and its address and codes are
 * deleted.
 */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60_000;

/**
 * Schedules waiting messages again, and returns their number. After a longer outage of the mail server all
 * retries of the jobs are exhausted, so only the outbox still has the waiting messages.
 */
export async function sweepOutbox(room: MessagesRoom): Promise<number> {
  const now = room.clock.wall().getTime();
  await room.db
    .updateTable("outbox")
    .set({ state: "failed", payload: null, claimed_until: null })
    .where("state", "=", "waiting")
    .where("created_at", "<", new Date(now - GIVEN_UP_AFTER_MS))
    .execute();
  const waiting = await room.db
    .selectFrom("outbox")
    .select("id")
    .where("state", "=", "waiting")
    .where("created_at", "<", new Date(now - OWN_TRIES_MS))
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", new Date(now))]))
    .orderBy("created_at")
    .limit(500)
    .execute();
  for (const { id } of waiting) await room.queue(room.db, id);
  return waiting.length;
}
