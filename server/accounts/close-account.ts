import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { erasedAddress } from "../../domain/erased-address.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import { endLoginChallenge } from "./login-challenge.ts";
import { provedPhone } from "./phones.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Tables that hold data of a person only for log-in and contact. */
const OF_LOG_IN = [
  ...[
    "sessions",
    "email_confirmations",
    "password_resets",
    "social_links",
    "wallet_proofs",
    "wallet_savings",
  ],
  ...["proved_phones", "authenticators", "recovery_codes", "passkeys", "login_devices", "repeated_calls"],
  ...["test_proposals"],
] as const;

/** Contact data of an account before it was closed. */
export type Reached = {
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
};

/**
 * Closes an account for ever. Deletes sessions, credentials and contacts, and replaces the e-mail address by
 * an unusable one, so that the person can sign up again. Returns the person's former contact data; `null` if
 * the account was already closed.
 */
export async function closeAccount(room: Room, tx: Tx, personId: string): Promise<Reached | null> {
  const person = await tx
    .selectFrom("people")
    .select(["email", "email_key", "language"])
    .where("id", "=", personId)
    .where("erased_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (person === undefined) return null;
  const phone = await provedPhone(room, tx, personId);
  const address = erasedAddress(randomUUID());
  await tx
    .updateTable("people")
    .set({
      ...{ email: address, email_key: address, email_confirmed_at: null, erased_at: room.clock.wall() },
      ...{ true_money_id: null, wallet_address: null, signed_up_in: null },
    })
    .where("id", "=", personId)
    .execute();
  await tx
    .updateTable("credentials")
    .set({ password_hash: null, pin_hash: null, pin_mac: null, pin_key: null, pin_set_at: null })
    .where("person_id", "=", personId)
    .execute();
  for (const table of OF_LOG_IN)
    await sql`delete from ${sql.table(table)} where person_id = ${personId}`.execute(tx);
  for (const table of ["one_time_passwords", "one_time_password_days"] as const)
    await tx.deleteFrom(table).where("owner", "=", `person:${personId}`).execute();
  await endLoginChallenge(room, tx, person.email_key);
  return { email: person.email, phone, language: person.language };
}
