import type { Language } from "../../engine/values/languages.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { joinBrand } from "./brand-customers.ts";
import { recordConsent } from "./consents.ts";
import { emailKey } from "./email.ts";
import { signUpPurposes } from "./legal-texts.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Data of a person who signs up. */
export type NewPerson = {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  /** Sealed name of the company; `null` for individuals. */
  readonly companyName: Buffer | null;
  readonly saleCode: string | null;
  readonly emailConfirmedAt: Date | null;
  /** Hash of the sign-up browser's cookie; `null` if none. */
  readonly browser: string | null;
  readonly at: Date;
};

/** Stores a new person. Returns false, without storing, if the e-mail address is in use. */
export async function addNewPerson(tx: Tx, person: NewPerson): Promise<boolean> {
  const created = await tx
    .insertInto("people")
    .values({
      ...{ id: person.id, email: person.email, language: person.language },
      email_key: emailKey(person.email),
      role: null,
      customer_type: person.customerType,
      company_name: person.companyName,
      sale_code: person.saleCode,
      email_confirmed_at: person.emailConfirmedAt,
      locked_at: null,
      true_money_id: null,
      wallet_address: null,
      signed_up_in: person.browser,
      created_at: person.at,
    })
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return created !== undefined;
}

/**
 * Stores a new person's credentials and consents, and makes the person a customer of this brand. `channel`:
 * where the person signed up.
 */
export async function settleIn(
  room: Room,
  tx: Tx,
  { id, language, at }: NewPerson,
  { passwordHash, channel }: { readonly passwordHash: string | null; readonly channel: string },
): Promise<void> {
  await tx
    .insertInto("credentials")
    .values({
      person_id: id,
      password_hash: passwordHash,
      password_changed_at: at,
      pin_hash: null,
      pin_set_at: null,
    })
    .execute();
  for (const purpose of signUpPurposes)
    await recordConsent(tx, room.legal(), {
      personId: id,
      purpose,
      decision: "given",
      language,
      channel,
      at,
    });
  await joinBrand(room, tx, id, "sign-up");
}

/** Writes the audit line of a sign-up. */
export async function recordSignUp(
  { clock }: Room,
  tx: Tx,
  { id, customerType, emailConfirmedAt }: NewPerson,
  channel: string,
): Promise<void> {
  await record(tx, clock, {
    actor: `person:${id}`,
    action: "accounts.signUp",
    subject: `person:${id}`,
    to: emailConfirmedAt === null ? "unconfirmed" : "confirmed",
    detail: { customerType, channel },
  });
}
