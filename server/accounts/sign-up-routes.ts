import {
  type App,
  AppError,
  anonymous,
  call,
  clientOf,
  evenly,
  inputOf,
  languageOf,
  NOTHING,
  newVisitor,
  orNull,
  type TypeOf,
} from "../http/index.ts";
import { SignedUp } from "./answers.ts";
import {
  emailFault,
  guessableFault,
  passwordFault,
  refuseFaults,
  SALE_CODE_FAULT,
  saleCodeFault,
} from "./check-input.ts";
import type { Cookies } from "./cookies.ts";
import { confirmEmail, sendConfirmationAgain } from "./email-confirmation.ts";
import { consentsMissing, missingConsents } from "./missing-consents.ts";
import { hashSecret } from "./password-hash.ts";
import type { Room } from "./room.ts";
import { EMAIL, SECRET, SIGN_UP, TOKEN } from "./route-schemas.ts";
import type { AccountsRoutesDeps } from "./routes-deps.ts";
import { browserOf } from "./session-hook.ts";
import { signUp } from "./sign-up.ts";

/** Registers the calls that open an account and confirm its e-mail. */
export function signUpRoutes<User>(
  app: App,
  room: Room,
  deps: Pick<AccountsRoutesDeps<User>, "user" | "userRecord"> & { readonly cookies: Cookies },
): void {
  signUpRoute(app, room, deps.cookies);
  confirmEmailRoute(app, room, deps);
  confirmAgainRoute(app, room);
}

function signUpRoute(app: App, room: Room, cookies: Cookies): void {
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
        companyNameFault(body),
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
          fields: [SALE_CODE_FAULT],
        });
      return opened.value;
    },
  );
}

function companyNameFault({ customerType, companyName = "" }: TypeOf<typeof SIGN_UP>) {
  return customerType === "JURISTIC" && companyName.trim() === ""
    ? { pointer: "/companyName", code: "required", message: "form:errors.required" }
    : null;
}

function confirmEmailRoute<User>(
  app: App,
  room: Room,
  deps: Pick<AccountsRoutesDeps<User>, "user" | "userRecord"> & { readonly cookies: Cookies },
): void {
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
        browser: browserOf(deps.cookies, request),
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
}

function confirmAgainRoute(app: App, room: Room): void {
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
}
