import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { hashToken } from "./secrets.ts";
import "./tables.ts";

/** How long somebody may take at the prompt of their device. */
export const CHALLENGE_MS = 5 * 60_000;

/** For what a challenge is, and whose: of a log-in that makes a passkey, or of the browser that wants to log in. */
type Of = { readonly purpose: "make" | "log-in"; readonly owner: string };

/** Keeps a challenge in the place of the one before. */
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

/** Uses a challenge up, whatever comes of it; `null` where there is none any more. */
export async function takeChallenge(room: Room, db: Db, { purpose, owner }: Of): Promise<string | null> {
  const row = await db
    .deleteFrom("passkey_challenges")
    .where("purpose", "=", purpose)
    .where("owner_hash", "=", hashToken(owner))
    .returning(["challenge", "expires_at"])
    .executeTakeFirst();
  return row !== undefined && row.expires_at > room.clock.wall() ? row.challenge : null;
}
