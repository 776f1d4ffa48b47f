import { randomUUID } from "node:crypto";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { joinBrand } from "./brand-customers.ts";
import { isAddressTaken } from "./change-email.ts";
import { recordConsent } from "./consents.ts";
import { emailKey } from "./email.ts";
import { sendConfirmation } from "./email-confirmation.ts";
import { signUpPurposes } from "./legal-texts.ts";
import { companyPlace } from "./people.ts";
import type { Room } from "./room.ts";
import { isActiveSaleCode } from "./sale-codes.ts";

/** The input of a sign-up. The caller has checked its shape. */
export type SignUp = {
  readonly email: string;
  /** Hash of the password, made before the transaction because it is slow. Also made if no account is created. */
  readonly passwordHash: string;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly companyName?: string;
  readonly saleCode?: string;
  readonly language: Language;
  /** Where the consents were given: `flow:sign-up` or `api`. */
  readonly channel: string;
  /** Hash of the browser's cookie; `null` if none. */
  readonly browser: string | null;
};

/**
 * Creates an account with consents that the caller has verified. For an e-mail in use nothing is created: its owner
 * gets an e-mail and the answer is the same. Callers that serve visitors answer `evenly`. `claim` runs in the same
 * transaction in both cases, with `null` if no account was created: the visitor's objects become inaccessible to them
 * either way. Errors: `sale-code`.
 */
export async function signUp(
  room: Room,
  tx: Tx,
  input: SignUp,
  claim: (personId: string | null) => Promise<void> = async () => {},
): Promise<Result<{ readonly email: string }, { readonly code: "sale-code"; readonly field: "saleCode" }>> {
  const saleCode =
    input.saleCode === undefined || input.saleCode === "" ? null : input.saleCode.toUpperCase();
  if (saleCode !== null && !(await isActiveSaleCode(tx, saleCode, room.clock.today())))
    return fail({ code: "sale-code", field: "saleCode" });
  const email = input.email.trim();
  const now = room.clock.wall();
  const person = { id: randomUUID(), email, language: input.language };
  const company =
    input.customerType === "JURISTIC"
      ? await room.vault.sealWords(tx, null, companyPlace(person.id), input.companyName ?? "")
      : null;
  // An address that its owner may still restore belongs to them.
  const created = (await isAddressTaken(room, tx, email))
    ? undefined
    : await tx
        .insertInto("people")
        .values({
          ...person,
          email_key: emailKey(email),
          role: null,
          customer_type: input.customerType,
          company_name: company,
          sale_code: saleCode,
          email_confirmed_at: null,
          locked_at: null,
          true_money_id: null,
          wallet_address: null,
          signed_up_in: input.browser,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column("email_key").doNothing())
        .returning("id")
        .executeTakeFirst();
  if (created === undefined) {
    await tellOwner(room, tx, emailKey(email));
    await claim(null);
    return ok({ email });
  }
  await tx
    .insertInto("credentials")
    .values({
      person_id: person.id,
      password_hash: input.passwordHash,
      password_changed_at: now,
      pin_hash: null,
      pin_set_at: null,
    })
    .execute();
  if (company !== null) await ownCompanyName(room, tx, person.id, company);
  for (const purpose of signUpPurposes)
    await recordConsent(tx, room.legal(), {
      personId: person.id,
      purpose,
      decision: "given",
      language: input.language,
      channel: input.channel,
      at: now,
    });
  await joinBrand(room, tx, person.id, "sign-up");
  await sendConfirmation(room, tx, person);
  await record(tx, room.clock, {
    actor: `person:${person.id}`,
    action: "accounts.signUp",
    subject: `person:${person.id}`,
    to: "unconfirmed",
    detail: { customerType: input.customerType, channel: input.channel },
  });
  await claim(person.id);
  return ok({ email });
}

/** A new person has a key only after the insert: the earlier sealed name is sealed again with it. */
async function ownCompanyName(room: Room, tx: Tx, personId: string, sealed: Buffer): Promise<void> {
  const name = await room.vault.giveWords(tx, personId, { place: companyPlace(personId), sealed });
  if (name !== null)
    await tx.updateTable("people").set({ company_name: name }).where("id", "=", personId).execute();
}

async function tellOwner(room: Room, tx: Tx, key: string): Promise<void> {
  const owner = await tx
    .selectFrom("people")
    .select(["id", "email", "language"])
    .where("email_key", "=", key)
    .executeTakeFirst();
  // The owner of a restorable address already has a letter.
  if (owner === undefined) return;
  // At most one such letter per hour.
  const hour = room.clock.wall().toISOString().slice(0, 13);
  await room.messages.send(tx, {
    to: owner.email,
    template: "already-registered",
    language: owner.language,
    data: { link: `${room.config.origin}/login` },
    key: `already-registered:${owner.id}:${hour}`,
  });
}
