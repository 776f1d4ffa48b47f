import { ok, type Result } from "../../engine/values/result.ts";
import { findPerson, localMoment } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { EffectInput, LocalEffectContext } from "../flows/index.ts";
import { openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Fields of the form for work and income. A field that is left out is removed. */
const WORK = [
  "occupation",
  "occupationOther",
  "workplace",
  "incomeLevel",
  "incomeSources",
  "incomeSourceOther",
] as const;

/**
 * Changes a person's address, or work and income, and notifies the person. Does not change names or the ID
 * card, because compliance must review these.
 */
export async function changePersonal(
  room: Room,
  { tx, clock, personId, instance }: Pick<LocalEffectContext, "tx" | "clock" | "personId" | "instance">,
  given: EffectInput<"identity.changePersonal">,
): Promise<Result<Record<string, never>, never>> {
  const person = personId === null ? null : await findPerson(tx, personId);
  const profile = person === null ? null : await openProfile(room, tx, person.id);
  if (person === null || profile === null) throw new Error("identity.changePersonal: nobody is verified");
  const kept = Object.entries(profile.general).filter(
    ([name]) => given.occupation === undefined || !(WORK as readonly string[]).includes(name),
  );
  const general = { ...Object.fromEntries(kept), ...given };
  await tx
    .updateTable("identity_profiles")
    .set({ sealed: await room.accounts.vault.seal(tx, person.id, JSON.stringify(general)) })
    .where("person_id", "=", person.id)
    .execute();
  await record(tx, clock, {
    actor: `person:${person.id}`,
    action: "identity.changePersonal",
    subject: `person:${person.id}`,
    version: instance.version,
    detail: { fields: Object.keys(given) },
  });
  const at = clock.now().toJSDate();
  await room.messages.send(tx, {
    to: person.email,
    template: "personal-changed",
    language: person.language,
    data: { when: localMoment(at), link: `${room.config.origin}/contact` },
    key: `personal-changed:${person.id}:${at.getTime()}`,
  });
  return ok({});
}
