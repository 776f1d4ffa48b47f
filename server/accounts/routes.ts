import type { Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import { OtpSent } from "../flows/index.ts";
import {
  type App,
  AppError,
  anonymous,
  call,
  clientOf,
  evenly,
  FLAG,
  inputOf,
  languageOf,
  NOTHING,
  newVisitor,
  orNull,
  person,
  type Schema,
  themselves,
  UUID,
} from "../http/index.ts";
import { checkRecovery, recoverAccount } from "./account-recovery.ts";
import { LinkOwner, LoggedIn, PhoneLink, RecoveryOwner, SignedUp } from "./answers.ts";
import { emailFault, guessableFault, passwordFault, refuseFaults } from "./check-input.ts";
import { consentRoutes } from "./consent-routes.ts";
import { createCookies } from "./cookies.ts";
import { confirmEmail, sendConfirmationAgain } from "./email-confirmation.ts";
import { fromOf, handOver, logInError } from "./enter.ts";
import { factorRoutes } from "./factor-routes.ts";
import { logIn } from "./log-in.ts";
import { maintenanceRoutes } from "./maintenance-routes.ts";
import { consentsMissing, missingConsents } from "./missing-consents.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { hashSecret, prepareHashes } from "./password-hash.ts";
import { checkReset, forgetPassword, resetPassword, withdrawRecovery } from "./password-reset.ts";
import { findPerson, isSuspended } from "./people.ts";
import { checkPhoneLink } from "./restore-phone.ts";
import type { Room } from "./room.ts";
import { EMAIL, LOG_IN, SECRET, SEND_OTP, SHORT, SIGN_UP, TOKEN } from "./route-schemas.ts";
import { saleCodeRoutes } from "./sale-code-routes.ts";
import { hashToken } from "./secrets.ts";
import { sendOtp } from "./send-otp.ts";
import { browserOf, sessionHook } from "./session-hook.ts";
import { sessionRoutes } from "./session-routes.ts";
import { endSession } from "./sessions.ts";
import { signUp } from "./sign-up.ts";
import { socialRoutes } from "./social-routes.ts";
import { transferRoutes } from "./transfer-routes.ts";
import { walletRoutes } from "./wallet-routes.ts";

/** What the rooms above supply. */
export type AccountsRoutesDeps<User> = {
  /** The schema of the user record of section 3, for the API document. */
  readonly user: Schema<User>;
  /** Returns a person's record; `null` if unknown. */
  readonly userRecord: (personId: string) => Promise<User | null>;
  /** Undoes a change of phone number by its link. */
  readonly undoPhoneChange: (
    token: string,
  ) => Promise<Result<null, { readonly code: "link-invalid" | "phone-taken" }>>;
};

/** Registers the account calls of section 7, and the hook that identifies the caller. */
export function accountsRoutes<User extends { readonly allowInvest: boolean }>(
  app: App,
  room: Room,
  deps: AccountsRoutesDeps<User>,
): void {
  const cookies = createCookies(room.config);
  sessionHook(app, room, cookies);
  app.addHook("onReady", prepareHashes);

  call(
    app,
    "POST /api/auth/signup",
    {
      summary: "Opens an account",
      tags: ["accounts"],
      access: newVisitor,
      body: SIGN_UP,
      answers: { 201: SignedUp },
      errors: ["consents-missing", "sale-code"],
    },
    async (request) => {
      const { consents = [], ...body } = request.body;
      refuseFaults([
        emailFault(body.email),
        passwordFault(body.password) ?? guessableFault(body.password, [body.email, body.companyName ?? ""]),
        body.customerType === "JURISTIC" && (body.companyName ?? "").trim() === ""
          ? { pointer: "/companyName", code: "required", message: "form:errors.required" }
          : null,
        saleCodeFault(body.saleCode),
      ]);
      if (missingConsents(room, consents).length > 0) throw consentsMissing(room, consents);
      const opened = await evenly(room.config.evenMs, async () => {
        const passwordHash = await hashSecret(body.password, { client: clientOf(request) });
        return await room.db.transaction().execute((tx) =>
          signUp(room, tx, {
            email: body.email,
            passwordHash,
            customerType: body.customerType,
            ...(body.companyName === undefined ? {} : { companyName: body.companyName.trim() }),
            ...(body.saleCode === undefined ? {} : { saleCode: body.saleCode }),
            language: languageOf(request),
            channel: "api",
            browser: browserOf(cookies, request) ?? request.visitor,
          }),
        );
      });
      if (!opened.ok)
        throw new AppError(opened.error.code, {
          fields: [
            { pointer: "/saleCode", code: "pattern", message: "form:common.sale-code.errors.pattern" },
          ],
        });
      return opened.value;
    },
  );

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
      errors: [
        "wrong-credentials",
        "login-code-needed",
        "login-code-wrong",
        "two-factor-needed",
        "two-factor-wrong",
        "too-many-tries",
        "transfer-needed",
      ],
    },
    async (request, reply) => {
      const { email, password, twoFactor, code } = request.body;
      const entered = await evenly(room.config.evenMs, () =>
        logIn(room, {
          email,
          password,
          twoFactor: given(twoFactor),
          code: given(code),
          ...fromOf(cookies, request),
        }),
      );
      if (!entered.ok) throw logInError(room, entered.error);
      return await handOver(room, cookies, { request, reply }, entered.value);
    },
  );

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
      // Works without a valid token, because the page logs out when its token has expired.
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

  call(
    app,
    "POST /api/auth/verify",
    {
      summary:
        "Confirms the e-mail; answers the user record to whoever is logged in, else null. In another browser than that of the sign-up `password` is asked with `password-needed`",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN, "password?": SECRET }),
      answers: { 200: orNull(deps.user) },
      errors: ["link-invalid", "password-needed"],
    },
    async (request) => {
      const confirmed = await confirmEmail(room, {
        token: request.body.token,
        browser: browserOf(cookies, request),
        password: request.body.password ?? null,
        client: clientOf(request),
      });
      if (!confirmed.ok) {
        const { code } = confirmed.error;
        if (code === "password-wrong") refuseFaults([{ pointer: "/password", code }]);
        else throw new AppError(code);
      }
      return request.person === null ? null : await deps.userRecord(request.person.id);
    },
  );

  call(
    app,
    "POST /api/auth/verify/send-again",
    {
      summary:
        "Sends the link that confirms an e-mail again, where it has an account that needs it; always 204",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ email: EMAIL }),
      answers: NOTHING,
      errors: [],
    },
    async (request) => {
      await evenly(room.config.evenMs, () =>
        room.db.transaction().execute((tx) => sendConfirmationAgain(room, tx, request.body.email)),
      );
    },
  );

  call(
    app,
    "POST /api/auth/forget-password",
    {
      summary: "Sends a link for a new password where the e-mail has an account; always 204",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ email: EMAIL }),
      answers: NOTHING,
      errors: [],
    },
    async (request) => {
      await evenly(room.config.evenMs, () =>
        room.db.transaction().execute((tx) => forgetPassword(room, tx, request.body.email)),
      );
    },
  );

  call(
    app,
    "POST /api/auth/reset-password/verify",
    {
      summary: "Whether a link for a new password works: the masked e-mail, else null",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: { 200: orNull(LinkOwner) },
      errors: [],
    },
    async (request) => await checkReset(room, request.body.token),
  );

  call(
    app,
    "POST /api/auth/reset-password",
    {
      summary: "Sets a new password by a link and ends every session",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN, password: SECRET }),
      answers: NOTHING,
      errors: ["link-invalid"],
    },
    async (request, reply) => {
      refuseFaults([passwordFault(request.body.password)]);
      const reset = await resetPassword(room, { ...request.body, client: clientOf(request) });
      if (!reset.ok) {
        if (reset.error.code === "new-password") refuseFaults([reset.error.field]);
        throw new AppError("link-invalid");
      }
      cookies.clear(reply);
    },
  );

  call(
    app,
    "POST /api/auth/undo-phone/verify",
    {
      summary: "Whether a link undoes a change of phone number: both numbers masked, else null",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: { 200: orNull(PhoneLink) },
      errors: [],
    },
    async (request) => await checkPhoneLink(room, request.body.token),
  );

  call(
    app,
    "POST /api/auth/undo-phone",
    {
      summary: "Restores the former phone number by a link, once, and ends every session",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: NOTHING,
      errors: ["link-invalid", "phone-taken"],
    },
    async (request, reply) => {
      const undone = await deps.undoPhoneChange(request.body.token);
      if (!undone.ok) throw new AppError(undone.error.code);
      cookies.clear(reply);
    },
  );

  call(
    app,
    "POST /api/auth/account-recovery/start",
    {
      summary: "Sends a link that recovers an account where the e-mail has one; always 204",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ email: EMAIL }),
      answers: NOTHING,
      errors: [],
    },
    async (request) => {
      await evenly(room.config.evenMs, () =>
        room.db
          .transaction()
          .execute((tx) => forgetPassword(room, tx, request.body.email, "account-recovery")),
      );
    },
  );

  call(
    app,
    "POST /api/auth/account-recovery/verify",
    {
      summary: "Whether a link recovers an account, and what it asks besides; null on failure",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: { 200: orNull(RecoveryOwner) },
      errors: [],
    },
    async (request) => await checkRecovery(room, request.body.token),
  );

  call(
    app,
    "POST /api/auth/account-recovery/withdraw",
    {
      summary: "Ends a recovery by its link without any change; links for a new password work again",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: NOTHING,
      errors: ["link-invalid"],
    },
    async (request) => {
      const withdrawn = await withdrawRecovery(room, request.body.token);
      if (!withdrawn.ok) throw new AppError(withdrawn.error.code);
    },
  );

  call(
    app,
    "POST /api/auth/account-recovery",
    {
      summary:
        "Recovers an account by a link and, where a second factor is on, a recovery code: sets the new password, turns the factor off, ends every session",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN, password: SECRET, "recoveryCode?": SHORT }),
      answers: NOTHING,
      errors: ["link-invalid", "two-factor-needed", "two-factor-wrong"],
    },
    async (request, reply) => {
      const { token, password, recoveryCode = "" } = request.body;
      refuseFaults([passwordFault(password)]);
      const recovered = await recoverAccount(room, {
        token,
        password,
        recoveryCode: recoveryCode.trim() === "" ? null : recoveryCode,
        client: clientOf(request),
      });
      if (!recovered.ok) {
        if (recovered.error.code === "new-password") refuseFaults([recovered.error.field]);
        else throw new AppError(recovered.error.code);
      }
      cookies.clear(reply);
    },
  );

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

  call(
    app,
    "GET /api/user/:id",
    {
      summary: "The user record, to its owner",
      tags: ["accounts"],
      access: person,
      params: inputOf({ id: UUID }),
      owner: themselves("id"),
      answers: { 200: deps.user },
      errors: ["not-found"],
    },
    async (request) => {
      const user = await deps.userRecord(request.owned);
      if (user === null) throw new AppError("not-found");
      return user;
    },
  );

  call(
    app,
    "GET /api/security/:uuid/security-locked",
    {
      summary: "Whether the account is locked: true or false",
      tags: ["accounts"],
      access: person,
      params: inputOf({ uuid: UUID }),
      owner: themselves("uuid"),
      answers: { 200: FLAG },
      errors: [],
      config: { lockedToo: true, keepsNobodyLoggedIn: true },
    },
    async (request) => {
      const person = await findPerson(room.db, request.owned);
      return person !== null && isSuspended(room, person);
    },
  );

  factorRoutes(app, room);
  consentRoutes(app, room);
  maintenanceRoutes(app, room);
  passkeyRoutes(app, room, cookies);
  saleCodeRoutes(app, room);
  sessionRoutes(app, room);
  socialRoutes(app, room, cookies);
  transferRoutes(app, room, cookies);
  walletRoutes(app, room, {
    cookies,
    allowInvest: async (personId) => (await deps.userRecord(personId))?.allowInvest === true,
  });
}

/** Returns the value of an optional field; `null` if empty. */
function given(text: string | undefined): string | null {
  return text === undefined || text.trim() === "" ? null : text;
}

function saleCodeFault(saleCode: string | undefined) {
  if (saleCode === undefined || saleCode === "" || /^[A-Za-z0-9]{4,12}$/.test(saleCode)) return null;
  return { pointer: "/saleCode", code: "pattern", message: "form:common.sale-code.errors.pattern" };
}
