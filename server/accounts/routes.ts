import type { JsonObject } from "../../engine/values/json.ts";
import { record } from "../audit/index.ts";
import type { App } from "../http/index.ts";
import {
  AppError,
  answer,
  clientOf,
  EVEN_MS,
  evenly,
  FLAG,
  languageOf,
  NOTHING,
  nameAnswers,
  orNull,
  requirePerson,
} from "../http/index.ts";
import { ACCOUNTS_ANSWERS } from "./answers.ts";
import { emailFault, guessableFault, passwordFault, refuseFaults } from "./check-input.ts";
import { createCookies } from "./cookies.ts";
import { confirmEmail, sendConfirmationAgain } from "./email-confirmation.ts";
import { signUpPurposes } from "./legal-texts.ts";
import { type LogInFailure, logIn } from "./log-in.ts";
import { hashSecret, prepareHashes } from "./password-hash.ts";
import { checkReset, forgetPassword, resetPassword } from "./password-reset.ts";
import { findPerson } from "./people.ts";
import type { Room } from "./room.ts";
import { bodyOf, EMAIL, LOG_IN, SECRET, SEND_OTP, SIGN_UP, TOKEN, uuidParam } from "./route-schemas.ts";
import { isToken } from "./secrets.ts";
import { type SendOtpBody, sendOtp } from "./send-otp.ts";
import { browserOf, sessionHook } from "./session-hook.ts";
import { endSession } from "./sessions.ts";
import { signUp } from "./sign-up.ts";

/** What the rooms that stand on this one supply. */
export type AccountsRoutesDeps = {
  /**
   * The record of section 3 that pages read; `null` where there is no such person. Whoever supplies it names the answer
   * `User`.
   */
  readonly userRecord: (personId: string) => Promise<JsonObject | null>;
};

/** The calls of section 7 about accounts, and the hook that says who asks. */
export function accountsRoutes(app: App, room: Room, deps: AccountsRoutesDeps): void {
  const cookies = createCookies(room.config);
  nameAnswers(app, ACCOUNTS_ANSWERS);
  sessionHook(app, room, cookies);
  app.addHook("onReady", prepareHashes);

  app.post<{ Body: SignUpBody }>(
    "/api/auth/signup",
    {
      schema: {
        summary: "Opens an account",
        tags: ["accounts"],
        body: SIGN_UP,
        response: { 201: answer("SignedUp") },
      },
    },
    async (request, reply) => {
      const { consents = [], ...body } = request.body;
      refuseFaults([
        emailFault(body.email),
        passwordFault(body.password) ?? guessableFault(body.password, [body.email, body.companyName ?? ""]),
        body.customerType === "JURISTIC" && (body.companyName ?? "").trim() === ""
          ? { pointer: "/companyName", code: "required", message: "form:errors.required" }
          : null,
        saleCodeFault(body.saleCode),
      ]);
      refuseMissingConsents(room, consents);
      const opened = await evenly(EVEN_MS, async () => {
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
      return reply.code(201).send(opened.value);
    },
  );

  app.post<{ Body: { email: string; password: string; twoFactor?: string; code?: string } }>(
    "/api/auth/login",
    {
      schema: {
        summary:
          "Logs in: sets the token and the session cookie; `code` is the one that was e-mailed on `login-code-needed`",
        tags: ["accounts"],
        body: LOG_IN,
        response: { 200: answer("LoggedIn") },
      },
    },
    async (request, reply) => {
      const { email, password, code } = request.body;
      const device = request.cookies[cookies.names.device];
      const entered = await evenly(EVEN_MS, () =>
        logIn(room, {
          email,
          password,
          code: code === undefined || code.trim() === "" ? null : code,
          address: request.ip,
          device: device !== undefined && isToken(device) ? device : null,
        }),
      );
      if (!entered.ok) throw logInError(room, entered.error);
      // The session that this browser had before is nobody's any more.
      const before = request.cookies[cookies.names.session];
      if (before !== undefined)
        await room.db.transaction().execute((tx) => endSession(tx, before, room.clock.wall()));
      cookies.setToken(reply, entered.value.token);
      cookies.setSession(reply, entered.value.secret);
      cookies.setDevice(reply, entered.value.device);
      return { uuid: entered.value.personId, exp: Math.floor(entered.value.expiresAt.getTime() / 1000) };
    },
  );

  app.post(
    "/api/auth/logout",
    { config: { lockedToo: true }, schema: { summary: "Logs out", tags: ["accounts"], response: NOTHING } },
    async (request, reply) => {
      // Also without a good token: the page logs out when it finds that its token has expired.
      const secret = request.cookies[cookies.names.session];
      if (secret !== undefined)
        await room.db.transaction().execute(async (tx) => {
          const personId = await endSession(tx, secret, room.clock.wall());
          if (personId !== null)
            await record(tx, room.clock, {
              actor: `person:${personId}`,
              action: "accounts.logOut",
              subject: `person:${personId}`,
            });
        });
      cookies.clear(reply);
      return reply.code(204).send();
    },
  );

  app.post<{ Body: { token: string; password?: string } }>(
    "/api/auth/verify",
    {
      schema: {
        summary:
          "Confirms the e-mail; answers the user record to whoever is logged in, else null. In another browser than that of the sign-up `password` is asked with `password-needed`",
        tags: ["accounts"],
        body: bodyOf({ token: TOKEN, password: SECRET }, ["token"]),
        response: { 200: orNull(answer("User")) },
      },
    },
    async (request, reply) => {
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
      const user = request.person === null ? null : await deps.userRecord(request.person.id);
      return reply.type("application/json").send(JSON.stringify(user));
    },
  );

  app.post<{ Body: { email: string } }>(
    "/api/auth/verify/send-again",
    {
      schema: {
        summary:
          "Sends the link that confirms an e-mail again, where it has an account that needs it; always 204",
        tags: ["accounts"],
        body: bodyOf({ email: EMAIL }, ["email"]),
        response: NOTHING,
      },
    },
    async (request, reply) => {
      await evenly(EVEN_MS, () =>
        room.db.transaction().execute((tx) => sendConfirmationAgain(room, tx, request.body.email)),
      );
      return reply.code(204).send();
    },
  );

  app.post<{ Body: { email: string } }>(
    "/api/auth/forget-password",
    {
      schema: {
        summary: "Sends a link for a new password where the e-mail has an account; always 204",
        tags: ["accounts"],
        body: bodyOf({ email: EMAIL }, ["email"]),
        response: NOTHING,
      },
    },
    async (request, reply) => {
      await evenly(EVEN_MS, () =>
        room.db.transaction().execute((tx) => forgetPassword(room, tx, request.body.email)),
      );
      return reply.code(204).send();
    },
  );

  app.post<{ Body: { token: string } }>(
    "/api/auth/reset-password/verify",
    {
      schema: {
        summary: "Whether a link for a new password works: the masked e-mail, else null",
        tags: ["accounts"],
        body: bodyOf({ token: TOKEN }, ["token"]),
        response: { 200: orNull(answer("LinkOwner")) },
      },
    },
    async (request, reply) =>
      reply.type("application/json").send(JSON.stringify(await checkReset(room, request.body.token))),
  );

  app.post<{ Body: { token: string; password: string } }>(
    "/api/auth/reset-password",
    {
      schema: {
        summary: "Sets a new password by a link and ends every session",
        tags: ["accounts"],
        body: bodyOf({ token: TOKEN, password: SECRET }, ["token", "password"]),
        response: NOTHING,
      },
    },
    async (request, reply) => {
      refuseFaults([passwordFault(request.body.password)]);
      const reset = await resetPassword(room, { ...request.body, client: clientOf(request) });
      if (!reset.ok) {
        if (reset.error.code === "password-common") refuseFaults([reset.error.field]);
        throw new AppError("link-invalid");
      }
      cookies.clear(reply);
      return reply.code(204).send();
    },
  );

  app.post<{ Body: SendOtpBody }>(
    "/api/auth/send-otp",
    {
      schema: {
        summary: "Sends a one-time password",
        tags: ["accounts"],
        body: SEND_OTP,
        response: { 200: answer("OtpSent") },
      },
    },
    async (request) => await sendOtp(room, request, request.body),
  );

  app.get<{ Params: { id: string } }>(
    "/api/user/:id",
    {
      schema: {
        summary: "The user record, to its owner",
        tags: ["accounts"],
        params: uuidParam("id"),
        response: { 200: answer("User") },
      },
    },
    async (request) => {
      const person = requirePerson(request);
      if (person.id !== request.params.id) throw new AppError("not-found");
      const user = await deps.userRecord(person.id);
      if (user === null) throw new AppError("not-found");
      return user;
    },
  );

  app.get<{ Params: { uuid: string } }>(
    "/api/security/:uuid/security-locked",
    {
      config: { lockedToo: true, keepsNobodyLoggedIn: true },
      schema: {
        summary: "Whether the account is locked: true or false",
        tags: ["accounts"],
        params: uuidParam("uuid"),
        response: { 200: FLAG },
      },
    },
    async (request, reply) => {
      const person = requirePerson(request);
      if (person.id !== request.params.uuid) throw new AppError("not-found");
      const locked = (await findPerson(room.db, person.id))?.locked === true;
      return reply.type("application/json").send(JSON.stringify(locked));
    },
  );

  app.get(
    "/api/app-setting/maintenance",
    {
      config: { lockedToo: true, keepsNobodyLoggedIn: true },
      schema: {
        summary: "Whether the portal is under maintenance",
        tags: ["portal"],
        response: { 200: answer("Maintenance") },
      },
    },
    async () => {
      const row = await room.db
        .selectFrom("app_settings")
        .select("value")
        .where("name", "=", "maintenance")
        .executeTakeFirst();
      return row?.value ?? { maintenance: false, maintenanceText: "" };
    },
  );
}

type SignUpBody = {
  readonly email: string;
  readonly password: string;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly saleCode?: string;
  readonly companyName?: string;
  readonly consents?: readonly { readonly purpose: string; readonly version: string }[];
};

function saleCodeFault(saleCode: string | undefined) {
  if (saleCode === undefined || saleCode === "" || /^[A-Za-z0-9]{4,12}$/.test(saleCode)) return null;
  return { pointer: "/saleCode", code: "pattern", message: "form:common.sale-code.errors.pattern" };
}

/** Consents are given to a version: one given to an older text is missing here, and the text is named. */
function refuseMissingConsents(room: Room, given: NonNullable<SignUpBody["consents"]>): void {
  const texts = room.legal();
  const missing = signUpPurposes.filter(
    (purpose) =>
      !given.some((consent) => consent.purpose === purpose && consent.version === texts[purpose].version),
  );
  if (missing.length === 0) return;
  throw new AppError("consents-missing", {
    fields: missing.map((purpose) => ({
      pointer: `/consents/${purpose}`,
      code: "required",
      message: `register:sign-up.create.consents.${purpose}.errors.const`,
      params: { purpose, version: texts[purpose].version },
    })),
  });
}

function logInError(room: Room, error: LogInFailure): AppError {
  if (error.code !== "too-many-tries") return new AppError(error.code);
  const seconds = Math.max(1, Math.ceil((error.until.getTime() - room.clock.wall().getTime()) / 1000));
  return new AppError(error.code, { params: { seconds }, headers: { "Retry-After": String(seconds) } });
}
