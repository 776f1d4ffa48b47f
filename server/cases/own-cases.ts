import { sql } from "kysely";
import { namePlace } from "../files/index.ts";
import type { TypeOf } from "../http/index.ts";
import type { OwnCases } from "./answers.ts";
import type { Room } from "./room.ts";
import { keyOf, openSaid, openText } from "./sealed.ts";
import "./tables.ts";

const SHOWN = 50;

/**
 * Returns a person's own cases, newest first, with the sent data, all questions, texts and answers. Also
 * returns the requests about the person's account that someone sent without logging in. Of these, the person
 * sees only the letters to the account's address.
 */
export async function ownCases(room: Room, personId: string): Promise<TypeOf<typeof OwnCases>> {
  const rows = await room.db
    .selectFrom("cases as c")
    .selectAll("c")
    .select(sql<Buffer | null>`owner_key('person:' || c.person_id)`.as("owner_key"))
    .where((where) => where.or([where("c.person_id", "=", personId), where("c.about", "=", personId)]))
    .orderBy("c.opened_at", "desc")
    .limit(SHOWN)
    .execute();
  const history = await ownHistory(
    room,
    rows.map(({ id }) => id),
  );
  const further = await room.records.of(
    room.db,
    rows.map(({ record }) => record),
  );
  const given = await Promise.all(
    rows.map((row) => {
      if (row.about !== null) return [];
      const said = openSaid(keyOf(room, row, row.owner_key), row).given;
      return room.draw(row.version, [...said, ...(further.get(row.record)?.answers ?? [])]);
    }),
  );
  return {
    cases: rows.map((row, at) => ({
      id: row.id,
      reference: row.reference,
      topicSays: { th: row.topic_th, en: row.topic_en },
      byOthers: row.about !== null,
      objectedAt: row.objected_at?.toISOString() ?? null,
      // The review of an answer by a second colleague is internal, so the owner sees the case as open.
      state: row.state === "proposed" ? "open" : row.state,
      openedAt: row.opened_at.toISOString(),
      dueOn: row.due_on,
      outcome: row.state === "proposed" ? null : row.outcome,
      given: [...(given[at] ?? [])],
      entries: history.entriesOf(row, keyOf(room, row, row.owner_key)),
    })),
  };
}

/** Loads the timeline entries that owners can read, with their files. */
async function ownHistory(room: Room, ids: readonly string[]) {
  const entries =
    ids.length === 0
      ? []
      : await room.db
          .selectFrom("case_entries")
          .selectAll()
          .where("case_id", "in", [...ids])
          .where("shown", "=", true)
          .orderBy("seq")
          .execute();
  const files =
    ids.length === 0
      ? []
      : await room.db
          .selectFrom("case_files as c")
          .innerJoin("files as f", "f.id", "c.file_id")
          .select(["c.entry", "f.id", "f.name"])
          .where("c.case_id", "in", [...ids])
          .where("c.entry", "is not", null)
          .execute();
  const names = await room.vault.openWords(
    room.db,
    files.map(({ id, name }) => ({ place: namePlace(id), sealed: name })),
  );
  const nameOf = new Map(files.map(({ id }, index) => [id, names[index] ?? ""]));
  return {
    entriesOf: (row: { readonly id: string; readonly about: string | null }, key: Buffer | null) =>
      entries
        .filter((entry) => entry.case_id === row.id && (row.about === null || entry.kind !== "replied"))
        .map((entry) => ({
          at: entry.at.toISOString(),
          kind: entry.kind as "opened",
          text: openText(key, row.id, entry.sealed),
          files: files.flatMap(({ entry: seq, id }) =>
            seq === entry.seq ? [{ id, name: nameOf.get(id) ?? "" }] : [],
          ),
        })),
  };
}

/** Returns how many of a person's cases wait for a reply by this person. */
export async function waitingForMe(room: Room, personId: string): Promise<number> {
  const rows = await room.db
    .selectFrom("cases")
    .select("id")
    .where("person_id", "=", personId)
    .where("state", "=", "asked")
    .execute();
  return rows.length;
}
