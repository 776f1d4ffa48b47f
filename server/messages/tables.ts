import type { ColumnType, Generated } from "kysely";
import type { Language } from "../../engine/values/languages.ts";

/** What the phone network did with a text message, as the gateway reported it. */
export type NetworkOutcome = "delivered" | "not-delivered" | "expired";

/**
 * Messages to send. The payload is sealed, and deleted after delivery. A message of the channel `app` is in the portal
 * only: its e-mail was declined. It keeps its payload, which has no codes, for its title.
 */
export type OutboxTable = {
  id: Generated<string>;
  key: string;
  channel: "email" | "sms" | "app";
  template: string;
  language: Language;
  payload: Buffer | null;
  /** Keyed hash of the address, by which customer service finds messages. */
  recipient_hash: ColumnType<Buffer | null, Buffer | undefined, null>;
  state: Generated<"waiting" | "sent" | "failed">;
  attempts: Generated<number>;
  /** End of the sender's claim; null if none. */
  claimed_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  sent_at: Date | null;
  failure: string | null;
  gateway_id: ColumnType<string | null, undefined, string | null>;
  /** When the report arrived that the phone network delivered it; null without one. */
  delivered_at: ColumnType<Date | null, undefined, Date | null>;
  network_failure: ColumnType<Exclude<NetworkOutcome, "delivered"> | null, undefined>;
};

/** Delivered messages in development, shown on a page. */
export type MailboxTable = {
  id: Generated<number>;
  outbox_id: string;
  at: Date;
  channel: "email" | "sms";
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
