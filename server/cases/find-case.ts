import { type Selectable, sql } from "kysely";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Database, Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { keyOf, openSaid, type Said } from "./sealed.ts";
import "./tables.ts";

/** A stored case with its opened texts. `key` is `null` if the person was erased: the texts are unreadable. */
export type Found = {
  readonly row: Selectable<Database["cases"]>;
  readonly key: Buffer | null;
  readonly said: Said;
  /** The recipient of letters about it; `null` if the person was erased. */
  readonly to: string | null;
};

/** Returns the case with that id. `lock` holds it until the transaction ends. */
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

/** Returns true if a role reads the cases of a desk. Compliance and auditors read all of them. */
export function readsDesk(role: StaffRole, desk: string): boolean {
  return role === desk || role === "compliance" || role === "auditor";
}

/** Returns true if a case is overdue: it has no answer and its next promised day has passed. */
export function isOverdue(
  of: { readonly state: string; readonly promised_on: string },
  today: string,
): boolean {
  return of.state !== "answered" && of.state !== "closed" && of.promised_on < today;
}
