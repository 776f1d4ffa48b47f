import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { hashToken } from "./secrets.ts";
import "./tables.ts";

/** Time in milliseconds that the person has to answer the device's passkey prompt. */
export const CHALLENGE_MS = 5 * 60_000;

/**
 * The purpose and the owner of a challenge. The owner is the session that makes a passkey, or the browser
 * that logs in.
 */
type Of = { readonly purpose: "make" | "log-in"; readonly owner: string };

/** Stores an owner's challenge in place of the previous one. */
export async function keepChallenge(
  room: Room,
  tx: Tx,
  { purpose, owner }: Of,
  challenge: string,
): Promise<void> {
  const row = { challenge, expires_at: new Date(room.clock.wall().getTime() + CHALLENGE_MS) };
  await tx
    .insertInto("passkey_challenges")
    .values({ purpose, owner_hash: hashToken(owner), ...row })
    .onConflict((conflict) => conflict.columns(["purpose", "owner_hash"]).doUpdateSet(row))
    .execute();
}

/**
 * Deletes the stored challenge and returns it, whether or not the passkey is then accepted; `null` if there
 * is none.
 */
export async function takeChallenge(room: Room, db: Db, { purpose, owner }: Of): Promise<string | null> {
  const row = await db
    .deleteFrom("passkey_challenges")
    .where("purpose", "=", purpose)
    .where("owner_hash", "=", hashToken(owner))
    .returning(["challenge", "expires_at"])
    .executeTakeFirst();
  return row !== undefined && row.expires_at > room.clock.wall() ? row.challenge : null;
}
