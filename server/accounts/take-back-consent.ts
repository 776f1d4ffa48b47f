import { record } from "../audit/index.ts";
import type { EffectInput, LocalEffectContext } from "../flows/index.ts";
import { withdrawConsent } from "./consents.ts";
import { localMoment } from "./local-moment.ts";
import { findPerson } from "./people.ts";
import type { Room } from "./room.ts";

const PURPOSES = { PUBLICITY: "publicity", BIOMETRICS: "biometrics" } as const;

/**
 * Withdraws a consent and confirms the withdrawal by letter. Does nothing if the person had given no consent.
 */
export async function takeBackConsent(
  room: Room,
  context: Pick<LocalEffectContext, "tx" | "personId" | "handedOn" | "instance">,
  input: EffectInput<"accounts.withdrawConsent">,
): Promise<Record<string, never>> {
  const { tx, personId, instance } = context;
  const person = personId === null ? null : await findPerson(tx, personId);
  if (person === null) throw new Error("accounts.withdrawConsent: a visitor has no consents");
  const purpose = PURPOSES[input.purpose];
  const now = room.clock.wall();
  if (!(await withdrawConsent(tx, { personId: person.id, purpose, at: now }))) return {};
  const said = context.handedOn().find(({ name }) => name === "purpose")?.word;
  await room.messages.send(tx, {
    to: person.email,
    template: "consent-withdrawn",
    language: person.language,
    data: {
      purpose: said?.[person.language] ?? purpose,
      when: localMoment(now),
      link: `${room.config.origin}/me/profile`,
    },
    key: `consent-withdrawn:${person.id}:${purpose}:${now.getTime()}`,
  });
  await record(tx, room.clock, {
    actor: `person:${person.id}`,
    action: "accounts.withdrawConsent",
    subject: `person:${person.id}`,
    version: instance.version,
    detail: { purpose },
  });
  return {};
}
