import { sql } from "kysely";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Db } from "../db/index.ts";
import { rolesPlace } from "./roles.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** A member of staff on a given day: the role, its start, and the author and approver of the role. */
export type Colleague = {
  readonly id: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly since: Date;
  readonly by: string | null;
  readonly approvedBy: string | null;
  readonly locked: boolean;
};

/** Returns which people had a role at a moment, from the history. */
export async function colleaguesAt(db: Db, at: Date): Promise<readonly Colleague[]> {
  const { rows } = await sql<Colleague>`
    select p.id, p.email, c.to_role as role, c.at as since, b.email as by, a.email as "approvedBy",
      coalesce(p.locked_at <= ${at}, false) as locked
    from (select distinct on (person_id) * from role_changes where at <= ${at} order by person_id, seq desc) c
    join people p on p.id = c.person_id
    left join people b on b.id = c.changed_by left join people a on a.id = c.approved_by
    where c.to_role is not null order by c.to_role, p.email`.execute(db);
  return rows;
}

/** A role proposal that waits for approval. */
export type WaitingRole = {
  readonly id: string;
  readonly personId: string;
  readonly email: string;
  readonly roleBefore: StaffRole | null;
  readonly role: StaffRole;
  readonly reason: string;
  readonly by: string;
  readonly byId: string;
  readonly at: Date;
};

/** Returns the role proposals that wait for approval, oldest first. */
export async function waitingRoles({ db, vault }: Vaulted): Promise<readonly WaitingRole[]> {
  const { rows } = await sql<Sealed<WaitingRole>>`
    select r.id, p.id as "personId", p.email, r.role_before as "roleBefore", r.role, r.reason, b.email as by,
      b.id as "byId", r.proposed_at as at
    from role_proposals r join people p on p.id = r.person_id join people b on b.id = r.proposed_by
    where r.state = 'waiting' order by r.proposed_at`.execute(db);
  return (await withReasons({ db, vault }, rows)).map((row) => ({ ...row, reason: row.reason ?? "" }));
}

/** A change of a role, with its author. */
export type RoleChange = {
  readonly email: string;
  readonly from: StaffRole | null;
  readonly to: StaffRole | null;
  readonly at: Date;
  readonly by: string | null;
  readonly approvedBy: string | null;
  readonly why: "proposal" | "ended" | "first-admin" | "before";
  readonly reason: string | null;
};

/** Returns the latest role changes up to a given time, newest first. */
export async function roleChanges({ db, vault }: Vaulted, until: Date): Promise<readonly RoleChange[]> {
  const { rows } = await sql<Sealed<RoleChange>>`
    select p.id as "personId", p.email, c.from_role as "from", c.to_role as "to", c.at, b.email as by, a.email as "approvedBy", c.why, c.reason
    from role_changes c join people p on p.id = c.person_id
    left join people b on b.id = c.changed_by left join people a on a.id = c.approved_by
    where c.at <= ${until} order by c.seq desc limit 50`.execute(db);
  return (await withReasons({ db, vault }, rows)).map(({ personId: _, ...row }) => row);
}

type Vaulted = Pick<Room, "db" | "vault">;
type Sealed<Row> = Omit<Row, "reason"> & { readonly personId: string; readonly reason: Buffer | null };

async function withReasons<Row extends Sealed<object>>({ db, vault }: Vaulted, rows: readonly Row[]) {
  const reasons = await vault.openWords(
    db,
    rows.map(({ personId, reason }) => ({ place: rolesPlace(personId), sealed: reason })),
  );
  return rows.map((row, index) => ({ ...row, reason: reasons[index] ?? null }));
}

/** Returns the proposals that were reassigned when a role ended, latest first. */
export async function handedOn(db: Db): Promise<
  readonly {
    readonly kind: string;
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly at: Date;
  }[]
> {
  return await db
    .selectFrom("handed_on as h")
    .innerJoin("people as f", "f.id", "h.person_id")
    .innerJoin("people as t", "t.id", "h.to_person")
    .select(["h.kind", "h.object_id as id", "f.email as from", "t.email as to", "h.handed_at as at"])
    .orderBy("h.handed_at", "desc")
    .limit(50)
    .execute();
}

/** Returns the e-mail of each given person who is or was staff. */
export async function everColleagues(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("people as p")
    .select(["p.id", "p.email"])
    .where(sql<string>`p.id::text`, "in", [...ids])
    .where((person) =>
      person.or([
        person("p.role", "is not", null),
        person.exists(
          person.selectFrom("role_changes as c").select("c.seq").whereRef("c.person_id", "=", "p.id"),
        ),
      ]),
    )
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
