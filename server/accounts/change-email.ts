import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { keepContactChange, restoresKey } from "./contact-changes.ts";
import { emailKey, maskEmail } from "./email.ts";
import { localMoment } from "./local-moment.ts";
import { endLoginChallenge } from "./login-challenge.ts";
import { forgetDevices } from "./login-devices.ts";
import type { Room } from "./room.ts";
import { endOtherSessions } from "./sessions.ts";
import "./tables.ts";

/**
 * Changes the e-mail of an account. The caller has proved the new address with a code. The old address gets a
 * link, valid for three days: setting a new password with this link restores the old address and ends every
 * session. All sessions except the requesting one end at once. Errors: `not-for-staff` (an admin creates
 * another account for staff), `same-address`, `address-taken`.
 */
export async function changeEmail(
  room: Room,
  tx: Tx,
  of: { readonly personId: string; readonly email: string; readonly session: string | undefined },
): Promise<
  Result<
    Record<string, never>,
    | { readonly code: "not-for-staff" }
    | { readonly code: "same-address" | "address-taken"; readonly field: "email" }
  >
> {
  const now = room.clock.wall();
  const email = of.email.trim();
  const person = await tx
    .selectFrom("people")
    .select(["email", "email_key", "language", "role"])
    .where("id", "=", of.personId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (person.role !== null) return fail({ code: "not-for-staff" });
  if (person.email_key === emailKey(email)) return fail({ code: "same-address", field: "email" });
  if (await isAddressTaken(room, tx, email, of.personId))
    return fail({ code: "address-taken", field: "email" });
  await tx
    .updateTable("people")
    .set({ email, email_key: emailKey(email), email_confirmed_at: now })
    .where("id", "=", of.personId)
    .execute();
  // Invalidates the links that were sent to the old address, except links that restore an address.
  await tx
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("person_id", "=", of.personId)
    .where("used_at", "is", null)
    .where("restores_key", "is", null)
    .execute();
  await endLoginChallenge(room, tx, person.email_key);
  await forgetDevices(tx, of.personId);
  await endOtherSessions(tx, { personId: of.personId, session: of.session, by: "email-change", now });
  await tellBefore(room, tx, { personId: of.personId, person, email, now });
  await record(tx, room.clock, {
    actor: `person:${of.personId}`,
    action: "accounts.changeEmail",
    subject: `person:${of.personId}`,
  });
  return ok({});
}

async function tellBefore(
  room: Room,
  tx: Tx,
  of: {
    readonly personId: string;
    readonly person: {
      readonly email: string;
      readonly language: Language;
    };
    readonly email: string;
    readonly now: Date;
  },
): Promise<void> {
  const { personId, person, now } = of;
  const former = { kind: "email", value: person.email } as const;
  const { token, hash, until } = await keepContactChange(room, tx, { personId, former });
  await room.messages.send(tx, {
    to: person.email,
    template: "email-changed",
    language: person.language,
    data: {
      email: maskEmail(of.email),
      when: localMoment(now),
      link: `${room.config.origin}/reset-password?token=${token}`,
      until,
    },
    key: `email-changed:${hash.toString("hex")}`,
  });
}

/**
 * Returns whether an address is in use, or can still be restored by a valid link. `except`: identifier of a
 * person whose own address is ignored.
 */
export async function isAddressTaken(room: Room, tx: Tx, email: string, except?: string): Promise<boolean> {
  const key = emailKey(email);
  const owner = await tx.selectFrom("people").select("id").where("email_key", "=", key).executeTakeFirst();
  if (owner !== undefined) return true;
  return await isAddressKept(room, tx, email, except);
}

/** Returns whether a valid link can restore this address to its former account. */
export async function isAddressKept(room: Room, tx: Tx, email: string, except?: string): Promise<boolean> {
  const kept = await tx
    .selectFrom("password_resets")
    .select("person_id")
    .where("restores_key", "=", restoresKey(room, { kind: "email", value: email }))
    .where("used_at", "is", null)
    .where("expires_at", ">", room.clock.wall())
    .$if(except !== undefined, (others) => others.where("person_id", "!=", String(except)))
    .executeTakeFirst();
  return kept !== undefined;
}
