import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Language } from "../../engine/values/languages.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { hashCode, sameBytes } from "./secrets.ts";
import "./tables.ts";

/**
 * Limits that protect one account against guesses from many addresses. After `free` wrong guesses within
 * `windowMs`, a log-in needs a code sent to the account's e-mail. This causes no delay, so it cannot lock the
 * owner out. A code is valid for `validMs`. It is replaced at most once per `renewMs`, so that guesses do not
 * flood the mailbox.
 */
export const loginChallenge = {
  free: 20,
  windowMs: 24 * 60 * 60_000,
  validMs: 20 * 60_000,
  renewMs: 10 * 60_000,
  /** Maximum number of tries per code for a client that has the right password. */
  tries: 10,
} as const;

type Of = { readonly email: string; readonly now: Date };

/**
 * Counts a guess at an account's password from any address, even if the account does not exist. Counts before
 * the password is verified, so that parallel guesses are all counted. Returns whether a code is required.
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

/** Subtracts a counted guess, because the password turned out to be right. */
export async function takeBackGuess(room: Room, { email }: Of): Promise<void> {
  await room.db
    .updateTable("login_attempts")
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where("key", "=", counterOf(room, email))
    .execute();
}

/**
 * Sends a code, unless one was sent in the last minutes. For an unknown address (`person` is `null`), does
 * everything except sending the letter.
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
 * Returns whether this is the code that was sent, ignoring spaces and hyphens. The code stays valid until it
 * is used for a log-in or tried too often. Only tries with `hasPassword` count, so that strangers cannot
 * exhaust the owner's tries.
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

/** Ends the challenge after the owner proved access to the mailbox, by the code or by a password link. */
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
