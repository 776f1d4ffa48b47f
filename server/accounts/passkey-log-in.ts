import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { beginSession, type From, type LoggedIn } from "./begin-session.ts";
import { belongsHere, joinBrand } from "./brand-customers.ts";
import { CHALLENGE_MS, keepChallenge, takeChallenge } from "./passkey-challenges.ts";
import { handleOf, rpIdOf, webauthn } from "./passkeys.ts";
import type { Room } from "./room.ts";
import { randomToken } from "./secrets.ts";
import "./tables.ts";

/** Returns the options for a passkey log-in, and the secret for an HttpOnly cookie. */
export async function beginPasskeyLogIn(room: Room) {
  const { generateAuthenticationOptions } = await webauthn();
  // The options list no passkeys, so that they reveal nothing about existing ones.
  const rpId = rpIdOf(room);
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  const secret = randomToken();
  await room.db
    .transaction()
    .execute((tx) => keepChallenge(room, tx, { purpose: "log-in", owner: secret }, challenge));
  const options = { challenge, rpId, timeout: CHALLENGE_MS, userVerification: "required" as const };
  return { secret, options };
}

/** The signature of a passkey, as the browser sends it. */
export type Signed = {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string;
};

/**
 * Logs in by passkey with this browser's challenge, which is consumed. The device has verified the user, so
 * the passkey also counts as second factor. A passkey whose counter did not increase may be a copy, so it is
 * rejected and recorded. Errors: `passkey-invalid`, `transfer-needed`.
 */
export async function logInByPasskey(
  room: Room,
  given: { readonly from: From; readonly secret: string | undefined; readonly signed: Signed },
): Promise<Result<LoggedIn, { readonly code: "passkey-invalid" | "transfer-needed" }>> {
  const invalid = fail({ code: "passkey-invalid" } as const);
  const { from, secret, signed } = given;
  if (secret === undefined) return invalid;
  const challenge = await takeChallenge(room, room.db, { purpose: "log-in", owner: secret });
  if (challenge === null) return invalid;
  const row = await passkeyOf(room, signed);
  if (row === undefined || row.email_confirmed_at === null) return invalid;
  if (!Buffer.from(signed.userHandle, "base64url").equals(handleOf(row.personId))) return invalid;
  const use = await verify(room, { passkey: row, challenge, signed });
  if (use === null) return invalid;
  const person = { id: row.personId, email: row.email, role: row.role, language: row.language };
  if (!(await belongsHere(room, room.db, person))) return fail({ code: "transfer-needed" });
  return await room.db.transaction().execute(async (tx) => {
    if (!(await countUse(room, tx, row.id, use))) {
      await record(tx, room.clock, {
        actor: "system:accounts",
        action: "accounts.refusePasskey",
        subject: `person:${person.id}`,
        detail: { passkey: row.id },
      });
      return invalid;
    }
    if (person.role === null) await joinBrand(room, tx, person.id, "log-in");
    return ok(await beginSession(room, tx, person, { from, enteredWith: "passkey", factorProved: true }));
  });
}

/** Returns the passkey that made the signature, together with its owner. Finds only passkeys of this host. */
async function passkeyOf(room: Room, signed: Signed) {
  return await room.db
    .selectFrom("passkeys as k")
    .innerJoin("people as p", "p.id", "k.person_id")
    .select(["k.id", "k.public_key", "k.credential_id", "k.backup_eligible"])
    .select(["p.id as personId", "p.email", "p.role", "p.language", "p.email_confirmed_at"])
    .where("k.credential_id", "=", Buffer.from(signed.id, "base64url"))
    .where("k.rp_id", "=", rpIdOf(room))
    .executeTakeFirst();
}

/**
 * Result of a verified signature: the passkey's counter on the device, and whether the device's maker has a
 * copy of the passkey.
 */
type Use = { readonly counter: number; readonly backedUp: boolean };

/** Verifies the signature of a challenge; returns `null` if this passkey did not make it. */
async function verify(
  room: Room,
  of: {
    readonly passkey: NonNullable<Awaited<ReturnType<typeof passkeyOf>>>;
    readonly challenge: string;
    readonly signed: Signed;
  },
): Promise<Use | null> {
  const { passkey, challenge, signed } = of;
  const { verifyAuthenticationResponse } = await webauthn();
  const id = passkey.credential_id.toString("base64url");
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: signed.clientDataJSON,
        authenticatorData: signed.authenticatorData,
        signature: signed.signature,
        userHandle: signed.userHandle,
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: room.config.origin,
    expectedRPID: rpIdOf(room),
    // `countUse` checks the counter when it stores it, so the library does not check it.
    credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null);
  if (checked === null || !checked.verified) return null;
  const { newCounter, credentialDeviceType, credentialBackedUp } = checked.authenticationInfo;
  if ((credentialDeviceType === "multiDevice") !== passkey.backup_eligible) return null;
  return { counter: newCounter, backedUp: credentialBackedUp };
}

/**
 * Stores the counter of a passkey after a log-in. Returns false if the counter did not increase. A device
 * without a counter always sends 0.
 */
async function countUse(room: Room, tx: Tx, passkey: string, { counter, backedUp }: Use): Promise<boolean> {
  const counted = await tx
    .updateTable("passkeys")
    .set({ uses: counter, backed_up: backedUp, used_at: room.clock.wall() })
    .where("id", "=", passkey)
    .where((either) =>
      either.or([
        either("uses", "<", String(counter)),
        either.and([either("uses", "=", "0"), either.val(counter === 0)]),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  return counted !== undefined;
}
