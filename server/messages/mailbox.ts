import type { Db } from "../db/index.ts";
import type { MailboxMessage } from "./message.ts";
import "./tables.ts";

/** Returns the messages of the development mailbox, newest first, of one recipient or of all. */
export async function mailboxMessages(
  db: Db,
  filter: { readonly to?: string; readonly limit?: number } = {},
): Promise<readonly MailboxMessage[]> {
  let query = db
    .selectFrom("mailbox")
    .selectAll()
    .orderBy("id", "desc")
    .limit(filter.limit ?? 100);
  if (filter.to !== undefined) query = query.where("recipient", "=", filter.to);
  return (await query.execute()).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    channel: row.channel,
    to: row.recipient,
    language: row.language,
    template: row.template,
    subject: row.subject,
    body: row.body,
  }));
}
