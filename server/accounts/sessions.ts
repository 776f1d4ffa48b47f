import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import { compiledOnce, type Db, soon, type Tx } from "../db/index.ts";
import type { Factor } from "../http/index.ts";
import { browserNames } from "./browser-label.ts";
import { hashToken, randomToken } from "./secrets.ts";
import "./tables.ts";

/** The data of a session that a request uses. */
export type Session = {
  readonly id: string;
  readonly personId: string;
  readonly role: StaffRole | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly language: Language;
  readonly locked: boolean;
  readonly vendorBlocked: boolean;
  readonly idleUntil: Date;
  readonly endsAt: Date;
  readonly seenAt: Date;
  /** Whether the person has a second factor, and the time of its last proof in this session. */
  readonly hasFactor: boolean;
  readonly factorAt: Date | null;
};

/**
 * Returns the idle and the maximum lifetime of a session. Staff sessions are shorter, because staff see other
 * people's data.
 */
export function sessionLimits(role: StaffRole | null): { readonly idleMs: number; readonly maxMs: number } {
  return role === null ? { idleMs: 30 * MINUTE, maxMs: 12 * HOUR } : { idleMs: 10 * MINUTE, maxMs: 8 * HOUR };
}

/** Log-in method with which a session began. */
export type EnteredWith = "password" | "google" | "apple" | "wallet" | "passkey";

/** The properties of a session that its owner sees. */
export type SessionLook = {
  /** Browser and system, such as `chrome/android`. */
  readonly browser: string;
  readonly network: string;
  readonly enteredWith: EnteredWith;
  /** Whether the second factor was proved at log-in. */
  readonly factorProved: boolean;
};

/** Begins a session. `secret` goes into the HttpOnly cookie and is not stored. */
export async function startSession(
  tx: Tx,
  person: { readonly id: string; readonly role: StaffRole | null },
  now: Date,
  look: SessionLook,
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
      browser: look.browser,
      network: look.network,
      entered_with: look.enteredWith,
      factor_at: look.factorProved ? now : null,
    })
    .execute();
  return { secret, idleUntil };
}

/** Returns the live session to which the HttpOnly cookie's secret belongs; `null` if none. */
export async function findSession(db: Db | Tx, secret: string, now: Date): Promise<Session | null> {
  const [row] = await soon(db, liveSession(db, hashToken(secret), now));
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
    hasFactor: row.has_factor,
    factorAt: row.factor_at,
  };
}

const liveSession = compiledOnce((db, secretHash: Buffer, now: Date) =>
  db
    .selectFrom("sessions as s")
    .innerJoin("people as p", "p.id", "s.person_id")
    .select([
      "s.id",
      "s.person_id",
      "s.idle_until",
      "s.ends_at",
      "s.seen_at",
      "s.factor_at",
      HAS_FACTOR.as("has_factor"),
      "p.role",
      "p.customer_type",
      "p.language",
      "p.locked_at",
      "p.vendor_blocked_at",
    ])
    .where("s.secret_hash", "=", secretHash)
    .where("s.ended_at", "is", null)
    .where("s.idle_until", ">", now)
    .where("s.ends_at", ">", now)
    .compile(),
);

/** Returns the state of the caller's second factor. */
export function factorOf(
  { hasFactor, factorAt }: Pick<Session, "hasFactor" | "factorAt">,
  now: Date,
): Factor {
  if (!hasFactor) return "missing";
  if (factorAt === null) return "unproved";
  return isFactorFresh(factorAt, now) ? "fresh" : "proved";
}

/** Returns whether a proof is recent enough for staff decisions and wallet changes. */
export function isFactorFresh(factorAt: Date | null, now: Date): boolean {
  // A proof in the future means that the clock was set back. Such a proof is rejected like an old one.
  return factorAt !== null && Math.abs(now.getTime() - factorAt.getTime()) <= FRESH_MS;
}

/** Records that the second factor, or a substitute for it, was proved in a session now. */
export async function noteFactor(db: Db | Tx, session: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ factor_at: now })
    .where("id", "=", session)
    .where("ended_at", "is", null)
    .execute();
}

/** Extends an idle session, up to its maximum lifetime. Returns the new end. */
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

/** Ends the session that a secret opens. Returns the person. */
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

/** Ends all sessions of a person, for example after a new password, a new role or a lost phone. */
export async function endAllSessions(tx: Tx, personId: string, by: string, now: Date): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ ended_at: now, ended_by: by })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .execute();
}

const HAS_FACTOR = sql<boolean>`exists (
  select from authenticators a where a.person_id = p.id and a.sealed is not null)`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Time in milliseconds for which a proof allows staff decisions and wallet changes. */
const FRESH_MS = 5 * MINUTE;

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** Returns the person to whom a live or recently ended session belongs; `null` if unknown. */
export async function ownerOfSession(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom("sessions").select("person_id").where("id", "=", id).executeTakeFirst();
  return row?.person_id ?? null;
}

/** Returns browser and system of a session, in the form that letters use; `other` if unknown. */
export async function browserOfSession(
  db: Db | Tx,
  session: string | undefined,
): Promise<{ readonly browser: string; readonly system: string }> {
  const row =
    session === undefined
      ? undefined
      : await db.selectFrom("sessions").select("browser").where("id", "=", session).executeTakeFirst();
  return browserNames(row?.browser);
}

/** Returns a person's live sessions, most recently used first. */
export async function livingSessions(db: Db | Tx, personId: string, now: Date) {
  return await db
    .selectFrom("sessions")
    .select(["id", "browser", "network", "entered_with", "started_at", "seen_at"])
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .where("idle_until", ">", now)
    .where("ends_at", ">", now)
    .orderBy("seen_at", "desc")
    .orderBy("id")
    .execute();
}

/** Ends one session, on request of its owner or of staff. */
export async function endSessionById(
  tx: Tx,
  { id, by, now }: { readonly id: string; readonly by: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ ended_at: now, ended_by: by })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

/**
 * Ends all sessions of a person except the one that makes the request. Called when the person asks for it, or
 * when a log-in method changes, because an intruder may have used the old method. Without a requesting
 * session, ends all sessions.
 */
export async function endOtherSessions(
  tx: Tx,
  of: {
    readonly personId: string;
    readonly session: string | undefined;
    readonly by: string;
    readonly now: Date;
  },
): Promise<void> {
  const { personId, session, by, now } = of;
  await tx
    .updateTable("sessions")
    .set({ ended_at: now, ended_by: by })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .$if(session !== undefined, (others) => others.where("id", "!=", String(session)))
    .execute();
}
