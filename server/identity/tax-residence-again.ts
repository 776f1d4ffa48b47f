import { ok, type Result } from "../../engine/values/result.ts";
import { findPerson, localMoment } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { EffectInput } from "../flows/index.ts";
import type { Room } from "./room.ts";
import { type Context, writeFatca } from "./submitted-records.ts";
import "./tables.ts";

/**
 * Stores a repeated FATCA and CRS self-certification. Earlier ones are kept. A US person can then no longer
 * increase an investment (`agreeFatca`). Orders, holdings and redemptions are unaffected.
 */
export async function declareTaxResidence(
  room: Room,
  context: Context,
  given: EffectInput<"identity.declareTaxResidence">,
): Promise<Result<Record<string, never>, never>> {
  const { tx, clock, personId } = context;
  const person = personId === null ? null : await findPerson(tx, personId);
  if (person === null) throw new Error("identity.declareTaxResidence: there is no person");
  await writeFatca(room, context, person, given);
  await record(tx, clock, {
    actor: `person:${person.id}`,
    action: "identity.declareTaxResidence",
    subject: `person:${person.id}`,
    version: context.instance.version,
    detail: { form: given.fatcaForm },
  });
  await room.messages.send(tx, {
    to: person.email,
    template: given.fatcaForm === "W9" ? "tax-residence-us" : "tax-residence-again",
    language: person.language,
    data: { when: localMoment(clock.wall()), link: `${room.config.origin}/contact` },
    key: `tax-residence-again:${context.instance.id}`,
  });
  return ok({});
}
