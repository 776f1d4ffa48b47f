import type { Tx } from "../db/index.ts";
import { emailKey } from "./email.ts";
import { endLoginChallenge } from "./login-challenge.ts";
import { forgetDevices } from "./login-devices.ts";
import { blockPin } from "./pin.ts";
import type { Room } from "./room.ts";
import { endAllSessions } from "./sessions.ts";
import { unlinkWallet } from "./wallet.ts";

/**
 * Ends an intruder's access to an account: ends every session, forgets the known browsers, removes passkeys
 * and wallet, and blocks the PIN, which the intruder may have set. The owner resets the PIN by a code sent by
 * e-mail. `hadPassword`: whether the account had a password. Without a password, the links to Google and
 * Apple stay, because they are the only log-in method.
 */
export async function shutOut(
  room: Room,
  tx: Tx,
  of: {
    readonly id: string;
    readonly email: string;
    readonly hadPassword: boolean;
    readonly by: "password-change" | "phone-restored" | "access-restored";
  },
): Promise<void> {
  if (of.hadPassword) await tx.deleteFrom("social_links").where("person_id", "=", of.id).execute();
  await tx.deleteFrom("passkeys").where("person_id", "=", of.id).execute();
  await blockPin(tx, of.id);
  await unlinkWallet(tx, of.id);
  await endLoginChallenge(room, tx, emailKey(of.email));
  await forgetDevices(tx, of.id);
  await endAllSessions(tx, of.id, of.by, room.clock.wall());
}

/** Returns whether the account has a password. */
export async function hasPassword(tx: Tx, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("credentials")
    .select("password_hash")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return typeof row?.password_hash === "string";
}
