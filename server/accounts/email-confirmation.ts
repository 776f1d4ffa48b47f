import type { Language } from "../../engine/values/languages.ts";
import type { Result } from "../../engine/values/result.ts";
import { fail, ok } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { emailKey } from "./email.ts";
import { localMoment } from "./local-moment.ts";
import { matchesSecret } from "./password-hash.ts";
import type { Room } from "./room.ts";
import { hashToken, randomToken } from "./secrets.ts";

const VALID_MS = 24 * 60 * 60_000;

/** Sends the link that confirms the e-mail address. */
export async function sendConfirmation(
  room: Room,
  tx: Tx,
  person: { readonly id: string; readonly email: string; readonly language: Language },
): Promise<void> {
  const token = randomToken();
  const now = room.clock.wall();
  const expiresAt = new Date(now.getTime() + VALID_MS);
  const hash = hashToken(token);
  await tx
    .insertInto("email_confirmations")
    .values({ token_hash: hash, person_id: person.id, created_at: now, expires_at: expiresAt, used_at: null })
    .execute();
  await room.messages.send(tx, {
    to: person.email,
    template: "confirm-email",
    language: person.language,
    data: { link: `${room.config.origin}/verify?token=${token}`, until: localMoment(expiresAt) },
    key: `confirm-email:${hash.toString("hex")}`,
  });
}

// These limits prevent the flooding of a mailbox: one letter a minute and five a day.
const PAUSE_MS = 60_000;
const MOST_A_DAY = 5;

/**
 * Sends the confirmation link again if the account exists and is unconfirmed, within the limits. Earlier
 * links stay valid. The caller gives the same answer in every case, so that no one learns whether an account
 * exists.
 */
export async function sendConfirmationAgain(room: Room, tx: Tx, email: string): Promise<void> {
  const now = room.clock.wall();
  const person = await tx
    .selectFrom("people")
    .select(["id", "email", "language"])
    .where("email_key", "=", emailKey(email))
    .where("email_confirmed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (person === undefined) return;
  const sent = await tx
    .selectFrom("email_confirmations")
    .select("created_at")
    .where("person_id", "=", person.id)
    .where("created_at", ">", new Date(now.getTime() - VALID_MS))
    .execute();
  const isSoon = sent.some(({ created_at: at }) => at.getTime() > now.getTime() - PAUSE_MS);
  if (isSoon || sent.length >= MOST_A_DAY) return;
  await sendConfirmation(room, tx, person);
}

/** Sends a new confirmation link if the person has no valid one. */
export async function sendConfirmationIfNone(
  room: Room,
  tx: Tx,
  person: { readonly id: string; readonly email: string; readonly language: Language },
): Promise<void> {
  const live = await tx
    .selectFrom("email_confirmations")
    .select("person_id")
    .where("person_id", "=", person.id)
    .where("used_at", "is", null)
    .where("expires_at", ">", room.clock.wall())
    .executeTakeFirst();
  if (live === undefined) await sendConfirmation(room, tx, person);
}

/** The data with which a confirmation link is opened: token, browser, and password if required. */
export type Confirmation = {
  readonly token: string;
  readonly browser: string | null;
  readonly password: string | null;
  /** Key of the client in the queue for expensive requests; see `clientOf`. */
  readonly client: string;
};

export type ConfirmationFailure = {
  readonly code: "link-invalid" | "password-needed" | "password-wrong";
};

/**
 * Confirms the e-mail address of a link's token and returns the person. The link alone is enough only in the
 * browser that signed up; elsewhere the sign-up password is required. Otherwise a person who signed up with
 * another person's address would get an account when the owner of the address opens the link. Opening a link
 * twice gives the same result. Errors: `link-invalid` (unknown or expired), `password-needed`,
 * `password-wrong`.
 */
export async function confirmEmail(
  room: Room,
  { token, browser, password, client }: Confirmation,
): Promise<Result<{ readonly personId: string }, ConfirmationFailure>> {
  const owner = await room.db
    .selectFrom("email_confirmations as t")
    .innerJoin("people as p", "p.id", "t.person_id")
    .innerJoin("credentials as c", "c.person_id", "p.id")
    .select(["p.email_confirmed_at", "p.signed_up_in", "c.password_hash"])
    .where("t.token_hash", "=", hashToken(token))
    .where("t.expires_at", ">", room.clock.wall())
    .executeTakeFirst();
  if (owner === undefined) return fail({ code: "link-invalid" });
  const here = browser !== null && browser === owner.signed_up_in;
  if (owner.email_confirmed_at === null && !here) {
    if (password === null) return fail({ code: "password-needed" });
    if (!(await matchesSecret(owner.password_hash, password, { client })))
      return fail({ code: "password-wrong" });
  }
  return await room.db.transaction().execute((tx) => useConfirmation(room, tx, token));
}

async function useConfirmation(
  room: Room,
  tx: Tx,
  token: string,
): Promise<Result<{ readonly personId: string }, { readonly code: "link-invalid" }>> {
  const now = room.clock.wall();
  const found = await tx
    .selectFrom("email_confirmations as t")
    .innerJoin("people as p", "p.id", "t.person_id")
    .select(["p.id", "p.email", "p.language", "p.email_confirmed_at"])
    .where("t.token_hash", "=", hashToken(token))
    .where("t.expires_at", ">", now)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return fail({ code: "link-invalid" });
  if (found.email_confirmed_at !== null) return ok({ personId: found.id });
  await tx.updateTable("people").set({ email_confirmed_at: now }).where("id", "=", found.id).execute();
  await tx
    .updateTable("email_confirmations")
    .set({ used_at: now })
    .where("token_hash", "=", hashToken(token))
    .execute();
  await room.messages.send(tx, {
    to: found.email,
    template: "welcome",
    language: found.language,
    data: { link: `${room.config.origin}/kyc` },
    key: `welcome:${found.id}`,
  });
  await record(tx, room.clock, {
    actor: `person:${found.id}`,
    action: "accounts.confirmEmail",
    subject: `person:${found.id}`,
    from: "unconfirmed",
    to: "confirmed",
  });
  return ok({ personId: found.id });
}
