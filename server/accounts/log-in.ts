import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import { emailKey } from "./email.ts";
import { sendConfirmationIfNone } from "./email-confirmation.ts";
import { countLoginTry, forgetLoginTry } from "./login-delays.ts";
import { matchesSecret } from "./password-hash.ts";
import type { Room } from "./room.ts";
import { signToken } from "./session-token.ts";
import { startSession } from "./sessions.ts";

/** A session that has just begun: what goes into the two cookies. */
export type LoggedIn = {
  readonly personId: string;
  readonly token: string;
  readonly secret: string;
  /** Until when the token is good, unless it is renewed. */
  readonly expiresAt: Date;
};

/** Why a log-in did not happen. Who has no account is told the same as who mistyped the password. */
export type LogInFailure =
  | { readonly code: "wrong-credentials" }
  | { readonly code: "too-many-tries"; readonly until: Date };

/** Logs in by e-mail and password. `address` is where the request comes from. */
export async function logIn(
  room: Room,
  input: { readonly email: string; readonly password: string; readonly address: string },
): Promise<Result<LoggedIn, LogInFailure>> {
  const login = { email: emailKey(input.email), address: input.address };
  const now = room.clock.wall();
  if (room.isOn("too-many-login-ban")) {
    const until = await countLoginTry(room.db, room.keys.login, login, now);
    if (until !== null) return fail({ code: "too-many-tries", until });
  }
  const person = await room.db
    .selectFrom("people as p")
    .innerJoin("credentials as c", "c.person_id", "p.id")
    .select(["p.id", "p.email", "p.role", "p.language", "p.email_confirmed_at", "c.password_hash"])
    .where("p.email_key", "=", login.email)
    .executeTakeFirst();
  const matches = await matchesSecret(person?.password_hash ?? null, input.password);
  if (person === undefined || !matches) return fail({ code: "wrong-credentials" });
  const session = await room.db.transaction().execute(async (tx) => {
    if (person.email_confirmed_at === null) await sendConfirmationIfNone(room, tx, person);
    await record(tx, room.clock, {
      actor: `person:${person.id}`,
      action: "accounts.logIn",
      subject: `person:${person.id}`,
    });
    return await startSession(tx, person, now);
  });
  await forgetLoginTry(room.db, room.keys.login, login);
  const expiresAt = session.idleUntil;
  const exp = Math.floor(expiresAt.getTime() / 1000);
  const token = await signToken(room.keys.token, { uuid: person.id, exp });
  return ok({ personId: person.id, token, secret: session.secret, expiresAt });
}
