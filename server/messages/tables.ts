import type { ColumnType, Generated } from "kysely";
import type { Channel, MessageChannel } from "../../domain/channels.ts";
import type { Language } from "../../engine/values/languages.ts";

/** The result of a text message, as reported by the phone network. */
export type NetworkOutcome = "delivered" | "not-delivered" | "expired";

/**
 * The messages to send. Their content (`payload`) is sealed, and deleted after delivery. A message of the
 * channel `app` is shown only in the portal, because its recipient declined e-mail. Its content has no codes,
 * and is kept because the title needs it.
 */
export type OutboxTable = {
  id: Generated<string>;
  key: string;
  channel: MessageChannel;
  template: string;
  language: Language;
  payload: Buffer | null;
  /** Hash of the recipient's address, made with a key. Customer service finds messages by it. */
  recipient_hash: ColumnType<Buffer | null, Buffer | undefined, null>;
  state: Generated<"waiting" | "sent" | "failed">;
  attempts: Generated<number>;
  /** Time until which a sender has claimed the message. It is null if no sender has. */
  claimed_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  sent_at: Date | null;
  failure: string | null;
  gateway_id: ColumnType<string | null, undefined, string | null>;
  /**
   * Time at which the portal got the report that the phone network had delivered the message. It is null if
   * there is no such report.
   */
  delivered_at: ColumnType<Date | null, undefined, Date | null>;
  network_failure: ColumnType<Exclude<NetworkOutcome, "delivered"> | null, undefined>;
};

/** Messages that were delivered in development. A page shows them. */
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
