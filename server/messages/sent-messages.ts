import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import { HELD } from "./deliver-message.ts";
import type { SentMessage } from "./message.ts";
import type { MessagesRoom } from "./room.ts";
import { openPayload } from "./seal-payload.ts";
import "./tables.ts";

/**
 * Returns the newest messages to an address. Messages from before the hash of the recipient was stored are
 * not found.
 */
export async function sentTo(
  room: MessagesRoom,
  address: string,
  limit: number,
): Promise<readonly SentMessage[]> {
  const rows = await room.db
    .selectFrom("outbox")
    .select(["id", "key", "channel", "template", "language", "state", "failure", "created_at", "sent_at"])
    .select((eb) => eb.case().when("channel", "=", "app").then(eb.ref("payload")).end().as("kept"))
    .select(["delivered_at", "network_failure"])
    .where("recipient_hash", "=", room.recipientHash(address))
    // Customer service must not see held messages. Otherwise a person could learn from them of the watch-list
    // hit.
    .where("failure", "is distinct from", HELD)
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ created_at, sent_at, kept, delivered_at, network_failure, ...row }) => {
    const values = kept === null ? {} : textsIn(openPayload(room.key, row.id, kept).data);
    const titleIn = (language: Language, known: Readonly<Record<string, string>>) =>
      room.titleOf(row.template, language, { ...values, ...known });
    return {
      ...row,
      title: (known = {}) => ({ th: titleIn("th", known), en: titleIn("en", known) }),
      createdAt: created_at,
      sentAt: sent_at,
      network: delivered_at === null ? network_failure : "delivered",
    };
  });
}

function textsIn(data: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).filter((one): one is [string, string] => typeof one[1] === "string"),
  );
}

/**
 * Tries once more, without delay, to send a waiting message to this address. Returns `gone` if it was
 * delivered or has finally failed.
 */
export async function tryAgain(
  room: MessagesRoom,
  tx: Tx,
  { id, address }: { readonly id: string; readonly address: string },
): Promise<"again" | "gone"> {
  const row = await tx
    .selectFrom("outbox")
    .select("id")
    .where("id", "=", id)
    .where("recipient_hash", "=", room.recipientHash(address))
    .where("state", "=", "waiting")
    .executeTakeFirst();
  if (row === undefined) return "gone";
  await room.queue(tx, id);
  return "again";
}

/**
 * Deletes the hash of the recipient from all messages to an address. After that, nobody can find the letters
 * of an erased person by the address.
 */
export async function forgetRecipient(room: MessagesRoom, tx: Tx, address: string): Promise<void> {
  await tx
    .updateTable("outbox")
    .set((eb) => ({
      recipient_hash: null,
      payload: eb.case().when("channel", "=", "app").then(null).else(eb.ref("payload")).end(),
    }))
    .where("recipient_hash", "=", room.recipientHash(address))
    .execute();
}
