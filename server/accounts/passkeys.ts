import { randomUUID } from "node:crypto";
import { BRANDS } from "../../domain/brands.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { twoFactorSince } from "./authenticator.ts";
import { tellOwner } from "./factor-letters.ts";
import { type Owner, type ProofFault, proveByFactorOrMail } from "./owner-proof.ts";
import { CHALLENGE_MS, keepChallenge, takeChallenge } from "./passkey-challenges.ts";
import { holdPerson } from "./people.ts";
import type { Room } from "./room.ts";
import { endOtherSessions } from "./sessions.ts";
import "./tables.ts";

/** Maximum number of passkeys per person, and length of their names. */
export const passkeyLimits = { each: 10, name: 60 } as const;

/** Returns the host to which the passkeys of this brand belong. Browsers offer them on no other host. */
export function rpIdOf({ config }: Pick<Room, "config">): string {
  return new URL(config.origin).hostname;
}

/**
 * Checks a code and returns the options with which the browser makes a passkey. The code comes from the
 * authenticator app or the recovery codes if two-step log-in is on, otherwise from an e-mail. Errors:
 * `two-factor-wrong`, `code-wrong`, `passkey-limit`.
 */
export async function beginPasskey(room: Room, of: Owner & { readonly code: string }) {
  const { personId, session } = of;
  const before = await passkeysOf(room, room.db, personId);
  if (before.length >= passkeyLimits.each) return fail({ code: "passkey-limit" } as const);
  const proved = await prove(room, of);
  if (!proved.ok) return proved;
  const { email } = await room.db
    .selectFrom("people")
    .select("email")
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  const { generateRegistrationOptions } = await webauthn();
  const rp = { id: rpIdOf(room), name: BRANDS[room.config.brand].name };
  const made = await generateRegistrationOptions({
    rpName: rp.name,
    rpID: rp.id,
    userID: handleOf(personId),
    userName: email,
    userDisplayName: email,
    attestationType: "none",
    timeout: CHALLENGE_MS,
  });
  await room.db
    .transaction()
    .execute((tx) => keepChallenge(room, tx, { purpose: "make", owner: session }, made.challenge));
  return ok({
    challenge: made.challenge,
    rp,
    user: { id: made.user.id, name: email, displayName: email },
    pubKeyCredParams: made.pubKeyCredParams.map(({ alg }) => ({ alg, type: "public-key" as const })),
    timeout: CHALLENGE_MS,
    excludeCredentials: before.map(({ credential_id }) => ({
      id: credential_id.toString("base64url"),
      type: "public-key" as const,
    })),
    // The passkey is discoverable and requires user verification, so that a log-in needs nothing else.
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  });
}

/** A new passkey, as the browser sends it. */
export type Made = {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
};

/**
 * Stores a passkey made for this session's challenge. The owner gets an e-mail. Errors: `passkey-invalid`,
 * `passkey-limit`.
 */
export async function addPasskey(
  room: Room,
  of: Owner & { readonly made: Made; readonly name: string },
): Promise<Result<{ readonly id: string }, { readonly code: "passkey-invalid" | "passkey-limit" }>> {
  const { personId, session, made, name } = of;
  const challenge = await takeChallenge(room, room.db, { purpose: "make", owner: session });
  if (challenge === null) return fail({ code: "passkey-invalid" });
  const { verifyRegistrationResponse } = await webauthn();
  const checked = await verifyRegistrationResponse({
    response: {
      id: made.id,
      rawId: made.id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: room.config.origin,
    expectedRPID: rpIdOf(room),
    requireUserVerification: true,
  }).catch(() => null);
  if (checked === null || !checked.verified) return fail({ code: "passkey-invalid" });
  const { credential, credentialDeviceType, credentialBackedUp } = checked.registrationInfo;
  const now = room.clock.wall();
  return await room.db.transaction().execute(async (tx) => {
    await holdPerson(tx, personId);
    if ((await passkeysOf(room, tx, personId)).length >= passkeyLimits.each)
      return fail({ code: "passkey-limit" });
    const row = await tx
      .insertInto("passkeys")
      .values({
        id: randomUUID(),
        person_id: personId,
        rp_id: rpIdOf(room),
        credential_id: Buffer.from(credential.id, "base64url"),
        public_key: Buffer.from(credential.publicKey),
        uses: credential.counter,
        transports: [...made.transports],
        backup_eligible: credentialDeviceType === "multiDevice",
        backed_up: credentialBackedUp,
        name: await room.vault.sealWords(tx, personId, namePlace(personId), name),
        made_at: now,
        used_at: null,
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row === undefined) return fail({ code: "passkey-invalid" });
    await note(room, tx, personId, { action: "accounts.addPasskey", passkey: row.id });
    await tellOwner(room, tx, personId, "passkey-added", { name });
    return ok({ id: row.id });
  });
}

/** Returns a person's passkeys for this brand, newest first. */
export async function passkeysOf(room: Pick<Room, "config">, db: Db | Tx, personId: string) {
  return await db
    .selectFrom("passkeys")
    .selectAll()
    .where("person_id", "=", personId)
    .where("rp_id", "=", rpIdOf(room))
    .orderBy("made_at", "desc")
    .orderBy("id")
    .execute();
}

/** Returns the `place` with which the vault seals the names of a person's passkeys. */
export const namePlace = (personId: string) => `passkeys/${personId}`;

/**
 * Stores the name that a person gives to a passkey. The caller has checked that the passkey belongs to the
 * person.
 */
export async function namePasskey(
  room: Room,
  of: { readonly personId: string; readonly passkey: string; readonly name: string },
): Promise<void> {
  await room.db.transaction().execute(async (tx) => {
    const name = await room.vault.sealWords(tx, of.personId, namePlace(of.personId), of.name);
    await tx.updateTable("passkeys").set({ name }).where("id", "=", of.passkey).execute();
    await note(room, tx, of.personId, { action: "accounts.namePasskey", passkey: of.passkey });
  });
}

/**
 * Removes a passkey after the same proof as for making one. Other sessions end and the owner gets an e-mail.
 * Errors: `last-way-in` (this is the only log-in method), `two-factor-wrong`, `code-wrong`.
 */
export async function removePasskey(
  room: Room,
  of: Owner & { readonly passkey: string; readonly code: string },
): Promise<Result<Record<string, never>, { readonly code: "last-way-in" | ProofFault }>> {
  const { personId, session, passkey } = of;
  if (await isLastWayIn(room, room.db, { personId, passkey })) return fail({ code: "last-way-in" });
  const proved = await prove(room, of);
  if (!proved.ok) return proved;
  return await room.db.transaction().execute(async (tx) => {
    // The lock serialises parallel removals, so that the last log-in method is never removed.
    await holdPerson(tx, personId);
    if (await isLastWayIn(room, tx, { personId, passkey })) return fail({ code: "last-way-in" });
    const gone = await tx
      .deleteFrom("passkeys")
      .where("id", "=", passkey)
      .where("person_id", "=", personId)
      .returning("name")
      .executeTakeFirst();
    if (gone === undefined) return ok({});
    const [name] = await room.vault.openWords(tx, [{ place: namePlace(personId), sealed: gone.name }]);
    await endOtherSessions(tx, { personId, session, by: "factor-change", now: room.clock.wall() });
    await note(room, tx, personId, { action: "accounts.removePasskey", passkey });
    await tellOwner(room, tx, personId, "passkey-removed", { name: name ?? "" });
    return ok({});
  });
}

/** Loads the WebAuthn library on first use, because it is large and few calls need it. */
export const webauthn = () => import("@simplewebauthn/server");

/** Returns the user handle for authenticators: the person's id, which reveals nothing about the person. */
export function handleOf(personId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(personId.replaceAll("-", ""), "hex"));
}

/**
 * Verifies an app code if two-step log-in is on, otherwise a code sent by e-mail. Does not accept a PIN,
 * because a passkey alone is enough to log in.
 */
async function prove(
  room: Room,
  of: Owner & { readonly code: string },
): Promise<Result<Record<string, never>, { readonly code: ProofFault }>> {
  const by = (await twoFactorSince(room.db, of.personId)) === null ? "email" : "two-factor";
  return await proveByFactorOrMail(room, { ...of, by, action: "passkey" });
}

/**
 * Returns whether this passkey is the only log-in method. True if there is no password, no other passkey, and
 * no usable link to Google or Apple.
 */
async function isLastWayIn(
  room: Room,
  db: Db | Tx,
  { personId, passkey }: { readonly personId: string; readonly passkey: string },
): Promise<boolean> {
  const others = (await passkeysOf(room, db, personId)).filter(({ id }) => id !== passkey);
  if (others.length > 0) return false;
  const { password_hash } = await db
    .selectFrom("credentials")
    .select("password_hash")
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  if (password_hash !== null) return false;
  // Log-ins with Google and Apple cannot ask for the second factor. If the person has one, links to these
  // providers are no usable log-in method.
  if ((await twoFactorSince(db, personId)) !== null) return true;
  const link = await db
    .selectFrom("social_links")
    .select("provider")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return link === undefined;
}

async function note(
  room: Room,
  tx: Tx,
  personId: string,
  { action, passkey }: { readonly action: string; readonly passkey: string },
): Promise<void> {
  const subject = `person:${personId}` as const;
  await record(tx, room.clock, { actor: subject, action, subject, detail: { passkey } });
}
