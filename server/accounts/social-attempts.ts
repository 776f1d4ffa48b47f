import { createHash } from "node:crypto";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Tx } from "../db/index.ts";
import { nonceOf, type ProofFailure, type Proved, readIdToken, tradeCode } from "./id-token.ts";
import type { Provider } from "./providers.ts";
import type { Room } from "./room.ts";
import { hashToken, randomToken } from "./secrets.ts";
import "./tables.ts";

/** Time in milliseconds for the log-in at the provider and the questions that follow. */
export const ATTEMPT_MS = 10 * 60_000;

/** Begins a log-in at a provider. The returned secret goes into an HttpOnly cookie. */
export async function beginAttempt(room: Room, provider: Provider): Promise<string> {
  const secret = randomToken();
  await room.db
    .insertInto("social_attempts")
    .values({
      secret_hash: hashToken(secret),
      provider,
      expires_at: new Date(room.clock.wall().getTime() + ATTEMPT_MS),
      proof_hash: null,
      subject: null,
      email: null,
      used_at: null,
    })
    .execute();
  return secret;
}

/**
 * Returns what the provider proved in a log-in of this browser. The first valid proof is stored, and later
 * requests (consents, an account's password) use only the stored proof. Errors: see `ProofFailure`. A proof
 * that belongs to another browser or log-in, or was already used, is `social-invalid`.
 */
export async function proofOf(
  room: Room,
  provider: Provider,
  given: { readonly secret: string | undefined; readonly proof: string },
): Promise<Result<Proved, ProofFailure>> {
  const invalid = fail({ code: "social-invalid" } as const);
  const settings = room.providers()[provider];
  if (settings === null || given.secret === undefined) return invalid;
  const now = room.clock.wall();
  const attempt = await room.db
    .selectFrom("social_attempts")
    .selectAll()
    .where("secret_hash", "=", hashToken(given.secret))
    .where("provider", "=", provider)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (attempt === undefined) return invalid;
  const proofHash = createHash("sha256").update(given.proof).digest();
  const place = `social_attempts/${attempt.secret_hash.toString("hex")}`;
  if (attempt.proof_hash !== null) {
    const [email] = await room.vault.openWords(room.db, [{ place, sealed: attempt.email }]);
    return attempt.proof_hash.equals(proofHash) && attempt.subject !== null && email != null
      ? ok({ subject: attempt.subject, email })
      : invalid;
  }
  const proved = await prove(room, provider, { secret: given.secret, proof: given.proof, now });
  if (!proved.ok) return proved;
  const email = await room.vault.sealWords(room.db, null, place, proved.value.email);
  const kept = await room.db
    .updateTable("social_attempts")
    .set({ proof_hash: proofHash, subject: proved.value.subject, email })
    .where("secret_hash", "=", attempt.secret_hash)
    .where("proof_hash", "is", null)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n ? proved : invalid;
}

/** Consumes a provider's proof, which allows one log-in. Returns whether the proof was still valid. */
export async function spendAttempt(room: Room, tx: Tx, secret: string): Promise<boolean> {
  const used = await tx
    .updateTable("social_attempts")
    .set({ used_at: room.clock.wall() })
    .where("secret_hash", "=", hashToken(secret))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/**
 * Returns the address to which the provider redirects. Apple's goes to the server, because Apple posts a form
 * and a page cannot receive it.
 */
export function redirectUri(room: Room, provider: Provider): string {
  return provider === "google"
    ? `${room.config.origin}/login/google`
    : `${room.config.origin}/api/auth/apple/return`;
}

async function prove(
  room: Room,
  provider: Provider,
  { secret, proof, now }: { readonly secret: string; readonly proof: string; readonly now: Date },
): Promise<Result<Proved, ProofFailure>> {
  const { google, apple } = room.providers();
  const visit = { nonce: nonceOf(secret), now };
  if (provider === "google" && google !== null) return await readIdToken("google", google, proof, visit);
  if (provider === "apple" && apple !== null) {
    const traded = await tradeCode(apple, proof, { redirectUri: redirectUri(room, "apple"), now });
    return traded.ok ? await readIdToken("apple", apple, traded.value, visit) : traded;
  }
  return fail({ code: "social-invalid" });
}
