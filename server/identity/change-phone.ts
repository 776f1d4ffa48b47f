import { localPhone, toE164 } from "../../domain/phone.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { findPerson, keepContactChange, keepPhone, localMoment, provedPhone } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { LocalEffectContext } from "../flows/index.ts";
import { finderHash, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";

/** Time without new payouts after a change of number, as after a new bank account. */
const HOLD_MS = 24 * 60 * 60_000;

/**
 * Changes a person's phone number, proved by a code. It also replaces the number given with the identity: staff see it
 * and find them by it, and text messages go there. Replacing a number holds payouts for a day, and for three days money
 * goes only to an account that was in use before. The e-mail and a proved previous number are notified. Errors:
 * `same-phone`, `no-mobile`.
 */
export async function changePhone(
  room: Room,
  { tx, clock, personId, instance }: Pick<LocalEffectContext, "tx" | "clock" | "personId" | "instance">,
  given: { readonly phone: string },
): Promise<
  Result<Record<string, never>, { readonly code: "same-phone" | "no-mobile"; readonly field: "phone" }>
> {
  const person = personId === null ? null : await findPerson(tx, personId);
  if (person === null) throw new Error("identity.changePhone: there is no person");
  const phone = toE164(given.phone);
  if (phone === null) return fail({ code: "no-mobile", field: "phone" });
  const before = await provedPhone(room.accounts, tx, person.id);
  if (before === phone) return fail({ code: "same-phone", field: "phone" });
  const toldOf = (await openProfile(room, tx, person.id))?.general.phone;
  const known = before ?? (typeof toldOf === "string" ? toE164(toldOf) : null);
  const at = clock.now().toJSDate();
  const moneyFrom = known === null || known === phone ? null : new Date(at.getTime() + HOLD_MS);
  await keepPhone(room.accounts, tx, { personId: person.id, phone, at, moneyFrom });
  if (moneyFrom !== null)
    await keepContactChange(tx, clock, { personId: person.id, kind: "phone", link: null });
  await findBy(room, tx, person.id, phone);
  await record(tx, clock, {
    actor: `person:${person.id}`,
    action: "identity.changePhone",
    subject: `person:${person.id}`,
    version: instance.version,
    detail: { replaces: known !== null && known !== phone },
  });
  const letter = {
    language: person.language,
    data: {
      phone: `••• ••• ${phone.slice(-4)}`,
      when: localMoment(at),
      link: `${room.config.origin}/contact`,
    },
  };
  const template = moneyFrom === null ? "phone-set" : "phone-changed";
  const key = `${template}:${person.id}:${at.getTime()}`;
  await room.messages.send(tx, { to: person.email, template, key, ...letter });
  if (before !== null)
    await room.messages.send(tx, { to: before, channel: "sms", template, key: `${key}:sms`, ...letter });
  return ok({});
}

/** Lets staff find the person by the new number instead of the old one. */
async function findBy(room: Room, tx: LocalEffectContext["tx"], personId: string, phone: string) {
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
