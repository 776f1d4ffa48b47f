import type { Brand } from "../../domain/brands.ts";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { recordConsent } from "./consents.ts";
import { signUpPurposes } from "./legal-texts.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Returns the brands of which a person is a customer. */
export async function brandsOf(db: Db | Tx, personId: string): Promise<readonly Brand[]> {
  const rows = await db
    .selectFrom("brand_customers")
    .select("brand")
    .where("person_id", "=", personId)
    .orderBy("brand")
    .execute();
  return rows.map(({ brand }) => brand);
}

/**
 * Returns whether a person can log in at this brand. Staff, customers of this brand and people without a
 * brand can. A customer of only the other brand must first be transferred, with new consents.
 */
export async function belongsHere(
  room: Room,
  db: Db | Tx,
  person: { readonly id: string; readonly role: StaffRole | null },
): Promise<boolean> {
  if (person.role !== null) return true;
  const brands = await brandsOf(db, person.id);
  return brands.length === 0 || brands.includes(room.config.brand);
}

/** Makes a person a customer of this brand. Returns false if the person already is a customer. */
export async function joinBrand(
  room: Room,
  tx: Tx,
  personId: string,
  cameBy: "sign-up" | "log-in" | "transfer",
): Promise<boolean> {
  const joined = await tx
    .insertInto("brand_customers")
    .values({ person_id: personId, brand: room.config.brand, since: room.clock.wall(), came_by: cameBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning("person_id")
    .executeTakeFirst();
  return joined !== undefined;
}

/** Makes a customer of the other brand a customer of this brand, with new consents. */
export async function takeOver(
  room: Room,
  tx: Tx,
  person: { readonly id: string; readonly language: Language },
  channel: string,
): Promise<void> {
  if (!(await joinBrand(room, tx, person.id, "transfer"))) return;
  for (const purpose of signUpPurposes)
    await recordConsent(tx, room.legal(), {
      personId: person.id,
      purpose,
      decision: "given",
      language: person.language,
      channel,
      at: room.clock.wall(),
    });
  await record(tx, room.clock, {
    actor: `person:${person.id}`,
    action: "accounts.transfer",
    subject: `person:${person.id}`,
    to: room.config.brand,
  });
}
