import { type Selectable, sql } from "kysely";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Database, Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { keyOf, openSaid, type Said } from "./sealed.ts";
import "./tables.ts";

/** A case as it lies there, opened. `key` is `null` where the person was erased: what was said is gone. */
export type Found = {
  readonly row: Selectable<Database["cases"]>;
  readonly key: Buffer | null;
  readonly said: Said;
  /** Whom to write to about it; `null` where nobody is left. */
  readonly to: string | null;
};

/** The case of that id; `lock` holds it until the transaction ends. */
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
      sql<string | null>`(select p.email from people p where p.id = c.person_id)`.as("email"),
    ])
    .where("c.id", "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return null;
  const key = keyOf(room, row, row.owner_key);
  const said = openSaid(key, row);
  return { row, key, said, to: row.email ?? said.contact?.email ?? null };
}

/** Whether a role reads the cases of a desk: its own, compliance and auditors all of them. */
export function readsDesk(role: StaffRole, desk: string): boolean {
  return role === desk || role === "compliance" || role === "auditor";
}

/** Whether a case is late: not answered, and its day is over. */
export function isOverdue(of: { readonly state: string; readonly due_on: string }, today: string): boolean {
  return of.state !== "answered" && of.state !== "closed" && of.due_on < today;
}
