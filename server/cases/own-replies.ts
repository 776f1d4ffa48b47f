import { sql } from "kysely";
import type { Words } from "../../engine/values/languages.ts";
import { namePlace } from "../files/index.ts";
import type { Room } from "./room.ts";
import { keyOf, openText } from "./sealed.ts";
import "./tables.ts";

/** A text that a person wrote in one of their cases after opening it. */
export type OwnReply = {
  readonly topic: Words;
  readonly reference: string;
  readonly at: Date;
  readonly text: string;
  /** Names of the documents that were sent with the text. */
  readonly files: readonly string[];
};

const MOST = 500;

/**
 * Returns the texts that a person wrote in their cases: replies to the desks and reasons for reopening a
 * case. The newest comes first.
 */
export async function ownReplies(room: Room, personId: string): Promise<readonly OwnReply[]> {
  const rows = await room.db
    .selectFrom("case_entries as e")
    .innerJoin("cases as c", "c.id", "e.case_id")
    .select(["c.id", "c.person_id", "c.locked_key", "c.topic_th", "c.topic_en", "c.reference"])
    .select(["e.seq", "e.at", "e.sealed"])
    .select(sql<Buffer | null>`owner_key('person:' || c.person_id)`.as("owner_key"))
    .where("c.person_id", "=", personId)
    .where("e.kind", "in", ["replied", "reopened"])
    .orderBy("e.seq", "desc")
    .limit(MOST)
    .execute();
  const files =
    rows.length === 0
      ? []
      : await room.db
          .selectFrom("case_files as c")
          .innerJoin("files as f", "f.id", "c.file_id")
          .select(["c.entry", "f.id", "f.name"])
          .where(
            "c.entry",
            "in",
            rows.map(({ seq }) => seq),
          )
          .execute();
  const names = await room.vault.openWords(
    room.db,
    files.map(({ id, name }) => ({ place: namePlace(id), sealed: name })),
  );
  return rows.flatMap((row) => {
    const text = openText(keyOf(room, row, row.owner_key), row.id, row.sealed);
    if (text === null) return [];
    return [
      {
        topic: { th: row.topic_th, en: row.topic_en },
        ...{ reference: row.reference, at: row.at, text },
        files: files.flatMap(({ entry }, index) => (entry === row.seq ? [names[index] ?? ""] : [])),
      },
    ];
  });
}
