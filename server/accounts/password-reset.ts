import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Database, Db, Tx } from "../db/index.ts";
import type { ErrorField } from "../http/index.ts";
import { guessableFault } from "./check-input.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { FORMER_PLACE, renewPhoneLink, undoContactChange } from "./contact-changes.ts";
import { emailKey, maskEmail } from "./email.ts";
import { localMoment } from "./local-moment.ts";
import { endLoginChallenge } from "./login-challenge.ts";
import { forgetDevices } from "./login-devices.ts";
import { hashSecret, matchesSecret } from "./password-hash.ts";
import { companyPlace, holdPerson } from "./people.ts";
import { maskedPhone } from "./phones.ts";
import type { Room } from "./room.ts";
import { hashToken, randomToken } from "./secrets.ts";
import { endOtherSessions } from "./sessions.ts";
import { shutOut } from "./shut-out.ts";
import type { LinkPurpose } from "./tables.ts";

const VALID_MS = 60 * 60_000;
const PAUSE_MS = 60_000;

/**
 * Sends a link for a new password or for recovery, if the account exists, at most one of each per minute.
 * While a recovery is in progress, links for a new password do not work, and the letters with them say so.
 * The caller gives the same answer in every case.
 */
export async function forgetPassword(
  room: Room,
  tx: Tx,
  email: string,
  purpose: PasswordPurpose = "reset-password",
): Promise<void> {
  const now = room.clock.wall();
  const person = await tx
    .selectFrom("people")
    .select(["id", "email", "language"])
    .where("email_key", "=", emailKey(email))
    .forUpdate()
    .executeTakeFirst();
  if (person === undefined) return;
  if (await hasRecentLink(tx, person.id, { purpose, now })) return;
  if (purpose === "account-recovery") await endPasswordLinks(tx, person.id, now);
  const token = randomToken();
  const hash = hashToken(token);
  const expiresAt = new Date(now.getTime() + VALID_MS);
  await tx
    .insertInto("password_resets")
    .values({
      token_hash: hash,
      person_id: person.id,
      purpose,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  const recovery =
    purpose === "account-recovery"
      ? undefined
      : await openRecoveries(tx, person.id, now)
          .select((row) => row.fn.max("r.expires_at").as("ends"))
          .executeTakeFirst();
  const ends = recovery?.ends ?? null;
  await room.messages.send(tx, {
    to: person.email,
    template: ends === null ? purpose : "reset-password-later",
    language: person.language,
    data: {
      link: `${room.config.origin}/${purpose}?token=${token}`,
      until: localMoment(expiresAt),
      ...(ends === null ? {} : { from: localMoment(ends) }),
    },
    key: `${purpose}:${hash.toString("hex")}`,
  });
}

async function hasRecentLink(
  tx: Tx,
  personId: string,
  { purpose, now }: { readonly purpose: PasswordPurpose; readonly now: Date },
): Promise<boolean> {
  const recent = await tx
    .selectFrom("password_resets")
    .select("person_id")
    .where("person_id", "=", personId)
    .where("created_at", ">", new Date(now.getTime() - PAUSE_MS))
    .where("purpose", "=", purpose)
    .where("restores_key", "is", null)
    .executeTakeFirst();
  return recent !== undefined;
}

async function endPasswordLinks(tx: Tx, personId: string, now: Date): Promise<void> {
  await tx
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("person_id", "=", personId)
    .where("purpose", "=", "reset-password")
    .where("used_at", "is", null)
    .where("restores_key", "is", null)
    .execute();
}

/** Returns a query for a person's valid recovery links. */
function openRecoveries(db: Db | Tx, personId: string | RawBuilder<string>, now: Date) {
  return db
    .selectFrom("password_resets as r")
    .where("r.person_id", "=", personId)
    .where("r.purpose", "=", "account-recovery")
    .where("r.used_at", "is", null)
    .where("r.expires_at", ">", now);
}

/**
 * Ends a recovery by its link, without changing the account. Password links work again. Errors:
 * `link-invalid`.
 */
export async function withdrawRecovery(
  room: Room,
  token: string,
): Promise<Result<null, { readonly code: "link-invalid" }>> {
  return await room.db.transaction().execute(async (tx) => {
    const owner = await lockReset(room, tx, { token, purpose: "account-recovery" });
    if (owner === null) return fail({ code: "link-invalid" });
    await tx
      .updateTable("password_resets")
      .set({ used_at: room.clock.wall() })
      .where("person_id", "=", owner.id)
      .where("purpose", "=", "account-recovery")
      .where("used_at", "is", null)
      .execute();
    const subject = `person:${owner.id}` as const;
    await record(tx, room.clock, { actor: subject, action: "accounts.withdrawRecovery", subject });
    return ok(null);
  });
}

/** Returns the account to which a valid link belongs. */
export async function resetOwner(
  room: Room,
  token: string,
  purpose: LinkPurpose,
): Promise<{ readonly id: string; readonly email: string } | null> {
  return await openReset(room, room.db, { token, purpose });
}

/** Returns a valid link with its account; `null` if the link is not valid. */
export async function openReset(room: Room, db: Db | Tx, link: Link) {
  return await withAddress(room, db, await liveReset(room, db, link).executeTakeFirst());
}

/** Returns the fault of a new password that is easy to guess or equals the present one; `null` if none. */
export async function newPasswordFault(
  room: Room,
  owner: { readonly id: string; readonly email: string },
  given: { readonly password: string; readonly client: string },
): Promise<ErrorField | null> {
  const guessable = guessableFault(given.password, [owner.email]);
  if (guessable !== null) return guessable;
  const row = await room.db
    .selectFrom("credentials")
    .select("password_hash")
    .where("person_id", "=", owner.id)
    .executeTakeFirst();
  const isSame =
    typeof row?.password_hash === "string" &&
    (await matchesSecret(row.password_hash, given.password, { client: given.client }));
  return isSame ? { pointer: "/password", code: "password-same" } : null;
}

/**
 * Returns the account to which a password link belongs, with masked e-mail; `null` if the link is not valid.
 */
export async function checkReset(
  room: Room,
  token: string,
): Promise<{ readonly email: string; readonly restores: boolean } | null> {
  const link = await openReset(room, room.db, { token, purpose: "reset-password" });
  if (link === null) return null;
  return { email: maskEmail(link.email), restores: link.restores_email !== null };
}

/**
 * Sets a new password by a link, which works once. Ends every session and blocks the PIN. The caller has
 * checked the password rules. Computes the hash only for a valid link, and before the transaction that
 * consumes the link.
 */
export async function resetPassword(
  room: Room,
  input: { readonly token: string; readonly password: string; readonly client: string },
): Promise<
  Result<
    { readonly personId: string },
    { readonly code: "link-invalid" } | { readonly code: "new-password"; readonly field: ErrorField }
  >
> {
  const owner = await resetOwner(room, input.token, "reset-password");
  if (owner === null) return fail({ code: "link-invalid" });
  const field = await newPasswordFault(room, owner, input);
  if (field !== null) return fail({ code: "new-password", field });
  const passwordHash = await hashSecret(input.password, { client: input.client });
  return await room.db
    .transaction()
    .execute((tx) => spendReset(room, tx, { token: input.token, purpose: "reset-password", passwordHash }));
}

/** Returns whether this is the person's present password; false if the person has none. */
export async function isPresentPassword(
  room: Room,
  of: { readonly personId: string | null; readonly client: string; readonly present: string },
): Promise<boolean> {
  if (of.personId === null) return false;
  const row = await room.db
    .selectFrom("credentials")
    .select("password_hash")
    .where("person_id", "=", of.personId)
    .executeTakeFirst();
  if (row === undefined || row.password_hash === null) return true;
  return await matchesSecret(row.password_hash, of.present, { client: of.client });
}

/**
 * Changes the password of a logged-in person who proved their identity by a code. Ends other sessions,
 * invalidates password links, deletes known devices, and notifies the person by letter. Errors:
 * `password-common`.
 */
export async function changePassword(
  room: Room,
  tx: Tx,
  input: {
    readonly personId: string;
    readonly password: string;
    readonly passwordHash: string;
    /** The session that makes the request. */
    readonly session: string | undefined;
  },
): Promise<Result<Record<string, never>, { readonly code: "password-common"; readonly field: "password" }>> {
  const { personId, session } = input;
  const now = room.clock.wall();
  const person = await tx
    .selectFrom("people")
    .select(["id", "email", "language", "company_name"])
    .where("id", "=", personId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const [company] = await room.vault.openWords(tx, [
    { place: companyPlace(person.id), sealed: person.company_name },
  ]);
  if (isCommonPassword(input.password, [person.email, company ?? ""]))
    return fail({ code: "password-common", field: "password" });
  await tx
    .updateTable("credentials")
    .set({ password_hash: input.passwordHash, password_changed_at: now })
    .where("person_id", "=", personId)
    .execute();
  await tx
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("person_id", "=", personId)
    .where("used_at", "is", null)
    .where("restores_key", "is", null)
    .execute();
  await endLoginChallenge(room, tx, emailKey(person.email));
  await forgetDevices(tx, personId);
  await endOtherSessions(tx, { personId, session, by: "password-change", now });
  await room.messages.send(tx, {
    to: person.email,
    template: "password-changed",
    language: person.language,
    data: { when: localMoment(now), link: `${room.config.origin}/forgot-password` },
    key: `password-changed:${personId}:${now.getTime()}`,
  });
  await record(tx, room.clock, {
    actor: `person:${personId}`,
    action: "accounts.changePassword",
    subject: `person:${personId}`,
  });
  return ok({});
}

/**
 * Locks the owner and then a valid link. Of two parallel uses of a person's links, the second waits and then
 * gets `null`, because its link is no longer valid.
 */
export async function lockReset(room: Room, tx: Tx, link: Link) {
  const live = () => liveReset(room, tx, link);
  const owner = await live().executeTakeFirst();
  if (owner === undefined) return null;
  await holdPerson(tx, owner.id);
  return await withAddress(room, tx, await live().forUpdate().executeTakeFirst());
}

/** Sets the password by a link, which is consumed. Errors: `link-invalid`. */
export async function spendReset(
  room: Room,
  tx: Tx,
  input: Link & { readonly purpose: PasswordPurpose; readonly passwordHash: string },
): Promise<Result<{ readonly personId: string }, { readonly code: "link-invalid" }>> {
  const now = room.clock.wall();
  const hash = hashToken(input.token);
  const found = await lockReset(room, tx, input);
  if (found === null) return fail({ code: "link-invalid" });
  if (found.restores_key !== null && !(await putBack(tx, found))) return fail({ code: "link-invalid" });
  const before = await tx
    .selectFrom("credentials")
    .select("password_hash")
    .where("person_id", "=", found.id)
    .executeTakeFirst();
  await tx
    .updateTable("credentials")
    .set({ password_hash: input.passwordHash, password_changed_at: now })
    .where("person_id", "=", found.id)
    .execute();
  await endLinksOf(tx, found, { hash, now });
  if (found.restores_key !== null)
    await undoContactChange(room, tx, { personId: found.id, kind: "email", link: hash });
  // Opening the link proves access to the mailbox, so the e-mail needs no other confirmation.
  await tx
    .updateTable("people")
    .set({ email_confirmed_at: now })
    .where("id", "=", found.id)
    .where("email_confirmed_at", "is", null)
    .execute();
  // A new password may serve to shut an intruder out. What is removed then depends on whether the account had
  // a password before.
  const hadPassword = typeof before?.password_hash === "string";
  await shutOut(room, tx, { id: found.id, email: found.email, hadPassword, by: "password-change" });
  await room.messages.send(tx, {
    to: found.email,
    template: "password-changed",
    language: found.language,
    data: { when: localMoment(now), link: `${room.config.origin}/forgot-password` },
    key: `password-changed:${hash.toString("hex")}`,
  });
  if (found.restores_key !== null) await tellOfPhone(room, tx, found);
  await record(tx, room.clock, {
    actor: `person:${found.id}`,
    action: "accounts.resetPassword",
    subject: `person:${found.id}`,
  });
  return ok({ personId: found.id });
}

/**
 * Invalidates a used link and all other links of the account, except those that restore an earlier address.
 * Such a link stays valid, because the present address may belong to an intruder. Using a link that restores
 * an address also invalidates the links of later changes.
 */
async function endLinksOf(
  tx: Tx,
  found: Found,
  { hash, now }: { readonly hash: Buffer; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("person_id", "=", found.id)
    .where("used_at", "is", null)
    .where((link) =>
      link.or([
        link("restores_key", "is", null),
        link("token_hash", "=", hash),
        ...(found.restores_key === null ? [] : [laterThan(link, found)]),
      ]),
    )
    .execute();
}

/**
 * Sends the owner of a restored address a link that restores the phone number, if the number was changed
 * after the address.
 */
async function tellOfPhone(room: Room, tx: Tx, found: Found): Promise<void> {
  const link = await renewPhoneLink(room, tx, { personId: found.id, since: found.created_at });
  const phone = await maskedPhone(tx, found.id);
  if (link === null || phone === null) return;
  await room.messages.send(tx, {
    to: found.email,
    template: "phone-changed",
    language: found.language,
    data: {
      ...{ phone, when: localMoment(link.changedAt), until: link.until },
      link: `${room.config.origin}/undo-phone?token=${link.token}`,
    },
    key: `phone-changed:${link.hash.toString("hex")}`,
  });
}

/**
 * Returns the condition that selects the links of changes made after this link. Once the earlier address is
 * restored, its owner does not need them. The first later change of the phone number is excluded, because its
 * link restores the owner's number.
 */
function laterThan(link: ExpressionBuilder<Database, "password_resets">, found: Found) {
  const firstOfPhone = link
    .selectFrom("password_resets as first")
    .select((rows) => rows.fn.min("first.created_at").as("at"))
    .where("first.person_id", "=", found.id)
    .where("first.purpose", "=", "restore-phone")
    .where("first.used_at", "is", null)
    .where("first.created_at", ">=", found.created_at);
  return link.and([
    link("created_at", ">=", found.created_at),
    link.or([link("purpose", "!=", "restore-phone"), link("created_at", ">", firstOfPhone)]),
  ]);
}

/** Restores an account's previous address, unless another person now has it. */
async function putBack(tx: Tx, of: { readonly id: string; readonly email: string }): Promise<boolean> {
  const other = await tx
    .selectFrom("people")
    .select("id")
    .where("email_key", "=", emailKey(of.email))
    .where("id", "!=", of.id)
    .executeTakeFirst();
  if (other !== undefined) return false;
  await tx
    .updateTable("people")
    .set({ email: of.email, email_key: emailKey(of.email) })
    .where("id", "=", of.id)
    .execute();
  return true;
}

type Found = NonNullable<Awaited<ReturnType<typeof openReset>>>;

/** The purpose of a link that sets a password. */
type PasswordPurpose = Exclude<LinkPurpose, "restore-phone">;

type Link = { readonly token: string; readonly purpose: LinkPurpose };

type Live = Awaited<ReturnType<ReturnType<typeof liveReset>["executeTakeFirst"]>>;

/**
 * Adds the address to which a link belongs: the address that the link restores, otherwise the account's
 * address.
 */
async function withAddress(room: Room, db: Db | Tx, link: Live) {
  if (link === undefined) return null;
  if (link.restores_email === null) return link;
  const [email] = await room.vault.openWords(db, [
    { place: FORMER_PLACE.email(link.id), sealed: link.restores_email },
  ]);
  return email == null ? null : { ...link, email };
}

function liveReset(room: Room, db: Db | Tx, { token, purpose }: Link) {
  const now = room.clock.wall();
  return db
    .selectFrom("password_resets as t")
    .innerJoin("people as p", "p.id", "t.person_id")
    .select(["p.id", "p.language", "t.restores_email", "t.restores_key", "t.created_at"])
    .select(["p.email", "t.restores_phone", "t.restores_proved_at"])
    .where("t.token_hash", "=", hashToken(token))
    .where("t.purpose", "=", purpose)
    .where("t.used_at", "is", null)
    .where("t.expires_at", ">", now)
    .$if(purpose === "reset-password", (links) =>
      links.where((link) =>
        link.or([
          // A link that restores an address works even during a recovery. All other links for a password do
          // not.
          link("t.restores_key", "is not", null),
          link.not(
            link.exists(openRecoveries(db, sql.ref<string>("t.person_id"), now).select("r.person_id")),
          ),
        ]),
      ),
    );
}
