import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import { personOf, type Room } from "./room.ts";
import { namePlace, type StoredFile } from "./stored-file.ts";
import "./tables.ts";

const NO_FILE = "00000000-0000-0000-0000-000000000000";

/** Returns the registered data of a file; `null` if the file is unknown. */
export async function findFile({ db, vault }: Room, id: string): Promise<StoredFile | null> {
  if (!isId(id)) return null;
  const row = await db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return null;
  const { subject, purpose, type, bytes, width, height, scanned } = row;
  const [name] = await vault().openWords(db, [{ place: namePlace(id), sealed: row.name }]);
  return { id, subject, purpose, type, size: bytes, width, height, name: name ?? "file", scanned };
}

/** Loads the fact `document` of a file for a subject; `null` if there is no such file. */
export async function documentFact(
  on: Db | Tx,
  id: string,
  subject: string,
): Promise<{ readonly owned: boolean; readonly type: string; readonly clean: boolean } | null> {
  if (!isId(id)) return null;
  const row = await on
    .selectFrom("files")
    .select(["subject", "type", "scanned"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  // For another person's file, the only answer is that it does not belong to the subject.
  if (row.subject !== subject) return { owned: false, type: "unknown", clean: false };
  return { owned: true, type: row.type, clean: row.scanned === "clean" };
}

/** Attaches a file of a subject to an answer. Returns whether the answer can use the file. */
export async function attachFile(
  { clock }: Room,
  on: Db | Tx,
  {
    id,
    subject,
    purpose,
  }: { readonly id: string; readonly subject: string; readonly purpose: string | null },
): Promise<boolean> {
  if (!isId(id)) return false;
  const taken = await on
    .updateTable("files")
    .set({ attached_at: sql`coalesce(attached_at, ${clock.wall()})` })
    .where("id", "=", id)
    .where("subject", "=", subject)
    .where("scanned", "<>", "infected")
    .$if(purpose !== null, (query) => query.where("purpose", "=", purpose as string))
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Transfers a visitor's files to the account that the visitor created. Throws if the files belong to anyone
 * but a visitor.
 */
export async function claimFiles({ vault }: Room, tx: Tx, from: string, to: string): Promise<void> {
  if (!from.startsWith("visitor:"))
    throw new Error(`files.claim: only a visitor's files go to another, not those of ${from}`);
  const theirs = await tx
    .updateTable("files")
    .set({ subject: to })
    .where("subject", "=", from)
    .returning(["id", "name"])
    .execute();
  const person = personOf(to);
  if (person === null) return;
  for (const { id, name } of theirs) {
    const given = await vault().giveWords(tx, person, { place: namePlace(id), sealed: name });
    if (given !== null) await tx.updateTable("files").set({ name: given }).where("id", "=", id).execute();
  }
}

/** Transfers some of a visitor's files to an object. Throws if the files belong to anyone but a visitor. */
export async function keepFiles(
  tx: Tx,
  ids: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (!from.startsWith("visitor:"))
    throw new Error(`files.keep: only a visitor's files go to another, not those of ${from}`);
  if (ids.length === 0) return;
  await tx
    .updateTable("files")
    .set({ subject: to })
    .where("subject", "=", from)
    .where("id", "in", [...ids])
    .execute();
}

/**
 * Removes the owner of a subject's files, so that the next sweep deletes them. `ids`: `all`, or certain
 * files. Files that belong to no answer are always included.
 */
export async function forgetFiles(tx: Tx, subject: string, ids: "all" | readonly string[]): Promise<void> {
  await tx
    .updateTable("files")
    .set({ subject: `erased:${randomUUID()}`, attached_at: null, at: new Date(0) })
    .where("subject", "=", subject)
    .$if(ids !== "all", (query) =>
      query.where((where) =>
        where.or([where("attached_at", "is", null), where("id", "in", [NO_FILE, ...ids])]),
      ),
    )
    .execute();
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id);
}
