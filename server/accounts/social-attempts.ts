import { createHash } from "node:crypto";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Tx } from "../db/index.ts";
import { nonceOf, type ProofFailure, type Proved, readIdToken, tradeCode } from "./id-token.ts";
import type { Provider } from "./providers.ts";
import type { Room } from "./room.ts";
import { hashToken, randomToken } from "./secrets.ts";
import "./tables.ts";

/** How long somebody may take at the provider and with what we ask afterwards. */
export const ATTEMPT_MS = 10 * 60_000;

/** Begins a visit to a provider; the secret goes into a cookie that no page can read. */
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
 * What the provider proved in a visit of this browser. The first proof that is good is kept: what is asked afterwards
 * (consents, the password of an account) is answered with the same one, and no other. Errors: see `ProofFailure`; a proof of
 * another browser, of another visit or one that has let somebody in is `social-invalid`.
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

/** Uses a visit up: it lets somebody in once. Answers whether it was still good. */
export async function spendAttempt(room: Room, tx: Tx, secret: string): Promise<boolean> {
  const used = await tx
    .updateTable("social_attempts")
    .set({ used_at: room.clock.wall() })
    .where("secret_hash", "=", hashToken(secret))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Where a provider sends people back to. Apple sends a form, which no page can take. */
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
