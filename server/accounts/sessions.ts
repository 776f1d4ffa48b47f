import { randomUUID } from "node:crypto";
import type { Db, Tx } from "../db/index.ts";
import type { Role } from "../http/index.ts";
import { hashToken, randomToken } from "./secrets.ts";
import "./tables.ts";

/** A session as it is used by one request. */
export type Session = {
  readonly id: string;
  readonly personId: string;
  readonly role: Role | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly language: "th" | "en";
  readonly locked: boolean;
  readonly vendorBlocked: boolean;
  readonly idleUntil: Date;
  readonly endsAt: Date;
  readonly seenAt: Date;
};

/** How long a session lives: unused, and at most. Staff see other people's data, so theirs is shorter. */
export function sessionLimits(role: Role | null): { readonly idleMs: number; readonly maxMs: number } {
  return role === null ? { idleMs: 30 * MINUTE, maxMs: 12 * HOUR } : { idleMs: 10 * MINUTE, maxMs: 8 * HOUR };
}

/** Begins a session. `secret` goes into the HttpOnly cookie and is kept nowhere else. */
export async function startSession(
  tx: Tx,
  person: { readonly id: string; readonly role: Role | null },
  now: Date,
): Promise<{ readonly secret: string; readonly idleUntil: Date }> {
  const { idleMs, maxMs } = sessionLimits(person.role);
  const secret = randomToken();
  const idleUntil = later(now, idleMs);
  await tx
    .insertInto("sessions")
    .values({
      id: randomUUID(),
      person_id: person.id,
      secret_hash: hashToken(secret),
      started_at: now,
      seen_at: now,
      idle_until: idleUntil,
      ends_at: later(now, maxMs),
      ended_at: null,
      ended_by: null,
    })
    .execute();
  return { secret, idleUntil };
}

/** The living session behind the HttpOnly cookie's secret, or `null`. */
export async function findSession(db: Db | Tx, secret: string, now: Date): Promise<Session | null> {
  const row = await db
    .selectFrom("sessions as s")
    .innerJoin("people as p", "p.id", "s.person_id")
    .select([
      "s.id",
      "s.person_id",
      "s.idle_until",
      "s.ends_at",
      "s.seen_at",
      "p.role",
      "p.customer_type",
      "p.language",
      "p.locked_at",
      "p.vendor_blocked_at",
    ])
    .where("s.secret_hash", "=", hashToken(secret))
    .where("s.ended_at", "is", null)
    .where("s.idle_until", ">", now)
    .where("s.ends_at", ">", now)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    personId: row.person_id,
    role: row.role,
    customerType: row.customer_type,
    language: row.language,
    locked: row.locked_at !== null,
    vendorBlocked: row.vendor_blocked_at !== null,
    idleUntil: row.idle_until,
    endsAt: row.ends_at,
    seenAt: row.seen_at,
  };
}

/** Puts the end of an idle session further off, never past its last moment; answers the new end. */
export async function renewSession(db: Db, session: Session, now: Date): Promise<Date> {
  const idleUntil = new Date(
    Math.min(now.getTime() + sessionLimits(session.role).idleMs, session.endsAt.getTime()),
  );
  await db
    .updateTable("sessions")
    .set({ seen_at: now, idle_until: idleUntil })
    .where("id", "=", session.id)
    .where("ended_at", "is", null)
    .execute();
  return idleUntil;
}

/** Ends the session behind a secret; answers whose it was. */
export async function endSession(tx: Tx, secret: string, now: Date): Promise<string | null> {
  const ended = await tx
    .updateTable("sessions")
    .set({ ended_at: now, ended_by: "logout" })
    .where("secret_hash", "=", hashToken(secret))
    .where("ended_at", "is", null)
    .returning("person_id")
    .executeTakeFirst();
  return ended?.person_id ?? null;
}

/** Ends all sessions of a person: after a new password, a new role, a lost phone. */
export async function endAllSessions(tx: Tx, personId: string, by: string, now: Date): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ ended_at: now, ended_by: by })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .execute();
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
