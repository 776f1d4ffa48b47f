import { ok, type Result } from "../../engine/values/result.ts";
import { findPerson, localMoment } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { EffectInput } from "../flows/index.ts";
import type { Room } from "./room.ts";
import { type Context, writeSuitability } from "./submitted-records.ts";
import "./tables.ts";

/**
 * Stores a repeated suitability test. Its level applies to future orders, not to open orders or holdings.
 * Returns the last day on which the test is valid.
 */
export async function retakeSuitability(
  room: Room,
  context: Context,
  given: EffectInput<"identity.retakeSuitability">,
): Promise<Result<{ readonly validUntil: string }, never>> {
  const { tx, clock, personId } = context;
  const person = personId === null ? null : await findPerson(tx, personId);
  if (person === null) throw new Error("identity.retakeSuitability: there is no person");
  const profile = await tx
    .selectFrom("identity_profiles")
    .select("high_risk")
    .where("person_id", "=", person.id)
    .executeTakeFirstOrThrow();
  const validUntil = await writeSuitability(room, context, person, given, profile.high_risk);
  await record(tx, clock, {
    actor: `person:${person.id}`,
    action: "identity.retakeSuitability",
    subject: `person:${person.id}`,
    version: context.instance.version,
    detail: { level: given.level, validUntil },
  });
  await room.messages.send(tx, {
    to: person.email,
    template: "suitability-again",
    language: person.language,
    data: {
      when: localMoment(clock.wall()),
      level: given.level,
      until: validUntil.split("-").reverse().join("/"),
      link: `${room.config.origin}/contact`,
    },
    key: `suitability-again:${context.instance.id}`,
  });
  return ok({ validUntil });
}
