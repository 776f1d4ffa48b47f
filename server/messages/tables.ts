import type { ColumnType, Generated } from "kysely";
import type { Channel, MessageChannel } from "../../domain/channels.ts";
import type { Language } from "../../engine/values/languages.ts";

/** The result of a text message, as reported by the phone network. */
export type NetworkOutcome = "delivered" | "not-delivered" | "expired";

/**
 * Messages to send. The payload is sealed, and deleted after delivery. A message of the channel `app` is in
 * the portal only, because its e-mail was declined. Its payload has no codes and is not deleted, because the
 * title needs it.
 */
export type OutboxTable = {
  id: Generated<string>;
  key: string;
  channel: MessageChannel;
  template: string;
  language: Language;
  payload: Buffer | null;
  /** Keyed hash of the recipient's address, by which customer service finds messages. */
  recipient_hash: ColumnType<Buffer | null, Buffer | undefined, null>;
  state: Generated<"waiting" | "sent" | "failed">;
  attempts: Generated<number>;
  /** End of the sender's claim; null if there is no claim. */
  claimed_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  sent_at: Date | null;
  failure: string | null;
  gateway_id: ColumnType<string | null, undefined, string | null>;
  /**
   * Time at which the report arrived that the phone network delivered the message; null without such a
   * report.
   */
  delivered_at: ColumnType<Date | null, undefined, Date | null>;
  network_failure: ColumnType<Exclude<NetworkOutcome, "delivered"> | null, undefined>;
};

/** Delivered messages in development, shown on a page. */
export type MailboxTable = {
  id: Generated<number>;
  outbox_id: string;
  at: Date;
  channel: Channel;
  recipient: string;
  language: Language;
  template: string;
  subject: string;
  body: string;
};

declare module "../db/database.ts" {
  interface Database {
    outbox: OutboxTable;
    mailbox: MailboxTable;
  }
}
