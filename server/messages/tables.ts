import type { ColumnType, Generated } from "kysely";
import type { Language } from "../../engine/values/languages.ts";

/** Messages on their way; the payload is sealed and goes once it is delivered. */
export type OutboxTable = {
  id: Generated<string>;
  key: string;
  channel: "email" | "sms";
  template: string;
  language: Language;
  payload: Buffer | null;
  /** Keyed hash of the address, by which customer service finds what was sent to it. */
  recipient_hash: ColumnType<Buffer | null, Buffer | undefined, never>;
  state: Generated<"waiting" | "sent" | "failed">;
  attempts: Generated<number>;
  /** Until when it is somebody's to send; null where nobody sends it. */
  claimed_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  sent_at: Date | null;
  failure: string | null;
};

/** Delivered messages in development, where a page shows them. */
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
