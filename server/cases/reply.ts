import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { dueOn } from "./due-on.ts";
import { writeEntry } from "./entries.ts";
import { type Found, findCase } from "./find-case.ts";
import { hashOfToken } from "./reply-token.ts";
import type { Room } from "./room.ts";
import { openText } from "./sealed.ts";
import "./tables.ts";

/** Upload purpose of files in a reply. */
const REPLY_PURPOSE = "case-document";

/** The text of a customer's reply, with the ids of uploaded files. */
export type Reply = { readonly text: string; readonly files: readonly string[] };

type Replied<Code extends string> = Result<
  { readonly state: "open" },
  { readonly code: Code | "file-purpose" }
>;

/**
 * Records the customer's reply. A reply to a question returns the case to the desk. A reply to an answer
 * reopens the case with its full number of days. Errors: `not-found`; `case-moved` if the case waits for no
 * reply and has no answer; `file-purpose` if an upload belongs to another person or has another purpose.
 */
export async function reply(
  room: Room,
  personId: string,
  id: string,
  given: Reply,
): Promise<Replied<"not-found" | "case-moved">> {
  return await room.db.transaction().execute(async (tx) => {
    const found = await findCase(room, tx, id, { lock: true });
    if (found === null || found.row.person_id !== personId) return fail({ code: "not-found" });
    if (found.row.state !== "asked" && found.row.state !== "answered") return fail({ code: "case-moved" });
    return await write(room, tx, found, { ...given, subject: `person:${personId}` });
  });
}

/**
 * Returns the question to which a visitor replies. The token comes from the link in the visitor's letter.
 * Returns `null` if the link is no longer valid.
 */
export async function questionOf(room: Room, token: string) {
  const found = await byToken(room, room.db, token);
  if (found === null) return null;
  const { row, key } = found;
  const entry = await room.db
    .selectFrom("case_entries")
    .select("sealed")
    .where("case_id", "=", row.id)
    .where("kind", "=", "asked")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    reference: row.reference,
    topicSays: { th: row.topic_th, en: row.topic_en },
    dueOn: row.due_on,
    question: openText(key, row.id, entry?.sealed ?? null) ?? "",
  };
}

/**
 * Records a visitor's reply to a question. A token allows one reply. Errors: `link-invalid`; `file-purpose`
 * if an upload belongs to another visitor or has another purpose.
 */
export async function replyByToken(
  room: Room,
  subject: string,
  token: string,
  given: Reply,
): Promise<Replied<"link-invalid">> {
  return await room.db.transaction().execute(async (tx) => {
    const found = await byToken(room, tx, token, { lock: true });
    return found === null
      ? fail({ code: "link-invalid" })
      : await write(room, tx, found, { ...given, subject });
  });
}

async function byToken(
  room: Room,
  db: Parameters<typeof findCase>[1],
  token: string,
  options: { readonly lock?: boolean } = {},
): Promise<Found | null> {
  const row = await db
    .selectFrom("cases")
    .select("id")
    .where("reply_hash", "=", hashOfToken(token))
    .executeTakeFirst();
  const found = row === undefined ? null : await findCase(room, db, row.id, options);
  return found?.row.reply_hash?.equals(hashOfToken(token)) === true ? found : null;
}

async function write(
  room: Room,
  tx: Tx,
  { row, key }: Found,
  { text, files: sent, subject }: Reply & { readonly subject: string },
): Promise<Replied<never>> {
  if (key === null) throw new Error(`cases.reply: case ${row.id} is of somebody who was erased`);
  const files = [...new Set(sent)];
  for (const file of files)
    if (!(await room.files.attach(tx, { id: file, subject, purpose: REPLY_PURPOSE })))
      return fail({ code: "file-purpose" });
  if (!subject.startsWith("person:"))
    await room.files.keep(tx, files, { from: subject, to: `case:${row.id}` });
  const isAnew = row.state === "answered";
  const { days, counting } = row;
  const anew = {
    outcome: null,
    proposed_by: null,
    answered_by: null,
    answered_at: null,
    told_on: null,
    due_on: await dueOn(room, tx, { from: room.clock.today(), days, counting }),
  };
  await tx
    .updateTable("cases")
    .set({ state: "open", reply_hash: null, ...(isAnew ? anew : {}) })
    .where("id", "=", row.id)
    .execute();
  // The ticks are removed, because colleagues must check all items again before the next answer.
  if (isAnew) await tx.deleteFrom("case_ticks").where("case_id", "=", row.id).execute();
  const at = room.clock.now().toJSDate();
  const kind = isAnew ? "reopened" : "replied";
  const entry = await writeEntry(tx, { id: row.id, key }, { kind, by: null, at, text, shown: true });
  if (files.length > 0)
    await tx
      .insertInto("case_files")
      .values(files.map((file) => ({ case_id: row.id, file_id: file, entry })))
      .execute();
  await record(tx, room.clock, {
    actor: subject,
    action: isAnew ? "cases.reopen" : "cases.reply",
    subject: `case:${row.id}`,
    from: row.state,
    to: "open",
    detail: { files: files.length },
  });
  return ok({ state: "open" });
}
