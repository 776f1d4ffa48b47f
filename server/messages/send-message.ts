import { randomUUID } from "node:crypto";
import { isErasedAddress } from "../../domain/erased-address.ts";
import type { Tx } from "../db/index.ts";
import { optionalKindOf } from "./letters.ts";
import type { Message } from "./message.ts";
import type { MessagesRoom } from "./room.ts";
import { sealPayload } from "./seal-payload.ts";
import "./tables.ts";

/**
 * Stores a message in the given transaction. It is sent after the commit. A letter whose kind the recipient
 * declined is only shown in the portal.
 */
export async function sendMessage(room: MessagesRoom, tx: Tx, message: Message): Promise<void> {
  const { mock = false } = message;
  if (isErasedAddress(message.to)) return;
  if (mock && room.config.env === "runtime")
    throw new Error(`messages.send: ${message.template} is a mock, and runtime has no mailbox to show it in`);
  const id = randomUUID();
  const kind = optionalKindOf(message.template);
  const declined = kind !== null && (await room.declines(tx, { address: message.to, kind }));
  const now = room.clock.wall();
  const written = await tx
    .insertInto("outbox")
    .values({
      id,
      key: message.key,
      channel: declined ? "app" : (message.channel ?? "email"),
      ...(declined ? { state: "sent" as const } : {}),
      template: message.template,
      language: message.language,
      payload: sealPayload(room.key, id, { to: message.to, data: message.data, ...(mock ? { mock } : {}) }),
      recipient_hash: room.recipientHash(message.to),
      created_at: now,
      sent_at: declined ? now : null,
      failure: null,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (written !== undefined && !declined) await room.queue(tx, id);
}
