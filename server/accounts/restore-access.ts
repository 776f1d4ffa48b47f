import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { turnOffTotp } from "./authenticator.ts";
import { findPerson } from "./people.ts";
import type { Room } from "./room.ts";
import { shutOut } from "./shut-out.ts";

/** The topic of the case by which a visitor asks for an account whose second factor and recovery codes are lost. */
export const RESTORES_ACCESS = "ACCESS_LOST";

/**
 * Opens the way back for an owner whom two colleagues have identified: turns two-step log-in off and shuts out whoever
 * has the lost phone. The owner then sets a new password by e-mail. Bank account, e-mail and phone number stay.
 */
export async function restoreAccess(
  room: Room,
  tx: Tx,
  of: {
    readonly personId: string /** The colleague who decided last. */;
    readonly by: string;
    readonly case: string;
  },
): Promise<void> {
  const person = await findPerson(tx, of.personId);
  if (person === null) throw new Error("accounts.restoreAccess: there is no person");
  const { id, email } = person;
  const { password_hash } = (await tx
    .selectFrom("credentials")
    .select("password_hash")
    .where("person_id", "=", id)
    .executeTakeFirst()) ?? { password_hash: null };
  await turnOffTotp(room, tx, id);
  await shutOut(room, tx, { id, email, hadPassword: password_hash !== null, by: "access-restored" });
  await record(tx, room.clock, {
    actor: `person:${of.by}`,
    action: "accounts.restoreAccess",
    subject: `person:${id}`,
    detail: { case: of.case },
  });
}
