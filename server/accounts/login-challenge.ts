import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Language } from "../../engine/values/languages.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { hashCode, sameBytes } from "./secrets.ts";
import "./tables.ts";

/**
 * Guesses at one account from many addresses: after `free` wrong ones within `windowMs` a log-in asks for a code that
 * was sent to the account's e-mail. It delays nobody, so it locks nobody out. A code is good for `validMs`, and is
 * replaced at most every `renewMs`, so that guesses do not fill a mailbox.
 */
export const loginChallenge = {
  free: 20,
  windowMs: 24 * 60 * 60_000,
  validMs: 20 * 60_000,
  renewMs: 10 * 60_000,
  /** Tries at one code by whoever has the password. */
  tries: 10,
} as const;

type Of = { readonly email: string; readonly now: Date };

/**
 * Counts a guess at the account's password, from wherever it comes and whether or not there is such an account. It is counted
 * before it is looked at, so that two hundred at once count as two hundred. Answers whether it needs a code.
 */
export async function countGuess(room: Room, { email, now }: Of): Promise<boolean> {
  const since = new Date(now.getTime() - loginChallenge.windowMs);
  const { rows } = await sql<{ readonly failures: number }>`
    insert into login_attempts as a (key, failures, last_at, blocked_until)
    values (${counterOf(room, email)}, 1, ${now}, null)
    on conflict (key) do update set
      failures = case when a.last_at < ${since} then 1 else a.failures + 1 end,
      last_at = ${now}
    returning failures`.execute(room.db);
  return (rows[0]?.failures ?? 0) > loginChallenge.free;
}

/** Takes back what was counted: it was no guess. */
export async function takeBackGuess(room: Room, { email }: Of): Promise<void> {
  await room.db
    .updateTable("login_attempts")
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where("key", "=", counterOf(room, email))
    .execute();
}

/**
 * Sends a code where none was sent within the last minutes. Everything but the letter happens for an address that nobody
 * here has, too: `person` is `null` then.
 */
export async function sendLoginCode(
  room: Room,
  { email, now }: Of,
  person: { readonly email: string; readonly language: Language } | null,
): Promise<void> {
  const account = accountOf(room, email);
  const code = String(randomInt(0, 100_000_000)).padStart(8, "0");
  await room.db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into login_codes as c (account, code_hash, sent_at, expires_at)
      values (${account}, ${codeHash(room, email, code)}, ${now}, ${later(now, loginChallenge.validMs)})
      on conflict (account) do update set
        code_hash = excluded.code_hash, sent_at = excluded.sent_at,
        expires_at = excluded.expires_at, tries = 0
      where c.sent_at <= ${later(now, -loginChallenge.renewMs)}
      returning account`.execute(tx);
    if (rows.length === 0 || person === null) return;
    await room.messages.send(tx, {
      to: person.email,
      template: "login-code",
      language: person.language,
      data: { code: `${code.slice(0, 4)} ${code.slice(4)}` },
      mock: room.isOn("mock-email-otp"),
      key: `login-code:${account.toString("hex")}:${now.getTime()}`,
    });
  });
}

/**
 * Whether this is the code that was sent, however it was spaced. It stays good until somebody logs in with it, or has tried
 * it too often. Only `hasPassword` uses it up, counted before it is looked at: strangers' tries do not use up the owner's.
 */
export async function isLoginCode(
  room: Room,
  { email, now }: Of,
  given: { readonly code: string; readonly hasPassword: boolean },
): Promise<boolean> {
  const row = await room.db
    .updateTable("login_codes")
    .set({ tries: sql`tries + ${given.hasPassword ? 1 : 0}` })
    .where("account", "=", accountOf(room, email))
    .where("expires_at", ">", now)
    .where("tries", "<", loginChallenge.tries)
    .returning("code_hash")
    .executeTakeFirst();
  const hash = codeHash(room, email, given.code.replaceAll(/[\s-]/g, ""));
  return row !== undefined && sameBytes(row.code_hash, hash);
}

/** Ends the challenge: the owner has proved the mailbox, by the code or by a link to a new password. */
export async function endLoginChallenge(room: Room, db: Db | Tx, email: string): Promise<void> {
  await db.deleteFrom("login_codes").where("account", "=", accountOf(room, email)).execute();
  await db.deleteFrom("login_attempts").where("key", "=", counterOf(room, email)).execute();
}

function counterOf(room: Room, email: string): Buffer {
  return hashCode(room.keys.login, ["anywhere", email]);
}

function accountOf(room: Room, email: string): Buffer {
  return hashCode(room.keys.login, ["code", email]);
}

function codeHash(room: Room, email: string, code: string): Buffer {
  return hashCode(room.keys.code, ["login", email, code]);
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
