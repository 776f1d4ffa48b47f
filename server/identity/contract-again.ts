import type { JsonObject } from "../../engine/values/json.ts";
import { ok, type Result } from "../../engine/values/result.ts";
import { findPerson, localMoment } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { EffectInput } from "../flows/index.ts";
import { nameIn, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import { type Context, writeContract } from "./submitted-records.ts";
import "./tables.ts";

const BATCH = 500;

/**
 * A new contract version that a person must sign. The signed version stays valid until `graceUntil`
 * (`YYYY-MM-DD`).
 */
export type AskedContract = { readonly version: string; readonly graceUntil: string | null };

/**
 * Returns the contract version in force, if it requires a new signature and the person signed only earlier
 * versions; otherwise `null`.
 */
export async function askedContract(
  room: Room,
  on: Db | Tx,
  personId: string,
): Promise<AskedContract | null> {
  const { version, graceUntil } = room.accounts.legal().contract;
  return (await signedState(room, on, personId)) === "OLD" ? { version, graceUntil } : null;
}

/** Loads the fact `contract`: how the version that the person signed compares with the version in force. */
export async function contractFact(room: Room, on: Db | Tx, personId: string): Promise<JsonObject> {
  const state = await signedState(room, on, personId);
  const { graceUntil } = room.accounts.legal().contract;
  return { state, ...(state === "OLD" && graceUntil !== null ? { graceUntil } : {}) };
}

async function signedState(room: Room, on: Db | Tx, personId: string): Promise<"NONE" | "CURRENT" | "OLD"> {
  const { asked } = room.accounts.legal().contract;
  const signed = await on
    .selectFrom("signed_contracts")
    .select("version")
    .where("person_id", "=", personId)
    .execute();
  if (signed.length === 0) return "NONE";
  return signed.some(({ version }) => asked.includes(version)) ? "CURRENT" : "OLD";
}

/** Records the signature of a new contract version, and notifies the person. */
export async function signContract(
  room: Room,
  context: Context,
  { contractVersion }: EffectInput<"identity.signContract">,
): Promise<Result<Record<string, never>, never>> {
  const { tx, clock, personId } = context;
  const person = personId === null ? null : await findPerson(tx, personId);
  if (person === null) throw new Error("identity.signContract: there is no person");
  await writeContract(room, context, person, { contractVersion });
  await writeTo(room, tx, person.id, "contract-signed", {
    version: contractVersion,
    when: localMoment(clock.wall()),
    link: `${room.config.origin}/documents`,
  });
  await record(tx, clock, {
    actor: `person:${person.id}`,
    action: "identity.signContract",
    subject: `person:${person.id}`,
    version: context.instance.version,
    detail: { version: contractVersion },
  });
  return ok({});
}

/**
 * Sends one letter, with the end of the grace period, to each person who signed only an earlier version.
 * Returns the number of letters.
 */
export async function askForContract(room: Room): Promise<number> {
  const { version, asked, graceUntil } = room.accounts.legal().contract;
  let count = 0;
  for (;;) {
    const people = await room.db
      .selectFrom("signed_contracts as s")
      .select("s.person_id")
      .distinct()
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom("signed_contracts as newer")
              .select("newer.id")
              .whereRef("newer.person_id", "=", "s.person_id")
              .where("newer.version", "in", [...asked]),
          ),
        ),
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom("contract_letters as told")
              .select("told.version")
              .whereRef("told.person_id", "=", "s.person_id")
              .where("told.version", "=", version),
          ),
        ),
      )
      .limit(BATCH)
      .execute();
    for (const { person_id: personId } of people)
      await room.db.transaction().execute(async (tx) => {
        const told = { person_id: personId, version, told_at: room.clock.now().toJSDate() };
        const first = await tx
          .insertInto("contract_letters")
          .values(told)
          .onConflict((conflict) => conflict.doNothing())
          .returning("version")
          .executeTakeFirst();
        if (first === undefined) return;
        const link = `${room.config.origin}/flows/contract`;
        if (graceUntil === null) await writeTo(room, tx, personId, "contract-again-now", { link });
        else
          await writeTo(room, tx, personId, "contract-again", {
            link,
            day: graceUntil.split("-").reverse().join("/"),
          });
      });
    count += people.length;
    if (people.length < BATCH) return count;
  }
}

async function writeTo(
  room: Room,
  tx: Tx,
  personId: string,
  template: "contract-again" | "contract-again-now" | "contract-signed",
  data: JsonObject,
): Promise<void> {
  const person = await findPerson(tx, personId);
  const profile = await openProfile(room, tx, personId);
  if (person === null || profile === null) return;
  const { version } = room.accounts.legal().contract;
  await room.messages.send(tx, {
    to: person.email,
    template,
    language: person.language,
    data: { name: nameIn(person.language, profile.general), ...data },
    key: `${template}:${personId}:${version}`,
  });
}
