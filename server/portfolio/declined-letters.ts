import { emailKey } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Person } from "../http/index.ts";
import { OPTIONAL_KINDS, type OptionalKind } from "../messages/index.ts";
import type { PortfolioRoom } from "./room.ts";
import "./tables.ts";

/** A kind of letter that can be declined, and whether the person gets it by e-mail. */
export type LetterChoice = { readonly kind: OptionalKind; readonly byEmail: boolean };

/** Returns whether the person with this address declined to get letters of a kind by e-mail. */
export async function declinesLetters(
  on: Db | Tx,
  { address, kind }: { readonly address: string; readonly kind: OptionalKind },
): Promise<boolean> {
  const declined = await on
    .selectFrom("declined_letters as d")
    .innerJoin("people as p", "p.id", "d.person_id")
    .select("d.kind")
    .where("p.email_key", "=", emailKey(address))
    .where("d.kind", "=", kind)
    .executeTakeFirst();
  return declined !== undefined;
}

/** Returns, for each kind of letter that can be declined, whether a person gets it by e-mail. */
export async function letterChoices(on: Db | Tx, personId: string): Promise<readonly LetterChoice[]> {
  const declined = await on
    .selectFrom("declined_letters")
    .select("kind")
    .where("person_id", "=", personId)
    .execute();
  return OPTIONAL_KINDS.map((kind) => ({ kind, byEmail: declined.every((one) => one.kind !== kind) }));
}

/**
 * Stores whether a person gets a kind of letter by e-mail. If this changes something, writes an audit line.
 * Returns the choices for all kinds.
 */
export async function chooseLetters(
  room: PortfolioRoom,
  person: Person,
  { kind, byEmail }: LetterChoice,
): Promise<readonly LetterChoice[]> {
  return await room.db.transaction().execute(async (tx) => {
    const changed = byEmail
      ? await tx
          .deleteFrom("declined_letters")
          .where("person_id", "=", person.id)
          .where("kind", "=", kind)
          .returning("kind")
          .executeTakeFirst()
      : await tx
          .insertInto("declined_letters")
          .values({ person_id: person.id, kind, declined_at: room.clock.wall() })
          .onConflict((conflict) => conflict.columns(["person_id", "kind"]).doNothing())
          .returning("kind")
          .executeTakeFirst();
    if (changed !== undefined)
      await record(tx, room.clock, {
        actor: `person:${person.id}`,
        action: byEmail ? "letters.accept" : "letters.decline",
        subject: `person:${person.id}`,
        detail: { kind },
      });
    return await letterChoices(tx, person.id);
  });
}
