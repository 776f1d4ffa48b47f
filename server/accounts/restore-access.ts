import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { turnOffTotp } from "./authenticator.ts";
import { keepAccessChange } from "./contact-changes.ts";
import { localMoment } from "./local-moment.ts";
import { findPerson, type PersonRecord } from "./people.ts";
import { provedPhone } from "./phones.ts";
import type { Room } from "./room.ts";
import { hasPassword, shutOut } from "./shut-out.ts";
import { tellPerson } from "./tell-person.ts";
import "./tables.ts";

/**
 * Topic of the case with which a visitor requests access to an account whose second factor and recovery codes
 * are lost.
 */
export const RESTORES_ACCESS = "ACCESS_LOST";

/**
 * Restores access for an owner whom two colleagues have identified. Turns two-step log-in off, removes the
 * password and every other log-in method, and ends every session and every pending recovery. The owner then
 * sets a new password by e-mail. For a day nothing is paid out, and for three days money goes only to the
 * bank account in use. Bank account, e-mail and phone number stay; the owner is notified at the e-mail and
 * the phone number.
 */
export async function restoreAccess(
  room: Room,
  tx: Tx,
  of: {
    readonly personId: string;
    /** Identifier of the colleague who approved last. */
    readonly by: string;
    readonly case: string;
  },
): Promise<void> {
  const person = await findPerson(tx, of.personId);
  if (person === null) throw new Error("accounts.restoreAccess: there is no person");
  const { id, email } = person;
  const now = room.clock.wall();
  const hadPassword = await hasPassword(tx, id);
  await turnOffTotp(room, tx, id, { isTold: false });
  // The password is removed, because only the second factor protected the account from a person who knew the
  // password.
  await tx.updateTable("credentials").set({ password_hash: null }).where("person_id", "=", id).execute();
  await tx
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("person_id", "=", id)
    .where("purpose", "=", "account-recovery")
    .where("used_at", "is", null)
    .execute();
  await shutOut(room, tx, { id, email, hadPassword, by: "access-restored" });
  const { until } = await keepAccessChange(room, tx, id);
  await record(tx, room.clock, {
    actor: `person:${of.by}`,
    action: "accounts.restoreAccess",
    subject: `person:${id}`,
    detail: { case: of.case },
  });
  const data = { until, when: localMoment(now), link: `${room.config.origin}/forgot-password` };
  await tell(room, tx, { person, template: "access-restored", data, key: of.case });
}

/**
 * Notifies an account, by e-mail and text message, that someone requested access to it and how to stop the
 * request.
 */
export async function tellAccessAsked(
  room: Room,
  tx: Tx,
  of: {
    readonly personId: string;
    readonly case: string;
    readonly reference: string;
    readonly dueOn: string;
  },
): Promise<void> {
  const person = await findPerson(tx, of.personId);
  if (person === null) return;
  const { reference, dueOn } = of;
  const data = { reference, dueOn, link: `${room.config.origin}/cases` };
  await tell(room, tx, { person, template: "access-asked", data, key: of.case });
}

/** Sends a notice to the account by e-mail, and by text message if the account has a proved number. */
async function tell(
  room: Room,
  tx: Tx,
  of: Omit<Parameters<typeof tellPerson>[2], "numbers" | "person"> & { readonly person: PersonRecord },
): Promise<void> {
  const phone = await provedPhone(room, tx, of.person.id);
  await tellPerson(room, tx, { ...of, numbers: phone === null ? [] : [phone] });
}
