import type { MessagesRoom } from "./room.ts";
import "./tables.ts";

/**
 * Time in milliseconds within which the job of a message makes all its tries. After that, the message gets a
 * new job.
 */
const OWN_TRIES_MS = 20 * 60_000;
/**
 * Time in milliseconds after which a letter that could not be sent is outdated. It then counts as failed, and
 * its address and codes are deleted.
 */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60_000;

/**
 * Queues new jobs for waiting messages, and returns their number. If the mail server was down for long, the
 * jobs of these messages have made all their tries, so that no job sends them any more.
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
