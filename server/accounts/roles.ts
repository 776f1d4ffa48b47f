import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { inTrail, record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { findPersonIdByEmail } from "./find-by-email.ts";
import { localMoment } from "./local-moment.ts";
import { peopleWithRole } from "./people.ts";
import type { Room } from "./room.ts";
import { endAllSessions } from "./sessions.ts";
import "./tables.ts";

/** Reason why a change of a role is rejected. */
export type RoleFailure = {
  readonly code:
    | "not-found"
    | "same-person"
    | "four-eyes"
    | "not-allowed"
    | "nothing-changed"
    | "already-decided"
    | "role-waits-already"
    | "email-not-confirmed"
    | "holds-units"
    | "last-admin";
};

/** The dependencies that every role change needs. The command that makes the first admins has only these. */
export type RoleRoom = Pick<Room, "db" | "clock" | "messages"> & {
  readonly config: { readonly origin: string };
};

/**
 * The dependencies of changes that have a reason: proposals, decisions and revocations. The vault encrypts
 * the reason.
 */
type ReasonRoom = RoleRoom & Pick<Room, "vault">;

/** Returns the `place` with which the vault seals the reasons for changes of a person's roles. */
export const rolesPlace = (personId: string) => `roles/${personId}`;

type Step<Value = void> = Promise<Result<Value, RoleFailure>>;

/**
 * Proposes a role for the person with this e-mail. People cannot propose a role for themselves, and a person
 * who holds units cannot get a role.
 */
export async function proposeRole(
  room: ReasonRoom,
  wanted: { readonly email: string; readonly role: StaffRole; readonly reason: string; readonly by: string },
): Step<{ readonly id: string }> {
  const { email, role, reason, by } = wanted;
  return await room.db.transaction().execute(async (tx) => {
    const found = await findPersonIdByEmail(tx, email);
    const person = found === null ? undefined : await lockedPerson(tx, found);
    if (person === undefined) return refuse("not-found");
    if (person.id === by) return refuse("same-person");
    if (person.email_confirmed_at === null) return refuse("email-not-confirmed");
    if (person.role === role) return refuse("nothing-changed");
    if (await holdsUnits(tx, person.id)) return refuse("holds-units");
    const id = randomUUID();
    const place = rolesPlace(person.id);
    const sealed = await room.vault.sealWords(tx, person.id, place, reason);
    const written = await tx
      .insertInto("role_proposals")
      .values({
        ...{ id, role, reason: sealed, person_id: person.id, role_before: person.role },
        ...{ proposed_by: by, proposed_at: room.clock.wall() },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (written === undefined) return refuse("role-waits-already");
    await record(tx, room.clock, {
      actor: `person:${by}`,
      action: "accounts.proposeRole",
      subject: `person:${person.id}`,
      from: person.role,
      to: role,
      detail: { reason: inTrail({ place, sealed }) },
    });
    await tellAdmins(room, tx, {
      template: "role-proposed",
      email: person.email,
      but: [by, person.id],
      key: id,
    });
    return ok({ id });
  });
}

/**
 * Decides a role proposal. Its author can only withdraw it. Another admin approves or rejects it, or
 * compliance if there is no other admin. After approval, the person's sessions end within a second and the
 * person gets a letter.
 */
export async function decideRole(
  room: RoleRoom,
  decision: {
    readonly id: string;
    readonly to: "approved" | "rejected" | "withdrawn";
    readonly by: { readonly id: string; readonly role: StaffRole };
  },
): Step {
  const { id, to, by } = decision;
  return await room.db.transaction().execute(async (tx) => {
    const proposal = await tx
      .selectFrom("role_proposals")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (proposal === undefined) return refuse("not-found");
    if (proposal.state !== "waiting") return refuse("already-decided");
    const isOwn = proposal.proposed_by === by.id;
    if (to === "withdrawn" ? !isOwn : isOwn) return refuse("four-eyes");
    if (proposal.person_id === by.id) return refuse("same-person");
    if (by.role !== "admin" && (await otherAdmins(tx, [proposal.proposed_by, proposal.person_id])) > 0)
      return refuse("not-allowed");
    const person = await lockedPerson(tx, proposal.person_id);
    if (person === undefined) return refuse("not-found");
    const now = room.clock.wall();
    if (to === "approved") {
      // The role changed since the proposal, so an approval would no longer mean what its author proposed.
      if (person.role !== proposal.role_before) return refuse("already-decided");
      if (await holdsUnits(tx, person.id)) return refuse("holds-units");
      if (person.role === "admin" && (await otherAdmins(tx, [person.id])) === 0) return refuse("last-admin");
    }
    await tx
      .updateTable("role_proposals")
      .set({ state: to, decided_by: by.id, decided_at: now })
      .where("id", "=", id)
      .execute();
    await record(tx, room.clock, {
      actor: `person:${by.id}`,
      action: "accounts.decideRole",
      subject: `person:${person.id}`,
      from: "waiting",
      to,
      detail: {
        role: proposal.role,
        reason: inTrail({ place: rolesPlace(person.id), sealed: proposal.reason }),
      },
    });
    if (to === "approved")
      await changeRole(room, tx, {
        person,
        role: proposal.role,
        by: proposal.proposed_by,
        approvedBy: by.id,
        why: "proposal",
        reason: proposal.reason,
      });
    return ok(undefined);
  });
}

/** An undecided proposal that a member of staff made. */
export type OpenWork = { readonly kind: string; readonly id: string };

/**
 * Ends a role immediately. One admin is enough. The person's sessions end within a second, and their role
 * proposals are withdrawn. Their other open proposals (`open`) are reassigned to a colleague, who is
 * notified. The last admin cannot be removed.
 */
export async function endRole(
  room: ReasonRoom,
  wanted: {
    readonly personId: string;
    readonly reason: string;
    readonly by: string;
    readonly handTo: string | null;
    readonly open: (tx: Tx, personId: string) => Promise<readonly OpenWork[]>;
  },
): Step<{ readonly handed: number }> {
  const { personId, reason, by, handTo } = wanted;
  return await room.db.transaction().execute(async (tx) => {
    const person = await lockedPerson(tx, personId);
    if (person === undefined || person.role === null) return refuse("not-found");
    if (person.role === "admin" && (await otherAdmins(tx, [personId])) === 0) return refuse("last-admin");
    const heir = handTo === null ? null : ((await lockedPerson(tx, handTo)) ?? null);
    if (handTo !== null && (heir === null || heir.role === null || heir.id === personId))
      return refuse("not-found");
    const now = room.clock.wall();
    await tx
      .updateTable("role_proposals")
      .set({ state: "withdrawn", decided_by: by, decided_at: now })
      .where("state", "=", "waiting")
      .where((proposal) =>
        proposal.or([proposal("proposed_by", "=", personId), proposal("person_id", "=", personId)]),
      )
      .execute();
    const open = await wanted.open(tx, personId);
    const sealed = await room.vault.sealWords(tx, personId, rolesPlace(personId), reason);
    await changeRole(room, tx, { person, role: null, by, approvedBy: null, why: "ended", reason: sealed });
    if (heir !== null && open.length > 0) {
      await tx
        .insertInto("handed_on")
        .values(
          open.map(({ kind, id }) => ({
            ...{ kind, object_id: id, person_id: personId, to_person: heir.id, handed_at: now },
          })),
        )
        .execute();
      await record(tx, room.clock, {
        actor: `person:${by}`,
        action: "accounts.handOn",
        subject: `person:${personId}`,
        to: heir.id,
        detail: { open: open.map(({ kind, id }) => `${kind}:${id}`) },
      });
      await room.messages.send(tx, {
        to: heir.email,
        template: "work-handed-on",
        language: heir.language,
        data: { from: person.email, count: open.length, link: `${room.config.origin}/staff/roles` },
        key: `work-handed-on:${personId}:${now.getTime()}`,
      });
    }
    return ok({ handed: heir !== null ? open.length : 0 });
  });
}

/**
 * Makes a person an admin from the command line. A new installation needs this for its first two admins,
 * because the second must approve the proposals of the first. Fails once two people have been admins.
 */
export async function makeFirstAdmin(
  room: RoleRoom,
  email: string,
): Promise<Result<void, { readonly code: "closed" | RoleFailure["code"] }>> {
  return await room.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(tx);
    const admins = await tx
      .selectFrom("role_changes")
      .select("person_id")
      .distinct()
      .where("to_role", "=", "admin")
      .execute();
    if (admins.length >= FIRST_ADMINS) return fail({ code: "closed" } as const);
    const found = await findPersonIdByEmail(tx, email);
    const person = found === null ? undefined : await lockedPerson(tx, found);
    if (person === undefined) return refuse("not-found");
    if (person.email_confirmed_at === null) return refuse("email-not-confirmed");
    if (person.role !== null || admins.some(({ person_id }) => person_id === person.id))
      return refuse("nothing-changed");
    if (await holdsUnits(tx, person.id)) return refuse("holds-units");
    await changeRole(room, tx, {
      ...{ person, role: "admin", by: null, approvedBy: null, why: "first-admin", reason: null },
    });
    return ok(undefined);
  });
}

/**
 * Number of admins that the command line can make: a first admin, and a second who approves the proposals of
 * the first.
 */
const FIRST_ADMINS = 2;
const FIRST_ADMIN_LOCK = 7_226_1523;

/** A change of a role, as stored. */
type Change = {
  readonly person: {
    readonly id: string;
    readonly email: string;
    readonly language: Language;
    readonly role: StaffRole | null;
  };
  readonly role: StaffRole | null;
  readonly by: string | null;
  readonly approvedBy: string | null;
  readonly why: "proposal" | "ended" | "first-admin";
  readonly reason: Buffer | null;
};

/**
 * Changes a role. Every role change uses this function: it writes the history, ends sessions, writes the
 * audit line, and sends letters to the person and the admins.
 */
async function changeRole(room: RoleRoom, tx: Tx, change: Change): Promise<void> {
  const { person, role, by, approvedBy, why, reason } = change;
  const now = room.clock.wall();
  await tx.updateTable("people").set({ role }).where("id", "=", person.id).execute();
  await keepRoleChange(tx, {
    ...{ person_id: person.id, from_role: person.role, to_role: role, at: now },
    ...{ changed_by: by, approved_by: approvedBy, why, reason },
  });
  await endAllSessions(tx, person.id, "role", now);
  await record(tx, room.clock, {
    actor: by === null ? "system:first-admin" : `person:${by}`,
    action: "accounts.setRole",
    subject: `person:${person.id}`,
    from: person.role,
    to: role,
    detail: {
      ...(approvedBy === null ? {} : { approvedBy }),
      ...(reason === null ? {} : { reason: inTrail({ place: rolesPlace(person.id), sealed: reason }) }),
    },
  });
  await room.messages.send(tx, {
    to: person.email,
    template: role === null ? "role-ended" : "role-given",
    language: person.language,
    data: { when: localMoment(now), link: `${room.config.origin}/staff` },
    key: `role:${person.id}:${now.getTime()}`,
  });
  await tellAdmins(room, tx, {
    template: "role-changed",
    email: person.email,
    but: [by ?? "", approvedBy ?? "", person.id],
    key: `${person.id}:${now.getTime()}`,
  });
}

/** Records in the history that a person has a role from now on. */
export async function keepRoleChange(
  tx: Db | Tx,
  change: {
    readonly person_id: string;
    readonly from_role: StaffRole | null;
    readonly to_role: StaffRole | null;
    readonly at: Date;
    readonly changed_by: string | null;
    readonly approved_by: string | null;
    readonly why: "proposal" | "ended" | "first-admin" | "before";
    readonly reason: Buffer | null;
  },
): Promise<void> {
  await tx.insertInto("role_changes").values(change).execute();
}

/** Locks and returns a person's row. */
async function lockedPerson(tx: Tx, id: string) {
  return await tx
    .selectFrom("people")
    .select(["id", "email", "language", "role", "email_confirmed_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Returns the number of admins whose accounts are not locked, without the given people. Locks the rows of all
 * these admins until the transaction ends.
 */
async function otherAdmins(tx: Tx, but: readonly string[]): Promise<number> {
  const rows = await tx
    .selectFrom("people")
    .select("id")
    .where("role", "=", "admin")
    .where("locked_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.filter(({ id }) => !but.includes(id)).length;
}

/**
 * Returns whether a person holds units or has an open order. The database enforces the same rule; this check
 * gives an error message.
 */
async function holdsUnits(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select from holdings where person_id = ${personId} and units > 0)
      or exists (select from orders where person_id = ${personId} and status in ('SUBMITTED', 'WAITING', 'APPROVED'))
      as holds`.execute(tx);
  return rows[0]?.holds === true;
}

async function tellAdmins(
  room: RoleRoom,
  tx: Tx,
  letter: {
    readonly template: "role-proposed" | "role-changed";
    readonly email: string;
    readonly but: readonly string[];
    readonly key: string;
  },
): Promise<void> {
  const { template, email, but, key } = letter;
  for (const admin of await peopleWithRole(tx, "admin"))
    if (!but.includes(admin.id))
      await room.messages.send(tx, {
        to: admin.email,
        template,
        language: admin.language,
        data: { email, link: `${room.config.origin}/staff/roles` },
        key: `${template}:${key}:${admin.id}`,
      });
}

function refuse(code: RoleFailure["code"]) {
  return fail({ code });
}
