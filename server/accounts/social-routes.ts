import { BRAND_CODES, type Brand } from "../../domain/brands.ts";
import {
  type App,
  AppError,
  anonymous,
  call,
  emptyWith,
  FLAG,
  inputOf,
  languageOf,
  listOf,
  named,
  objectOf,
  oneOf,
  type Reply,
  type Request,
  TEXT,
  type TypeOf,
} from "../http/index.ts";
import { LoggedIn } from "./answers.ts";
import { SALE_CODE_FAULT } from "./check-input.ts";
import type { Cookies } from "./cookies.ts";
import { fromOf, handOver, logInError } from "./enter.ts";
import { askingAddress, stateOf } from "./id-token.ts";
import { consentsMissing, missingConsents } from "./missing-consents.ts";
import type { Provider } from "./providers.ts";
import type { Room } from "./room.ts";
import { CONSENTS, givenOf, LOG_IN_ERRORS, SECRET, SHORT } from "./route-schemas.ts";
import { beginAttempt, proofOf, redirectUri } from "./social-attempts.ts";
import { enterBySocial, type SocialFailure } from "./social-entry.ts";

const PROVIDERS = ["google", "apple"] as const;
const proof = { ...TEXT, minLength: 1, maxLength: 8_000 };

/**
 * Input with the answers to questions that may follow the provider's proof. A question is asked only if
 * needed.
 */
const ASKED = {
  "consents?": CONSENTS,
  "saleCode?": SHORT,
  "password?": SECRET,
  "code?": SHORT,
  "emailCode?": SHORT,
  "twoFactor?": SHORT,
};
const Asked = inputOf(ASKED);

const ERRORS = [
  "social-invalid",
  "social-email",
  "social-not-for-staff",
  "link-needed",
  "consents-missing",
  "sale-code",
  "code-wrong",
  "code-expired",
  ...LOG_IN_ERRORS,
  "two-factor-by-password",
  "not-a-customer",
  "service-unavailable",
] as const;

const SocialWays = named(
  "SocialWays",
  objectOf({ providers: listOf(oneOf(...PROVIDERS)) }, "Who may vouch for people here"),
);
const SocialVisit = named(
  "SocialVisit",
  objectOf(
    { url: TEXT, state: { ...TEXT, description: "What the address that somebody comes back to must carry" } },
    "Where the browser goes to be asked who it is",
  ),
);

/**
 * Registers the calls of section 7 for log-in and sign-up with Google and Apple, including those that begin
 * such a log-in.
 */
export function socialRoutes(app: App, room: Room, cookies: Cookies): void {
  visitRoutes(app, room, cookies);
  matchRoutes(app, room, cookies);
  brandMatchRoutes(app, room, cookies);
  appleReturnRoute(app);
}

function visitRoutes(app: App, room: Room, cookies: Cookies): void {
  call(
    app,
    "GET /api/auth/social",
    {
      summary: "With whom one can log in besides the own account",
      tags: ["accounts"],
      access: anonymous,
      answers: { 200: SocialWays },
      errors: [],
    },
    () => ({ providers: PROVIDERS.filter((provider) => room.providers()[provider] !== null) }),
  );

  call(
    app,
    "POST /api/auth/social/start",
    {
      summary:
        "Begins a visit to Google or Apple: a cookie of this browser holds what the token must answer to",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ provider: oneOf(...PROVIDERS), "choose?": FLAG }),
      answers: { 200: SocialVisit },
      errors: ["not-found", "service-unavailable"],
      // Anyone can begin a log-in at a provider, and each one stores a row, so the rate is limited.
      config: { rateLimit: { max: 120, timeWindow: "1 minute" } },
    },
    async (request, reply) => {
      const { provider, choose = false } = request.body;
      const settings = room.providers()[provider];
      if (settings === null) throw new AppError("not-found");
      const secret = await beginAttempt(room, provider);
      const url = await askingAddress(provider, settings, {
        secret,
        redirectUri: redirectUri(room, provider),
        choose,
        language: languageOf(request),
      });
      if (!url.ok) throw new AppError("service-unavailable");
      cookies.setSocial(reply, secret);
      return { url: url.value, state: stateOf(secret) };
    },
  );
}

function matchRoutes(app: App, room: Room, cookies: Cookies): void {
  call(
    app,
    "POST /api/auth/google-match",
    {
      summary:
        "Logs in, signs up or links with Google's id token: `consents-missing` names the texts, `link-needed` asks for `password` or `emailCode`",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ idToken: proof, ...ASKED }),
      answers: { 200: LoggedIn },
      errors: ERRORS,
    },
    async (request, reply) =>
      await match({ room, cookies }, { request, reply }, request.body, {
        provider: "google",
        proof: request.body.idToken,
        product: null,
      }),
  );

  call(
    app,
    "POST /api/auth/apple-match",
    {
      summary: "The same with the code that Apple sent back",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ authCode: proof, ...ASKED }),
      answers: { 200: LoggedIn },
      errors: ERRORS,
    },
    async (request, reply) =>
      await match({ room, cookies }, { request, reply }, request.body, {
        provider: "apple",
        proof: request.body.authCode,
        product: null,
      }),
  );
}

function brandMatchRoutes(app: App, room: Room, cookies: Cookies): void {
  for (const product of BRAND_CODES)
    call(
      app,
      `POST /api/auth/${product}-google-match`,
      {
        summary: `The same for a customer of ${product}; nobody new is made, and consents are asked anew where this is the other brand`,
        tags: ["accounts"],
        access: anonymous,
        body: inputOf({ idToken: proof, ...ASKED }),
        answers: { 200: LoggedIn },
        errors: ERRORS,
      },
      async (request, reply) =>
        await match({ room, cookies }, { request, reply }, request.body, {
          provider: "google",
          proof: request.body.idToken,
          product,
        }),
    );
}

type Matching = { readonly room: Room; readonly cookies: Cookies };

/**
 * Logs a person in, signs them up or links their account, with a provider's proof and the answers to the
 * questions that followed.
 */
async function match(
  { room, cookies }: Matching,
  { request, reply }: { readonly request: Request; readonly reply: Reply },
  asked: TypeOf<typeof Asked>,
  of: { readonly provider: Provider; readonly proof: string; readonly product: Brand | null },
) {
  const secret = request.cookies[cookies.names.social];
  const proved = await proofOf(room, of.provider, { secret, proof: of.proof });
  if (!proved.ok || secret === undefined)
    throw new AppError(proved.ok ? "social-invalid" : proved.error.code);
  const consents = asked.consents ?? [];
  const entered = await enterBySocial(room, {
    provider: of.provider,
    proved: proved.value,
    secret,
    from: fromOf(cookies, request),
    language: languageOf(request),
    agreed: missingConsents(room, consents).length === 0,
    saleCode: givenOf(asked.saleCode),
    password: givenOf(asked.password),
    loginCode: givenOf(asked.code),
    mailedCode: givenOf(asked.emailCode),
    twoFactor: givenOf(asked.twoFactor),
    product: of.product,
  });
  if (!entered.ok) throw refusal(room, entered.error, consents);
  cookies.clearSocial(reply);
  return await handOver(room, cookies, { request, reply }, entered.value);
}

function refusal(
  room: Room,
  error: SocialFailure,
  consents: readonly { readonly purpose: string; readonly version: string }[],
): AppError {
  if (error.code === "consents-missing") return consentsMissing(room, consents);
  if (error.code === "link-needed") return new AppError("link-needed", { params: { email: error.email } });
  if (error.code === "sale-code")
    return new AppError("sale-code", {
      fields: [SALE_CODE_FAULT],
    });
  return "until" in error ? logInError(room, error) : new AppError(error.code);
}

function appleReturnRoute(app: App): void {
  // Apple answers with a form from another origin. The route only converts the form into the address of a
  // page.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    call(
      scope,
      "POST /api/auth/apple/return",
      {
        summary: "Takes Apple's form and shows the page that goes on with it",
        tags: ["accounts"],
        access: anonymous,
        consumes: ["application/x-www-form-urlencoded"],
        answers: { 303: emptyWith("On to the page") },
        errors: [],
        config: { crossOrigin: true },
      },
      async (request, reply) => {
        const form = (request.body ?? {}) as { readonly [name: string]: unknown };
        const carried = ["code", "state", "error"].flatMap((name) => {
          const value = form[name];
          return typeof value === "string" && value !== "" ? [[name, value.slice(0, 2_000)]] : [];
        });
        return reply.redirect(`/login/apple?${new URLSearchParams(carried)}`, 303);
      },
    );
  });
}
