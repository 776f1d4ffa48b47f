import type { OwnConsent } from "../../domain/own-consents.ts";
import { record } from "../audit/index.ts";
import { consentStates } from "./consent-states.ts";
import { recordConsent } from "./consents.ts";
import { localMoment } from "./local-moment.ts";
import { findPerson, holdPerson } from "./people.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/**
 * Gives a withdrawn consent again, to the version that the person read, and confirms it by letter. Does
 * nothing if the consent is already given. Returns false if the person never decided on this text. Also
 * returns false if that version is no longer in force, because no one can agree to a text they have not seen.
 */
export async function giveConsent(
  room: Room,
  of: { readonly personId: string; readonly purpose: OwnConsent; readonly version: string },
): Promise<boolean> {
  const { personId, purpose, version } = of;
  const inForce = room.legal();
  if (inForce[purpose].version !== version) return false;
  const at = room.clock.wall();
  return await room.db.transaction().execute(async (tx) => {
    // The lock makes two parallel requests record only one decision.
    await holdPerson(tx, personId);
    const person = await findPerson(tx, personId);
    if (person === null) throw new Error(`giveConsent: no person ${personId}`);
    const states = await consentStates(room, tx, personId);
    const state = states.find((one) => one.purpose === purpose)?.state;
    // Without an earlier decision, there is no consent to give again.
    if (state === undefined || state === "none") return false;
    if (state === "given") return true;
    const { language } = person;
    await recordConsent(tx, inForce, { personId, purpose, decision: "given", language, channel: "web", at });
    await room.messages.send(tx, {
      to: person.email,
      template: `consent-given-${purpose}`,
      language,
      data: { version, when: localMoment(at), link: `${room.config.origin}/me/profile` },
      key: `consent-given:${personId}:${purpose}:${at.getTime()}`,
    });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "accounts.giveConsent",
      subject: `person:${personId}`,
      detail: { purpose, version },
    });
    return true;
  });
}
