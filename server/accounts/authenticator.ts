import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { BRANDS } from "../../domain/brands.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { ChallengeVerdict } from "../flows/index.ts";
import { tellOwner } from "./factor-letters.ts";
import type { Room } from "./room.ts";
import { hashToken, sameBytes } from "./secrets.ts";
import "./tables.ts";

/**
 * Standard TOTP settings: SHA-1, six digits, a new code every 30 seconds. The codes before and after the
 * current one are also accepted.
 */
export const totpSettings = { algorithm: "SHA1", digits: 6, period: 30, window: 1 } as const;

/** Number of consecutive wrong codes that blocks further tries, and the duration of the block. */
export const factorLimits = { tries: 5, blockMs: 15 * 60_000 } as const;

const SECRET_BYTES = 20;
const PENDING_MS = 30 * 60_000;
const CODES_MS = 10 * 60_000;

/** The secret for an authenticator app: as text to type, and as the content of a QR code. */
export type Enrolment = { readonly secret: string; readonly uri: string };

/**
 * Creates a secret for an authenticator app. `turnOnTotp` activates it with a code. Within half an hour the
 * same session gets the same secret, because switching to the app and back can reload the page. Errors:
 * `two-factor-on`.
 */
export async function beginTotp(
  room: Room,
  of: { readonly personId: string; readonly session: string },
): Promise<Result<Enrolment, { readonly code: "two-factor-on" }>> {
  const now = room.clock.wall();
  const session = hashToken(of.session);
  return await room.db.transaction().execute(async (tx) => {
    // The lock makes parallel requests return the same secret.
    const row = await tx
      .insertInto("authenticators")
      .values({ person_id: of.personId })
      .onConflict((conflict) =>
        conflict.column("person_id").doUpdateSet({ tries: sql`authenticators.tries` }),
      )
      .returning(["sealed", "pending_sealed", "pending_session", "pending_at"])
      .executeTakeFirstOrThrow();
    if (row.sealed !== null) return fail({ code: "two-factor-on" });
    const person = await tx
      .selectFrom("people")
      .select("email")
      .where("id", "=", of.personId)
      .executeTakeFirstOrThrow();
    const isKept =
      row.pending_sealed !== null &&
      row.pending_session !== null &&
      sameBytes(row.pending_session, session) &&
      now.getTime() - (row.pending_at?.getTime() ?? 0) < PENDING_MS;
    const kept = isKept ? await open(room, tx, of.personId, row.pending_sealed) : null;
    const secret = kept ?? new Secret({ size: SECRET_BYTES }).base32;
    if (kept === null)
      await tx
        .updateTable("authenticators")
        .set({
          pending_sealed: await room.vault.seal(tx, of.personId, secret),
          pending_session: session,
          pending_at: now,
        })
        .where("person_id", "=", of.personId)
        .execute();
    return ok({ secret, uri: appOf(room, secret, person.email).toString() });
  });
}

/**
 * Turns the second factor on if the code matches the secret that was shown last. Recovery codes can then be
 * shown for a while. Errors: `code-wrong`, `code-expired` (no secret shown within half an hour),
 * `two-factor-on`.
 */
export async function turnOnTotp(
  room: Room,
  tx: Tx,
  of: { readonly personId: string; readonly code: string },
): Promise<
  Result<Record<string, never>, { readonly code: "code-wrong" | "code-expired" | "two-factor-on" }>
> {
  const now = room.clock.wall();
  const row = await tx
    .selectFrom("authenticators")
    .select(["sealed", "pending_sealed", "pending_at"])
    .where("person_id", "=", of.personId)
    .forUpdate()
    .executeTakeFirst();
  if (row !== undefined && row.sealed !== null) return fail({ code: "two-factor-on" });
  const age = now.getTime() - (row?.pending_at?.getTime() ?? 0);
  if (row === undefined || row.pending_sealed === null || age > PENDING_MS)
    return fail({ code: "code-expired" });
  const secret = await open(room, tx, of.personId, row.pending_sealed);
  const step = secret === null ? null : stepOf(secret, of.code, now);
  if (step === null) return fail({ code: "code-wrong" });
  await tx
    .updateTable("authenticators")
    .set({
      sealed: row.pending_sealed,
      confirmed_at: now,
      demo: false,
      last_step: step,
      tries: 0,
      tried_at: null,
      codes_until: new Date(now.getTime() + CODES_MS),
      ...NOTHING_PENDING,
    })
    .where("person_id", "=", of.personId)
    .execute();
  await noteChange(room, tx, of.personId, { action: "accounts.turnOnTwoFactor", letter: "two-factor-on" });
  return ok({});
}

/**
 * Turns the second factor off and deletes its recovery codes. The caller has verified the second factor, or
 * the owner's identity. With `isTold: false`, the caller sends the e-mail to the owner and writes the audit
 * line.
 */
export async function turnOffTotp(
  room: Room,
  tx: Tx,
  personId: string,
  { isTold }: { readonly isTold: boolean } = { isTold: true },
): Promise<void> {
  const off = await tx
    .updateTable("authenticators")
    .set({
      sealed: null,
      confirmed_at: null,
      demo: false,
      tries: 0,
      tried_at: null,
      codes_until: null,
      ...NOTHING_PENDING,
    })
    .where("person_id", "=", personId)
    .where("sealed", "is not", null)
    .returning("person_id")
    .executeTakeFirst();
  await tx.deleteFrom("recovery_codes").where("person_id", "=", personId).execute();
  if (off !== undefined && isTold)
    await noteChange(room, tx, personId, { action: "accounts.turnOffTwoFactor", letter: "two-factor-off" });
}

/** Allows recovery codes to be shown for a while. The caller has verified the second factor. */
export async function openRecoveryCodes(room: Room, tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable("authenticators")
    .set({ codes_until: new Date(room.clock.wall().getTime() + CODES_MS) })
    .where("person_id", "=", personId)
    .where("sealed", "is not", null)
    .execute();
}

/**
 * Verifies a code of the authenticator app. First counts the try, in one statement that locks the row: of a
 * hundred parallel tries, five are verified and the rest are blocked for 15 minutes. A code works only once.
 * The caller must commit its transaction even if the code is wrong.
 */
export async function tryTotp(
  room: Room,
  db: Db | Tx,
  of: { readonly personId: string; readonly code: string },
): Promise<ChallengeVerdict> {
  const counted = await countFactorTry(room, db, of.personId);
  if (counted === null) return { kind: "exhausted" };
  if (await takeTotp(room, db, of)) return { kind: "passed" };
  return afterWrong(counted.tries);
}

/**
 * Returns whether this is an unused code of the person's authenticator app. Marks the code as used and resets
 * the count of wrong tries. Does not count the try, because the caller has done so.
 */
export async function takeTotp(
  room: Room,
  db: Db | Tx,
  of: { readonly personId: string; readonly code: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("authenticators")
    .select(["sealed", "demo"])
    .where("person_id", "=", of.personId)
    .executeTakeFirst();
  if (row === undefined || row.sealed === null) return false;
  // The demo secret is public, so it is rejected outside development. In development its codes can be reused.
  if (row.demo && room.config.env !== "development") return false;
  const secret = await open(room, db, of.personId, row.sealed);
  const step = secret === null ? null : stepOf(secret, of.code, room.clock.wall());
  if (step === null) return false;
  const taken = await db
    .updateTable("authenticators")
    .set({ last_step: step, tries: 0, tried_at: null })
    .where("person_id", "=", of.personId)
    .where("sealed", "=", row.sealed)
    .$if(!row.demo, (fresh) => fresh.where("last_step", "<", String(step)))
    .returning("person_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Counts a try of any second factor before it is verified. Returns the number of tries; `null` while tries
 * are blocked.
 */
export async function countFactorTry(
  room: Room,
  db: Db | Tx,
  personId: string,
): Promise<{ readonly tries: number } | null> {
  const now = room.clock.wall();
  const over = new Date(now.getTime() - factorLimits.blockMs);
  const row = await db
    .updateTable("authenticators")
    .set({
      tries: sql`case when tried_at is null or tried_at <= ${over} then 1 else tries + 1 end`,
      tried_at: now,
    })
    .where("person_id", "=", personId)
    .where("sealed", "is not", null)
    .where((either) => either.or([either("tries", "<", factorLimits.tries), either("tried_at", "<=", over)]))
    .returning("tries")
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the result of a try whose code was wrong. */
export function afterWrong(tries: number): ChallengeVerdict {
  return tries >= factorLimits.tries
    ? { kind: "exhausted" }
    : { kind: "wrong", triesLeft: factorLimits.tries - tries };
}

/** Returns when the second factor was turned on; `null` if it is off. */
export async function twoFactorSince(db: Db | Tx, personId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("authenticators")
    .select("confirmed_at")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}

const NOTHING_PENDING = { pending_sealed: null, pending_session: null, pending_at: null } as const;

async function open(
  room: Room,
  db: Db | Tx,
  personId: string,
  sealed: Buffer | null,
): Promise<string | null> {
  return sealed === null ? null : await room.vault.open(db, personId, sealed);
}

function appOf(room: Pick<Room, "config">, secret: string, email: string): TOTP {
  const issuer = BRANDS[room.config.brand].name;
  const { algorithm, digits, period } = totpSettings;
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret), algorithm, digits, period });
}

/**
 * Returns the number of the 30-second period to which a code belongs; `null` if the code is wrong, or not
 * valid close to now.
 */
function stepOf(secret: string, code: string, now: Date): number | null {
  const { algorithm, digits, period, window } = totpSettings;
  const app = new TOTP({ secret: Secret.fromBase32(secret), algorithm, digits, period });
  const delta = app.validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? null : Math.floor(now.getTime() / (period * 1000)) + delta;
}

async function noteChange(
  room: Room,
  tx: Tx,
  personId: string,
  { action, letter }: { readonly action: string; readonly letter: "two-factor-on" | "two-factor-off" },
): Promise<void> {
  const subject = `person:${personId}` as const;
  await record(tx, room.clock, { actor: subject, action, subject });
  await tellOwner(room, tx, personId, letter);
}
