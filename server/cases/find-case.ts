import { type Selectable, sql } from "kysely";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Database, Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { keyOf, openSaid, type Said } from "./sealed.ts";
import "./tables.ts";

/**
 * A stored case with its decrypted texts. `key` is `null` if the person was erased; the texts are then
 * unreadable.
 */
export type Found = {
  readonly row: Selectable<Database["cases"]>;
  readonly key: Buffer | null;
  readonly said: Said;
  /** The e-mail address for letters about the case; `null` if the person was erased. */
  readonly to: string | null;
};

/** Returns the case with this id. With `lock`, locks the case until the transaction ends. */
export async function findCase(
  room: Room,
  db: Db | Tx,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Found | null> {
  const row = await db
    .selectFrom("cases as c")
    .selectAll("c")
    .select([
      sql<Buffer | null>`owner_key('person:' || c.person_id)`.as("owner_key"),
      sql<string | null>`(select p.email from people p where p.id = c.person_id and p.erased_at is null)`.as(
        "email",
      ),
    ])
    .where("c.id", "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return null;
  const key = keyOf(room, row, row.owner_key);
  const said = openSaid(key, row);
  return { row, key, said, to: row.email ?? said.contact?.email ?? null };
}

/** Returns whether a role can read the cases of a desk. Compliance and auditors can read all desks. */
export function readsDesk(role: StaffRole, desk: string): boolean {
  return role === desk || role === "compliance" || role === "auditor";
}

/**
 * Returns whether a case is overdue, which means that it has no answer and its next promised day has passed.
 */
export function isOverdue(
  of: { readonly state: string; readonly promised_on: string },
  today: string,
): boolean {
  return of.state !== "answered" && of.state !== "closed" && of.promised_on < today;
}
