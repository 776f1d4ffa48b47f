import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import { FORMER_PLACE, undoContactChange } from "./contact-changes.ts";
import { lockReset, openReset } from "./password-reset.ts";
import { keepPhone, maskPhone, provedPhone } from "./phones.ts";
import type { Room } from "./room.ts";
import { hashToken } from "./secrets.ts";
import { hasPassword, shutOut } from "./shut-out.ts";
import "./tables.ts";

const PURPOSE = "restore-phone";

/**
 * The change that a valid link undoes. `former`: the number that the link restores; `present`: the proved
 * number, `null` if none.
 */
export type PhoneChange = {
  /** Hash of the link. */
  readonly link: Buffer;
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  readonly former: string;
  /** Time at which the former number was proved; `null` if never. */
  readonly provedAt: Date | null;
  readonly present: string | null;
  readonly changedAt: Date;
};

/** Returns the former and the present number of a valid link, masked; `null` if the link is not valid. */
export async function checkPhoneLink(
  room: Room,
  token: string,
): Promise<{ readonly former: string; readonly present: string | null } | null> {
  return await room.db.transaction().execute(async (tx) => {
    const change = await readLink(room, tx, token, await openReset(room, tx, { token, purpose: PURPOSE }));
    if (change === null) return null;
    const { former, present } = change;
    return { former: maskPhone(former), present: present === null ? null : maskPhone(present) };
  });
}

/**
 * Locks the owner and the link, and returns the change that the link undoes; `null` if the link is not valid.
 */
export async function lockPhoneLink(room: Room, tx: Tx, token: string): Promise<PhoneChange | null> {
  return await readLink(room, tx, token, await lockReset(room, tx, { token, purpose: PURPOSE }));
}

/**
 * Restores the phone number of a locked link, and ends the access of the person who changed the number. This
 * link and the links of later changes of the number become invalid; links of earlier changes still work. No
 * new payout is made before `moneyFrom`.
 */
export async function restorePhone(
  room: Room,
  tx: Tx,
  of: { readonly change: PhoneChange; readonly moneyFrom: Date },
): Promise<void> {
  const { link, id, email, former, provedAt } = of.change;
  if (provedAt === null) await tx.deleteFrom("proved_phones").where("person_id", "=", id).execute();
  else await keepPhone(room, tx, { personId: id, phone: former, at: provedAt, moneyFrom: of.moneyFrom });
  await tx
    .updateTable("password_resets")
    .set({ used_at: room.clock.wall() })
    .where("person_id", "=", id)
    .where("purpose", "=", PURPOSE)
    .where("used_at", "is", null)
    .where("created_at", ">=", (links) =>
      links
        .selectFrom("password_resets as used")
        .select("used.created_at")
        .where("used.token_hash", "=", link),
    )
    .execute();
  await undoContactChange(room, tx, { personId: id, kind: "phone", link });
  await shutOut(room, tx, { id, email, hadPassword: await hasPassword(tx, id), by: "phone-restored" });
}

async function readLink(
  room: Room,
  tx: Tx,
  token: string,
  link: Awaited<ReturnType<typeof openReset>>,
): Promise<PhoneChange | null> {
  if (link === null) return null;
  const { id, email, language, restores_phone, restores_proved_at } = link;
  const [former] = await room.vault.openWords(tx, [
    { place: FORMER_PLACE.phone(id), sealed: restores_phone },
  ]);
  const hash = hashToken(token);
  const change = await tx
    .selectFrom("contact_changes")
    .select("at")
    .where("link", "=", hash)
    .executeTakeFirst();
  if (former == null || change === undefined) return null;
  const present = await provedPhone(room, tx, id);
  return {
    link: hash,
    id,
    email,
    language,
    former,
    provedAt: restores_proved_at,
    present,
    changedAt: change.at,
  };
}
