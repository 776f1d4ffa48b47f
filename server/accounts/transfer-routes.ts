import { BRAND_CODES, type Brand } from "../../domain/brands.ts";
import {
  type App,
  AppError,
  anonymous,
  call,
  evenly,
  FLAG,
  inputOf,
  listOf,
  named,
  objectOf,
  oneOf,
} from "../http/index.ts";
import { LoggedIn } from "./answers.ts";
import { brandsOf } from "./brand-customers.ts";
import { emailFault, refuseFaults } from "./check-input.ts";
import type { Cookies } from "./cookies.ts";
import { emailKey } from "./email.ts";
import { fromOf, handOver, logInError } from "./enter.ts";
import { logIn } from "./log-in.ts";
import { consentsMissing, missingConsents } from "./missing-consents.ts";
import { tryOtp } from "./one-time-passwords.ts";
import { findPerson } from "./people.ts";
import type { Room } from "./room.ts";
import { CONSENTS, EMAIL, LOG_IN_BODY, LOG_IN_ERRORS, logInInputOf, SHORT } from "./route-schemas.ts";
import { strangerOf } from "./send-otp.ts";

const ExistedUser = named(
  "ExistedUser",
  objectOf(
    { existed: FLAG, products: listOf(oneOf(...BRAND_CODES), "The brands whose customer they are") },
    "Whether an e-mail that its owner proved has an account with either brand",
  ),
);

/**
 * Registers the calls for customers of the other brand. They prove their identity by password and give their
 * consents again.
 */
export function transferRoutes(app: App, room: Room, cookies: Cookies): void {
  transferLogInRoutes(app, room, cookies);
  existedUserRoute(app, room);
}

function transferLogInRoutes(app: App, room: Room, cookies: Cookies): void {
  for (const product of BRAND_CODES)
    call(
      app,
      `POST /api/transfer/login-with-${product}`,
      {
        summary: `Logs in a customer of ${product}; where that is the other brand, \`consents-missing\` names the texts to agree to`,
        tags: ["accounts"],
        access: anonymous,
        body: inputOf({ ...LOG_IN_BODY, "consents?": CONSENTS }),
        answers: { 200: LoggedIn },
        errors: [...LOG_IN_ERRORS, "consents-missing"],
      },
      async (request, reply) => {
        const { consents = [], ...body } = request.body;
        const entered = await evenly(room.config.evenMs, () =>
          logIn(room, {
            ...logInInputOf(body),
            ...fromOf(cookies, request),
            transfer: { product, agreed: missingConsents(room, consents).length === 0 },
          }),
        );
        if (entered.ok) return await handOver(room, cookies, { request, reply }, entered.value);
        throw entered.error.code === "consents-missing"
          ? consentsMissing(room, consents)
          : logInError(room, entered.error);
      },
    );
}

function existedUserRoute(app: App, room: Room): void {
  call(
    app,
    "GET /api/transfer/check-existed-user/:value",
    {
      summary:
        "Whether an e-mail has an account with either brand: to who is logged in with it, or proves it by a code of `/auth/send-otp` (`verify-email`) in the header `x-one-time-password`",
      tags: ["accounts"],
      access: anonymous,
      params: inputOf({ value: EMAIL }),
      headers: { type: "object", properties: { "x-one-time-password": SHORT } },
      answers: { 200: ExistedUser },
      errors: ["not-valid", "code-wrong", "code-expired"],
    },
    async (request) => {
      const email = request.params.value;
      refuseFaults(
        [emailFault(email)].map((fault) => (fault === null ? null : { ...fault, pointer: "/value" })),
      );
      const self = request.person === null ? null : await findPerson(room.db, request.person.id);
      const own = self !== null && emailKey(self.email) === emailKey(email);
      if (!own)
        await evenly(room.config.evenMs, () =>
          proveMailbox(room, email, request.headers["x-one-time-password"]),
        );
      const found = await room.db
        .selectFrom("people")
        .select("id")
        .where("email_key", "=", emailKey(email))
        .where("role", "is", null)
        .executeTakeFirst();
      const products: readonly Brand[] = found === undefined ? [] : await brandsOf(room.db, found.id);
      return { existed: found !== undefined, products };
    },
  );
}

async function proveMailbox(room: Room, email: string, code: unknown): Promise<void> {
  const binding = { owner: strangerOf(room, email), channel: "email", action: "verify-email" } as const;
  const given = typeof code === "string" ? code : "";
  const verdict = await room.db.transaction().execute((tx) => tryOtp(room, tx, binding, given));
  if (verdict.kind !== "passed") throw new AppError(verdict.kind === "wrong" ? "code-wrong" : "code-expired");
}
