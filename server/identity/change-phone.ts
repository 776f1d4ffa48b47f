import { localPhone, toE164 } from "../../domain/phone.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import {
  findPerson,
  keepContactChange,
  keepPhone,
  localMoment,
  lockPhoneLink,
  maskPhone,
  type PhoneChange,
  phoneProof,
  restorePhone,
  tellPerson,
} from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import type { LocalEffectContext } from "../flows/index.ts";
import { finderHash, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";

/**
 * Time in milliseconds without new payouts after a change of phone number; the same as for a new bank
 * account.
 */
const HOLD_MS = 24 * 60 * 60_000;

/**
 * Changes a person's phone number, which a code has proved. Also replaces the number in the submitted
 * identity, by which staff find the person, and to which text messages are sent. If there was a previous
 * number, nothing is paid out for a day, and for three days money goes only to a bank account that was in use
 * before. The e-mail gets a link that undoes the change. A proved previous number gets a notice without this
 * link, because someone else may have found a lost phone. Returns whether a number was replaced. Errors:
 * `same-phone`, `no-mobile`.
 */
export async function changePhone(
  room: Room,
  { tx, clock, personId, instance }: Pick<LocalEffectContext, "tx" | "clock" | "personId" | "instance">,
  given: { readonly phone: string },
): Promise<
  Result<
    { readonly replaced: boolean },
    { readonly code: "same-phone" | "no-mobile"; readonly field: "phone" }
  >
> {
  const person = personId === null ? null : await findPerson(tx, personId);
  if (person === null) throw new Error("identity.changePhone: there is no person");
  const phone = toE164(given.phone);
  if (phone === null) return fail({ code: "no-mobile", field: "phone" });
  const before = await phoneProof(room.accounts, tx, person.id);
  if (before?.phone === phone) return fail({ code: "same-phone", field: "phone" });
  const toldOf = (await openProfile(room, tx, person.id))?.general.phone;
  const known = before?.phone ?? (typeof toldOf === "string" ? toE164(toldOf) : null);
  const replaced = known === phone ? null : known;
  const at = clock.now().toJSDate();
  const moneyFrom = replaced === null ? null : new Date(at.getTime() + HOLD_MS);
  await keepPhone(room.accounts, tx, { personId: person.id, phone, at, moneyFrom });
  await findByPhone(room, tx, person.id, phone);
  await record(tx, clock, {
    actor: `person:${person.id}`,
    action: "identity.changePhone",
    subject: `person:${person.id}`,
    version: instance.version,
    detail: { replaces: replaced !== null },
  });
  const said = { phone: maskPhone(phone), when: localMoment(at) };
  if (replaced === null) {
    const key = `${person.id}:${at.getTime()}`;
    const data = { ...said, link: `${room.config.origin}/contact` };
    await tellPerson(room, tx, { person, numbers: [], template: "phone-set", key, data });
    return ok({ replaced: false });
  }
  const former = { kind: "phone", value: replaced, provedAt: before?.provedAt ?? null } as const;
  const { token, hash, until } = await keepContactChange(room.accounts, tx, { personId: person.id, former });
  const data = { ...said, until, link: `${room.config.origin}/undo-phone?token=${token}` };
  const numbers = before === null ? [] : [before.phone];
  const key = hash.toString("hex");
  await tellPerson(room, tx, { person, numbers, template: "phone-changed", key, data });
  return ok({ replaced: true });
}

/**
 * Undoes a change of phone number by its link, once. Restores the former number and ends all sessions. A bank
 * account that was requested since the change is never paid. Notifies the e-mail and both numbers. Errors:
 * `link-invalid`; `phone-taken` (another account has since proved the number).
 */
export async function undoPhoneChange(
  room: Room,
  token: string,
): Promise<Result<null, { readonly code: "link-invalid" | "phone-taken" }>> {
  return await room.db.transaction().execute(async (tx) => {
    const change = await lockPhoneLink(room.accounts, tx, token);
    if (change === null) return fail({ code: "link-invalid" } as const);
    if (await isTaken(room, tx, change)) return fail({ code: "phone-taken" } as const);
    const { id, former, present } = change;
    const at = room.clock.now().toJSDate();
    await restorePhone(room.accounts, tx, { change, moneyFrom: new Date(at.getTime() + HOLD_MS) });
    await findByPhone(room, tx, id, former);
    const subject = `person:${id}` as const;
    await record(tx, room.clock, { actor: subject, action: "identity.undoPhoneChange", subject });
    const said = { phone: maskPhone(former), when: localMoment(at) };
    await tellPerson(room, tx, {
      person: change,
      numbers: [...new Set([former, ...(present === null ? [] : [present])])],
      template: "phone-restored",
      key: change.link.toString("hex"),
      data: { ...said, link: `${room.config.origin}/forgot-password` },
    });
    return ok(null);
  });
}

/** Returns whether another account has proved the former number since the change. */
async function isTaken(room: Room, tx: Tx, { id, former, changedAt }: PhoneChange): Promise<boolean> {
  const other = await tx
    .selectFrom("identity_finders as f")
    .innerJoin("proved_phones as p", "p.person_id", "f.person_id")
    .select("f.person_id")
    .where("f.kind", "=", "phone")
    .where("f.hash", "=", finderHash(room, "phone", localPhone(former)))
    .where("f.person_id", "!=", id)
    .where("p.proved_at", ">=", changedAt)
    .executeTakeFirst();
  return other !== undefined;
}

/** Replaces the hash with which staff find the person by phone number. */
async function findByPhone(room: Room, tx: Tx, personId: string, phone: string): Promise<void> {
  await tx
    .deleteFrom("identity_finders")
    .where("person_id", "=", personId)
    .where("kind", "=", "phone")
    .execute();
  await tx
    .insertInto("identity_finders")
    .values({ person_id: personId, kind: "phone", hash: finderHash(room, "phone", localPhone(phone)) })
    .execute();
}
