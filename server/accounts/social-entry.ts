import { randomUUID } from "node:crypto";
import type { Brand } from "../../domain/brands.ts";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { beginSession, type From, type LoggedIn } from "./begin-session.ts";
import { belongsHere, brandsOf, joinBrand, takeOver } from "./brand-customers.ts";
import { isAddressKept } from "./change-email.ts";
import { emailKey } from "./email.ts";
import type { Proved } from "./id-token.ts";
import { localMoment } from "./local-moment.ts";
import { type LogInFailure, logIn } from "./log-in.ts";
import { addNewPerson, type NewPerson, recordSignUp, settleIn } from "./new-account.ts";
import { tryOtp } from "./one-time-passwords.ts";
import type { Provider } from "./providers.ts";
import type { Room } from "./room.ts";
import { isActiveSaleCode } from "./sale-codes.ts";
import { strangerOf } from "./send-otp.ts";
import { endAllSessions } from "./sessions.ts";
import { spendAttempt } from "./social-attempts.ts";
import { recordUserChange } from "./user-changes.ts";

/** The input of a log-in by provider. A question that the person has not answered is `null`. */
export type SocialEntry = {
  readonly provider: Provider;
  readonly proved: Proved;
  /** Secret of the log-in in progress, from the browser's cookie. */
  readonly secret: string;
  readonly from: From;
  readonly language: Language;
  /** Whether all texts in force were accepted. */
  readonly agreed: boolean;
  readonly saleCode: string | null;
  /** Password of the account that already has this e-mail. A code sent to the mailbox can replace it. */
  readonly password: string | null;
  readonly loginCode: string | null;
  readonly mailedCode: string | null;
  /** A code of the authenticator app, if the account to link has one. */
  readonly twoFactor: string | null;
  /**
   * Brand of which the person is already a customer. The person is then transferred, and no account is
   * created.
   */
  readonly product: Brand | null;
};

export type SocialFailure =
  | LogInFailure
  | { readonly code: "link-needed"; readonly email: string }
  | {
      readonly code:
        | "consents-missing"
        | "sale-code"
        | "social-invalid"
        | "social-not-for-staff"
        | "not-a-customer"
        | "code-wrong"
        | "code-expired";
    };

/**
 * Logs in a person whom a provider identified. A linked account is found only by the provider's id for the
 * person (`sub`). An unlinked account with the same e-mail needs its password or access to its mailbox as
 * proof, and is then linked permanently. A new person must accept the texts first. Staff log in by password
 * only.
 */
export async function enterBySocial(
  room: Room,
  given: SocialEntry,
): Promise<Result<LoggedIn, SocialFailure>> {
  const { provider, proved } = given;
  const linked: Known | undefined = await knownPeople(room)
    .innerJoin("social_links as l", "l.person_id", "p.id")
    .where("l.provider", "=", provider)
    .where("l.subject", "=", proved.subject)
    .executeTakeFirst();
  if (linked !== undefined) return await enterLinked(room, given, linked);
  const owner: Known | undefined = await knownPeople(room)
    .where("p.email_key", "=", emailKey(proved.email))
    .executeTakeFirst();
  if (owner === undefined)
    return given.product === null ? await signUpBy(room, given) : fail({ code: "not-a-customer" });
  if (owner.role !== null) return fail({ code: "social-not-for-staff" });
  if (given.password !== null) return await linkByPassword(room, given, owner);
  if (given.mailedCode !== null) return await linkByMailbox(room, given, owner);
  return fail({ code: "link-needed", email: owner.email });
}

type Known = {
  readonly id: string;
  readonly email: string;
  readonly role: StaffRole | null;
  readonly language: Language;
  readonly email_confirmed_at: Date | null;
};

/** Returns the query that finds people with their log-in data. Callers add the conditions. */
function knownPeople({ db }: Room) {
  return db
    .selectFrom("people as p")
    .select(["p.id", "p.email", "p.role", "p.language", "p.email_confirmed_at"]);
}

async function enterLinked(
  room: Room,
  given: SocialEntry,
  person: Known,
): Promise<Result<LoggedIn, SocialFailure>> {
  if (person.role !== null) return fail({ code: "social-not-for-staff" });
  const here = await belongsHere(room, room.db, person);
  if (given.product !== null && !here && !(await brandsOf(room.db, person.id)).includes(given.product))
    return fail({ code: "not-a-customer" });
  if (!here && !given.agreed) return fail({ code: "consents-missing" });
  return await room.db.transaction().execute(async (tx) => {
    if (!(await spendAttempt(room, tx, given.secret))) return fail({ code: "social-invalid" } as const);
    if (here) await joinBrand(room, tx, person.id, "log-in");
    else await takeOver(room, tx, person, `social:${given.provider}`);
    return ok(await begin(room, tx, given, person));
  });
}

async function signUpBy(room: Room, given: SocialEntry): Promise<Result<LoggedIn, SocialFailure>> {
  if (!given.agreed) return fail({ code: "consents-missing" });
  const saleCode = given.saleCode === null ? null : given.saleCode.toUpperCase();
  if (saleCode !== null && !(await isActiveSaleCode(room.db, saleCode, room.clock.today())))
    return fail({ code: "sale-code" });
  const { email } = given.proved;
  const at = room.clock.wall();
  const person: NewPerson = {
    ...{ id: randomUUID(), email: email.trim(), language: given.language, saleCode, at },
    customerType: "INDIVIDUAL",
    companyName: null,
    // The provider has already verified the e-mail, so the e-mail counts as confirmed.
    emailConfirmedAt: at,
    browser: null,
  };
  return await room.db.transaction().execute(async (tx) => {
    if (!(await spendAttempt(room, tx, given.secret))) return fail({ code: "social-invalid" } as const);
    // A former owner of the address can still restore it, so no account is created.
    if (await isAddressKept(room, tx, email)) return fail({ code: "social-invalid" } as const);
    // A parallel sign-up has used the address.
    if (!(await addNewPerson(tx, person))) return fail({ code: "link-needed", email: person.email } as const);
    const channel = `social:${given.provider}`;
    await settleIn(room, tx, person, { passwordHash: null, channel });
    await recordSignUp(room, tx, person, channel);
    await room.messages.send(tx, {
      to: person.email,
      template: "welcome",
      language: person.language,
      data: { link: `${room.config.origin}/kyc` },
      key: `welcome:${person.id}`,
    });
    const known = { id: person.id, email: person.email, language: person.language, role: null };
    await link(room, tx, given, known, { told: false });
    return ok(await begin(room, tx, given, known));
  });
}

async function linkByPassword(
  room: Room,
  given: SocialEntry,
  person: Known,
): Promise<Result<LoggedIn, SocialFailure>> {
  // The password log-in applies all protections: delays, the code after too many guesses, and the second
  // factor.
  const entered = await logIn(room, {
    email: person.email,
    password: given.password ?? "",
    code: given.loginCode,
    twoFactor: given.twoFactor,
    ...given.from,
    transfer: given.product === null ? null : { product: given.product, agreed: given.agreed },
  });
  if (!entered.ok) return entered;
  return await room.db.transaction().execute(async (tx) => {
    if (!(await spendAttempt(room, tx, given.secret))) return fail({ code: "social-invalid" } as const);
    await link(room, tx, given, person, { told: true });
    return ok(entered.value);
  });
}

async function linkByMailbox(
  room: Room,
  given: SocialEntry,
  person: Known,
): Promise<Result<LoggedIn, SocialFailure>> {
  const here = await belongsHere(room, room.db, person);
  if (!here && !given.agreed) return fail({ code: "consents-missing" });
  return await room.db.transaction().execute(async (tx) => {
    const binding = {
      owner: strangerOf(room, person.email),
      channel: "email",
      action: "link-account",
    } as const;
    const verdict = await tryOtp(room, tx, binding, given.mailedCode ?? "");
    if (verdict.kind !== "passed")
      return fail({ code: verdict.kind === "wrong" ? "code-wrong" : "code-expired" } as const);
    if (!(await spendAttempt(room, tx, given.secret))) return fail({ code: "social-invalid" } as const);
    if (person.email_confirmed_at === null) await takeFromStranger(room, tx, person);
    await link(room, tx, given, person, { told: true });
    if (here) await joinBrand(room, tx, person.id, "log-in");
    else await takeOver(room, tx, person, `social:${given.provider}`);
    return ok(await begin(room, tx, given, person));
  });
}

/**
 * Removes the password and sessions of an unconfirmed sign-up with this address. A stranger may have signed
 * up with the address and a password to log in later.
 */
async function takeFromStranger(room: Room, tx: Tx, person: Known): Promise<void> {
  const now = room.clock.wall();
  await tx.updateTable("people").set({ email_confirmed_at: now }).where("id", "=", person.id).execute();
  await tx
    .updateTable("credentials")
    .set({ password_hash: null, password_changed_at: now })
    .where("person_id", "=", person.id)
    .execute();
  await tx
    .updateTable("email_confirmations")
    .set({ used_at: now })
    .where("person_id", "=", person.id)
    .where("used_at", "is", null)
    .execute();
  await endAllSessions(tx, person.id, "proved-by-another", now);
}

/**
 * Links a provider's account to a person. If another log-in already linked it, records and sends nothing.
 * Throws `social-invalid` if the provider's account is linked to another person.
 */
async function link(
  room: Room,
  tx: Tx,
  { provider, proved }: SocialEntry,
  person: Pick<Known, "id" | "email" | "language">,
  { told }: { readonly told: boolean },
): Promise<void> {
  const now = room.clock.wall();
  const linked = await tx
    .insertInto("social_links")
    .values({ provider, subject: proved.subject, person_id: person.id, linked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("person_id")
    .executeTakeFirst();
  if (linked === undefined) {
    const holder = await tx
      .selectFrom("social_links")
      .select("person_id")
      .where("provider", "=", provider)
      .where("subject", "=", proved.subject)
      .executeTakeFirst();
    if (holder?.person_id !== person.id) throw new AppError("social-invalid");
    return;
  }
  await record(tx, room.clock, {
    actor: `person:${person.id}`,
    action: "accounts.link",
    subject: `person:${person.id}`,
    detail: { provider },
  });
  await recordUserChange(room, tx, person.id, { [provider]: proved.subject });
  if (told)
    await room.messages.send(tx, {
      to: person.email,
      template: "social-linked",
      language: person.language,
      data: {
        provider: provider === "google" ? "Google" : "Apple",
        when: localMoment(now),
        link: `${room.config.origin}/contact`,
      },
      key: `social-linked:${person.id}:${provider}:${now.toISOString()}`,
    });
}

async function begin(
  room: Room,
  tx: Tx,
  given: SocialEntry,
  person: Pick<Known, "id" | "email" | "language" | "role">,
): Promise<LoggedIn> {
  return await beginSession(room, tx, person, { from: given.from, enteredWith: given.provider });
}
