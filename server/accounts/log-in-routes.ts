import { record } from "../audit/index.ts";
import { OtpSent } from "../flows/index.ts";
import { type App, anonymous, call, evenly, NOTHING } from "../http/index.ts";
import { LoggedIn } from "./answers.ts";
import type { Cookies } from "./cookies.ts";
import { fromOf, handOver, logInError } from "./enter.ts";
import { logIn } from "./log-in.ts";
import type { Room } from "./room.ts";
import { LOG_IN, LOG_IN_ERRORS, logInInputOf, SEND_OTP } from "./route-schemas.ts";
import { hashToken } from "./secrets.ts";
import { sendOtp } from "./send-otp.ts";
import { endSession } from "./sessions.ts";

/** Registers the calls that log in and out, and the call that sends a one-time password. */
export function logInRoutes(app: App, room: Room, cookies: Cookies): void {
  logInRoute(app, room, cookies);
  logOutRoute(app, room, cookies);
  otpRoute(app, room);
}

function logInRoute(app: App, room: Room, cookies: Cookies): void {
  call(
    app,
    "POST /api/auth/login",
    {
      summary:
        "Logs in: sets the token and the session cookie; `code` is the one that was e-mailed on `login-code-needed`, `twoFactor` a code of the authenticator app or a recovery code on `two-factor-needed`",
      tags: ["accounts"],
      access: anonymous,
      body: LOG_IN,
      answers: { 200: LoggedIn },
      errors: LOG_IN_ERRORS,
    },
    async (request, reply) => {
      const entered = await evenly(room.config.evenMs, () =>
        logIn(room, { ...logInInputOf(request.body), ...fromOf(cookies, request) }),
      );
      if (!entered.ok) throw logInError(room, entered.error);
      return await handOver(room, cookies, { request, reply }, entered.value);
    },
  );
}

function logOutRoute(app: App, room: Room, cookies: Cookies): void {
  call(
    app,
    "POST /api/auth/logout",
    {
      summary: "Logs out",
      tags: ["accounts"],
      access: anonymous,
      answers: NOTHING,
      errors: [],
      config: { lockedToo: true },
    },
    async (request, reply) => {
      // Logging out needs no valid token, because the page logs out when its token has expired.
      const secret = request.cookies[cookies.names.session];
      if (secret !== undefined) {
        await room.db.transaction().execute(async (tx) => {
          const personId = await endSession(tx, secret, room.clock.wall());
          if (personId !== null)
            await record(tx, room.clock, {
              actor: `person:${personId}`,
              action: "accounts.logOut",
              subject: `person:${personId}`,
            });
        });
        room.secretOver(hashToken(secret).toString("hex"));
      }
      cookies.clear(reply);
    },
  );
}

function otpRoute(app: App, room: Room): void {
  call(
    app,
    "POST /api/auth/send-otp",
    {
      summary: "Sends a one-time password",
      tags: ["accounts"],
      access: anonymous,
      body: SEND_OTP,
      answers: { 200: OtpSent },
      errors: ["log-in-first", "otp-too-soon", "otp-daily-limit", "sms-not-offered"],
    },
    async (request) => await sendOtp(room, request, request.body),
  );
}
