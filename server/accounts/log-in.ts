import type { Brand } from "../../domain/brands.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { networkOf } from "../http/index.ts";
import { beginSession, type From, type LoggedIn } from "./begin-session.ts";
import { belongsHere, brandsOf, joinBrand, takeOver } from "./brand-customers.ts";
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
import { knowsDevice } from "./login-devices.ts";
import { matchesSecret } from "./password-hash.ts";
import type { Room } from "./room.ts";
import { askSecondFactor } from "./second-factor.ts";

/** The input of a log-in. */
export type LogIn = From & {
  readonly email: string;
  readonly password: string;
  /** The code sent by e-mail, if an earlier log-in returned `login-code-needed`. */
  readonly code: string | null;
  /** A code of the authenticator app, or a recovery code. */
  readonly twoFactor?: string | null;
  /**
   * Request to transfer a customer of the given brand to this brand. `agreed`: whether the new consents are
   * given.
   */
  readonly transfer?: { readonly product: Brand; readonly agreed: boolean } | null;
};

/**
 * Reason why a log-in failed. An unknown account, a wrong password and an unconfirmed e-mail give the same
 * error. Otherwise, a stranger could sign up with an address and log in to find out whether the address
 * already has an account.
 */
export type LogInFailure =
  | { readonly code: "wrong-credentials" | "login-code-needed" | "login-code-wrong" }
  /** These errors occur only after the right password. */
  | { readonly code: "two-factor-needed" | "two-factor-wrong" }
  /** These errors occur only after the right password, if the person is a customer of the other brand. */
  | { readonly code: "transfer-needed" | "consents-missing" }
  | { readonly code: "too-many-tries"; readonly until: Date };

/**
 * Logs in by e-mail and password. After too many wrong guesses at the account, also requires a code sent by
 * e-mail.
 */
export async function logIn(room: Room, given: LogIn): Promise<Result<LoggedIn, LogInFailure>> {
  if (!room.isOn("too-many-login-ban")) return await look(room, given, { challenged: false });
  const login = { email: emailKey(given.email), address: given.address };
  return await room.takeLoginTurn(login, async () => {
    const until = await countLoginTry(room.db, room.keys.login, login, room.clock.wall());
    if (until !== null) return fail({ code: "too-many-tries", until });
    const of = { email: login.email, now: room.clock.wall() };
    const challenged = await countGuess(room, of);
    const looked = await look(room, given, { challenged });
    const right = looked.ok || RIGHT_PASSWORD.has(looked.error.code);
    if (right || (!looked.ok && looked.error.code === "login-code-needed")) await takeBackGuess(room, of);
    if (right) await forgetLoginTry(room.db, room.keys.login, login);
    return looked;
  });
}

/** Errors that occur only after the right password. */
const RIGHT_PASSWORD: ReadonlySet<string> = new Set([
  "transfer-needed",
  "consents-missing",
  "two-factor-needed",
]);

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
  // Password and code are verified together. Otherwise, an attacker without access to the mailbox would learn
  // that a password was right.
  const hasCode =
    !asksCode || (await isLoginCode(room, of, { code: given.code ?? "", hasPassword: matches }));
  if (person === null || !matches || !hasCode)
    return fail({ code: asksCode ? "login-code-wrong" : "wrong-credentials" });
  if (person.email_confirmed_at === null) {
    await room.db.transaction().execute((tx) => sendConfirmationIfNone(room, tx, person));
    return fail({ code: asksCode ? "login-code-wrong" : "wrong-credentials" });
  }
  const here = await belongsHere(room, room.db, person);
  if (!here) {
    const { transfer = null } = given;
    if (transfer === null) return fail({ code: "transfer-needed" });
    if (!(await brandsOf(room.db, person.id)).includes(transfer.product))
      return fail({ code: asksCode ? "login-code-wrong" : "wrong-credentials" });
    if (!transfer.agreed) return fail({ code: "consents-missing" });
  }
  // The second factor is checked last, because a code of the authenticator app works only once.
  const factor = await askSecondFactor(room, { personId: person.id, twoFactor: given.twoFactor ?? null });
  if (factor === "two-factor-needed" || factor === "two-factor-wrong") return fail({ code: factor });
  const begun = await room.db.transaction().execute(async (tx) => {
    if (asksCode) await endLoginChallenge(room, tx, of.email);
    if (!here) await takeOver(room, tx, person, "transfer");
    else if (person.role === null) await joinBrand(room, tx, person.id, "log-in");
    return await beginSession(room, tx, person, {
      from: given,
      enteredWith: "password",
      factorProved: factor === "passed",
    });
  });
  return ok(begun);
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
