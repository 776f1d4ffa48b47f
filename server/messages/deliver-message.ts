import type { Selectable } from "kysely";
import { record } from "../audit/index.ts";
import { isHeld } from "./letters.ts";
import type { MessagesRoom } from "./room.ts";
import { openPayload } from "./seal-payload.ts";
import type { OutboxTable } from "./tables.ts";

/**
 * Failure code of a letter that is held, because its recipient is on a watch list. Such a letter is never
 * sent.
 */
export const HELD = "held";

/**
 * Time in milliseconds that is added to the time limit of sending. Only after both may another sender claim
 * the message.
 */
const MARGIN_MS = 5_000;

type Claimed = Selectable<OutboxTable>;

/**
 * Sends a waiting message. No database connection is held meanwhile, so that a mail server without an answer
 * delays only mail. Throws if the message was not delivered and must be tried again.
 */
export async function deliverMessage(room: MessagesRoom, id: string): Promise<void> {
  const row = await claim(room, id);
  if (row === null || row.payload === null || row.channel === "app") return;
  let gateway_id: string | null;
  try {
    const { to, data, mock } = openPayload(room.key, row.id, row.payload);
    // The watch list is checked directly before sending, so that hits confirmed since the message was written
    // count too.
    const person = isHeld(row.template) ? await room.listed(room.db, to) : null;
    if (person !== null) return await hold(room, row, person);
    const text = room.render(row.template, row.language, data);
    const { channel, language, template } = row;
    gateway_id = await (mock === true ? room.mailbox : room.transport).deliver({
      ...text,
      outboxId: row.id,
      channel,
      to,
      language,
      template,
    });
  } catch (error) {
    await settle(room, id, { failure: codeOf(error) });
    throw new Error(`messages: delivery failed (${codeOf(error)})`);
  }
  await settle(room, id, { state: "sent", payload: null, sent_at: room.clock.wall(), gateway_id });
}

/** Returns the longest time, in milliseconds, for which a sender is busy with one message. */
export function mostDeliveryMs({ transport }: Pick<MessagesRoom, "transport">): number {
  return transport.mostMs + MARGIN_MS;
}

/**
 * Claims a message for as long as sending can take, so that no other sender sends it too. Returns `null` if
 * there is nothing to send.
 */
async function claim(room: MessagesRoom, id: string): Promise<Claimed | null> {
  const now = room.clock.wall();
  const row = await room.db
    .updateTable("outbox")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      claimed_until: new Date(now.getTime() + mostDeliveryMs(room)),
    }))
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return row;
  const other = await room.db
    .selectFrom("outbox")
    .select("id")
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  // Another sender has claimed the message, but may have died. So the job tries again until the message is
  // sent or the claim has expired.
  if (other !== undefined) throw new Error("messages: somebody else sends it");
  return null;
}

/** Discards a letter for good. An audit line records that it was held because of a watch-list hit. */
async function hold({ db, clock }: MessagesRoom, row: Claimed, person: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable("outbox")
      .set({ state: "failed", failure: HELD, payload: null, claimed_until: null })
      .where("id", "=", row.id)
      .execute();
    await record(tx, clock, {
      actor: "system:messages.deliver",
      action: "messages.hold",
      subject: `person:${person}`,
      detail: { template: row.template },
    });
  });
}

async function settle(
  { db }: MessagesRoom,
  id: string,
  how:
    | {
        readonly state: "sent";
        readonly payload: null;
        readonly sent_at: Date;
        readonly gateway_id: string | null;
      }
    | { readonly failure: string },
): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ failure: null, ...how, claimed_until: null })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

// The error message of a mail server contains the recipient's address, so only the error code is stored.
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string" && /^[A-Z0-9_]{2,20}$/.test(code)) return code;
  const message = (error as Error).message;
  return message.startsWith("messages: ") ? message.slice(10, 120) : "failed";
}
