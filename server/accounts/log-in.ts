import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import { networkOf } from "../http/index.ts";
import { emailKey } from "./email.ts";
import { sendConfirmationIfNone } from "./email-confirmation.ts";
import {
  countGuess,
  endLoginChallenge,
  isLoginCode,
  sendLoginCode,
  takeBackGuess,
} from "./login-challenge.ts";
import { countLoginTry, forgetLoginTry } from "./login-delays.ts";
import { knowsDevice, rememberDevice } from "./login-devices.ts";
import { matchesSecret } from "./password-hash.ts";
import type { Room } from "./room.ts";
import { randomToken } from "./secrets.ts";
import { signToken } from "./session-token.ts";
import { startSession } from "./sessions.ts";

/** What somebody brings who wants to log in. */
export type LogIn = {
  readonly email: string;
  readonly password: string;
  /** The code that was e-mailed, once a log-in was answered with `login-code-needed`. */
  readonly code: string | null;
  /** Where the request comes from. */
  readonly address: string;
  /** The secret by which this browser is known, where it has one. */
  readonly device: string | null;
};

/** A session that has just begun: what goes into the cookies. */
export type LoggedIn = {
  readonly personId: string;
  readonly token: string;
  readonly secret: string;
  /** By which this browser is known from now on. */
  readonly device: string;
  /** Until when the token is good, unless it is renewed. */
  readonly expiresAt: Date;
};

/**
 * Why a log-in did not happen. Who has no account is told the same as who mistyped the password, and as who has not
 * confirmed the e-mail yet: otherwise whoever signs up with an address would learn by logging in whether it had an account.
 */
export type LogInFailure =
  | { readonly code: "wrong-credentials" | "login-code-needed" | "login-code-wrong" }
  | { readonly code: "too-many-tries"; readonly until: Date };

/** Logs in by e-mail and password, and by a code where too many have guessed at the account. */
export async function logIn(room: Room, given: LogIn): Promise<Result<LoggedIn, LogInFailure>> {
  if (!room.isOn("too-many-login-ban")) return await look(room, given, { challenged: false });
  const login = { email: emailKey(given.email), address: given.address };
  return await room.takeLoginTurn(login, async () => {
    const until = await countLoginTry(room.db, room.keys.login, login, room.clock.wall());
    if (until !== null) return fail({ code: "too-many-tries", until });
    const of = { email: login.email, now: room.clock.wall() };
    const challenged = await countGuess(room, of);
    const looked = await look(room, given, { challenged });
    if (looked.ok || looked.error.code === "login-code-needed") await takeBackGuess(room, of);
    if (looked.ok) await forgetLoginTry(room.db, room.keys.login, login);
    return looked;
  });
}

async function look(
  room: Room,
  given: LogIn,
  { challenged }: { readonly challenged: boolean },
): Promise<Result<LoggedIn, LogInFailure>> {
  const now = room.clock.wall();
  const of = { email: emailKey(given.email), now };
  const person = await findWithPassword(room, of.email);
  const known = await knowsDevice(room.db, given.device, { personId: person?.id ?? null, now });
  const asksCode = challenged && !known;
  if (asksCode && given.code === null) {
    await sendLoginCode(room, of, person);
    return fail({ code: "login-code-needed" });
  }
  const matches = await matchesSecret(person?.password_hash ?? null, given.password, {
    client: `address:${networkOf(given.address)}`,
  });
  // Password and code are judged together: whoever lacks the mailbox never learns that a guess was right.
  const hasCode =
    !asksCode || (await isLoginCode(room, of, { code: given.code ?? "", hasPassword: matches }));
  if (person === null || !matches || !hasCode)
    return fail({ code: asksCode ? "login-code-wrong" : "wrong-credentials" });
  if (person.email_confirmed_at === null) {
    await room.db.transaction().execute((tx) => sendConfirmationIfNone(room, tx, person));
    return fail({ code: asksCode ? "login-code-wrong" : "wrong-credentials" });
  }
  // One that is not known as theirs was made by whoever sent it, or stands for somebody else.
  const device = known && given.device !== null ? given.device : randomToken();
  const session = await room.db.transaction().execute(async (tx) => {
    await record(tx, room.clock, {
      actor: `person:${person.id}`,
      action: "accounts.logIn",
      subject: `person:${person.id}`,
    });
    await rememberDevice(tx, device, person.id, now);
    if (asksCode) await endLoginChallenge(room, tx, of.email);
    return await startSession(tx, person, now);
  });
  const expiresAt = session.idleUntil;
  const exp = Math.floor(expiresAt.getTime() / 1000);
  const token = await signToken(room.keys.token, { uuid: person.id, exp }, room.audience);
  return ok({ personId: person.id, token, secret: session.secret, device, expiresAt });
}

async function findWithPassword(room: Room, email: string) {
  const row = await room.db
    .selectFrom("people as p")
    .innerJoin("credentials as c", "c.person_id", "p.id")
    .select(["p.id", "p.email", "p.role", "p.language", "p.email_confirmed_at", "c.password_hash"])
    .where("p.email_key", "=", email)
    .executeTakeFirst();
  return row ?? null;
}
