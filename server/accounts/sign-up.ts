import { randomUUID } from "node:crypto";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Tx } from "../db/index.ts";
import { isAddressTaken } from "./change-email.ts";
import { emailKey } from "./email.ts";
import { sendConfirmation } from "./email-confirmation.ts";
import { addNewPerson, type NewPerson, recordSignUp, settleIn } from "./new-account.ts";
import { companyPlace } from "./people.ts";
import type { Room } from "./room.ts";
import { isActiveSaleCode } from "./sale-codes.ts";

/** The input of a sign-up. The caller has validated its format. */
export type SignUp = {
  readonly email: string;
  /**
   * Hash of the password. Computed before the transaction because it is slow, even if no account is then
   * created.
   */
  readonly passwordHash: string;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly companyName?: string;
  readonly saleCode?: string;
  readonly language: Language;
  /** Channel through which the person gave the consents: `flow:sign-up` or `api`. */
  readonly channel: string;
  /** Hash of the sign-up browser's cookie; `null` if none. */
  readonly browser: string | null;
};

/**
 * Creates an account with consents that the caller has verified. If the e-mail is in use, creates nothing:
 * the owner of the e-mail gets a letter, and the answer is the same. Callers that serve visitors must answer
 * in the same time in both cases (`evenly`). `claim` runs in the same transaction with the new person's id,
 * or with `null` if no account was created. It must take the visitor's objects away from the visitor in both
 * cases. Errors: `sale-code`.
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
  const id = randomUUID();
  const company =
    input.customerType === "JURISTIC"
      ? await room.vault.sealWords(tx, null, companyPlace(id), input.companyName ?? "")
      : null;
  const person: NewPerson = {
    ...{ id, email, language: input.language, saleCode, browser: input.browser },
    customerType: input.customerType,
    companyName: company,
    emailConfirmedAt: null,
    at: room.clock.wall(),
  };
  // An address that a former owner can still restore is not free.
  const isFree = !(await isAddressTaken(room, tx, email)) && (await addNewPerson(tx, person));
  if (!isFree) {
    await tellOwner(room, tx, emailKey(email));
    await claim(null);
    return ok({ email });
  }
  await settleIn(room, tx, person, input);
  if (company !== null) await ownCompanyName(room, tx, id, company);
  await sendConfirmation(room, tx, { id, email, language: input.language });
  await recordSignUp(room, tx, person, input.channel);
  await claim(id);
  return ok({ email });
}

/** Seals the company name again with the person's key, which exists only after the insert. */
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
  // If no account has the address, a former owner can still restore it. This former owner already got a
  // letter.
  if (owner === undefined) return;
  // The key contains the hour, so that the owner gets at most one such letter per hour.
  const hour = room.clock.wall().toISOString().slice(0, 13);
  await room.messages.send(tx, {
    to: owner.email,
    template: "already-registered",
    language: owner.language,
    data: { link: `${room.config.origin}/login` },
    key: `already-registered:${owner.id}:${hour}`,
  });
}
