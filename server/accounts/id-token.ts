import { createHash, createPrivateKey } from "node:crypto";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { refuseWhileHolding } from "../holding.ts";
import type { AppleSettings, IssuerSettings, Provider } from "./providers.ts";

/** The content of a provider's proof: the person's id at the provider, and their verified e-mail. */
export type Proved = { readonly subject: string; readonly email: string };

/**
 * Reason why a proof was rejected. `social-invalid`: no valid proof for this log-in. `social-email`: no
 * verified e-mail. `service-unavailable`: the provider does not answer.
 */
export type ProofFailure = { readonly code: "social-invalid" | "social-email" | "service-unavailable" };

const ALGORITHMS: Readonly<Record<Provider, readonly string[]>> = {
  google: ["RS256"],
  apple: ["RS256", "ES256"],
};
const ANSWER_MS = 5_000;
/** Tolerated difference between the provider's clock and the portal's clock, in seconds. */
const SKEW_SECONDS = 60;
/** Maximum age of an id token, in seconds. */
const MOST_AGE_SECONDS = 10 * 60;

/** Returns the nonce that a token must contain, derived from the secret in the browser's cookie. */
export function nonceOf(secret: string): string {
  return createHash("sha256").update(`nonce:${secret}`).digest("base64url");
}

/** Returns the state parameter of the redirect, derived from the secret in the browser's cookie. */
export function stateOf(secret: string): string {
  return createHash("sha256").update(`state:${secret}`).digest("base64url");
}

/**
 * Verifies an id token with the issuer's published keys. Checks signature, issuer, audience, nonce, expiry,
 * age, and that the e-mail is verified. Errors: see `ProofFailure`.
 */
export async function readIdToken(
  provider: Provider,
  settings: IssuerSettings,
  token: string,
  { nonce, now }: { readonly nonce: string; readonly now: Date },
): Promise<Result<Proved, ProofFailure>> {
  refuseWhileHolding("an identity provider");
  let payload: JWTPayload;
  try {
    const { jwks_uri: keysAt } = await discover(settings.issuer);
    const verified = await jwtVerify(token, keysOf(keysAt), {
      algorithms: [...ALGORITHMS[provider]],
      // Google uses its issuer name with and without the scheme, so both forms are accepted.
      issuer: [settings.issuer, settings.issuer.replace(/^https:\/\//, "")],
      audience: settings.clientId,
      currentDate: now,
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: MOST_AGE_SECONDS,
      requiredClaims: ["sub", "exp", "iat", "nonce"],
    });
    payload = verified.payload;
  } catch (error) {
    return fail({ code: isAway(error) ? "service-unavailable" : "social-invalid" });
  }
  const { sub, aud, nonce: given, email, email_verified: proved } = payload;
  if (given !== nonce || aud !== settings.clientId || typeof sub !== "string" || sub === "")
    return fail({ code: "social-invalid" });
  // Apple sends `email_verified` as text, so the text "true" also counts.
  if (typeof email !== "string" || !(proved === true || proved === "true"))
    return fail({ code: "social-email" });
  return ok({ subject: sub, email });
}

/** Exchanges Apple's one-time code for an id token. Errors: `social-invalid`, `service-unavailable`. */
export async function tradeCode(
  settings: AppleSettings,
  code: string,
  { redirectUri, now }: { readonly redirectUri: string; readonly now: Date },
): Promise<Result<string, ProofFailure>> {
  refuseWhileHolding("an identity provider");
  try {
    const { token_endpoint: at } = await discover(settings.issuer);
    const answer = await fetch(at, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        client_id: settings.clientId,
        client_secret: await clientSecret(settings, now),
        redirect_uri: redirectUri,
      }),
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.status >= 500) return fail({ code: "service-unavailable" });
    const body = (await answer.json()) as { readonly id_token?: unknown };
    if (!answer.ok || typeof body.id_token !== "string") return fail({ code: "social-invalid" });
    return ok(body.id_token);
  } catch {
    return fail({ code: "service-unavailable" });
  }
}

/** Returns the provider's authorisation URL, which asks for profile and e-mail (specification, section 7). */
export async function askingAddress(
  provider: Provider,
  settings: IssuerSettings,
  visit: {
    readonly secret: string;
    readonly redirectUri: string;
    /** Whether the provider must let the person choose an account again, as after a log-out. */
    readonly choose: boolean;
    readonly language: Language;
  },
): Promise<Result<string, ProofFailure>> {
  refuseWhileHolding("an identity provider");
  try {
    const { authorization_endpoint: at } = await discover(settings.issuer);
    const url = new URL(at);
    const parameters = {
      client_id: settings.clientId,
      redirect_uri: visit.redirectUri,
      nonce: nonceOf(visit.secret),
      state: stateOf(visit.secret),
      ...(provider === "google"
        ? {
            response_type: "id_token",
            scope: "openid profile email",
            hl: visit.language,
            ...(visit.choose ? { prompt: "select_account" } : {}),
          }
        : { response_type: "code", response_mode: "form_post", scope: "name email" }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return ok(url.href);
  } catch {
    return fail({ code: "service-unavailable" });
  }
}

type Discovered = {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
};

const KEPT_MS = 60 * 60_000;
const discovered = new Map<string, { readonly at: number; readonly found: Discovered }>();

async function discover(issuer: string): Promise<Discovered> {
  const known = discovered.get(issuer);
  if (known !== undefined && Date.now() - known.at < KEPT_MS) return known.found;
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const found = (await answer.json()) as Discovered;
  if (!answer.ok || found.issuer !== issuer) throw new Error(`discover: ${issuer} does not say who it is`);
  discovered.set(issuer, { at: Date.now(), found });
  return found;
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/**
 * Returns the issuer's key set. Keys are fetched again if a token names an unknown one, because issuers
 * rotate them.
 */
function keysOf(address: string): ReturnType<typeof createRemoteJWKSet> {
  const known = keySets.get(address);
  if (known !== undefined) return known;
  const made = createRemoteJWKSet(new URL(address), { timeoutDuration: ANSWER_MS, cooldownDuration: 1_000 });
  keySets.set(address, made);
  return made;
}

/**
 * Returns whether the error means that the issuer gave no answer or a wrong one. False if the token itself is
 * not valid.
 */
function isAway(error: unknown): boolean {
  return !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout;
}

async function clientSecret(settings: AppleSettings, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return await new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: settings.keyId })
    .setIssuer(settings.teamId)
    .setSubject(settings.clientId)
    .setAudience(settings.issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 300)
    .sign(createPrivateKey(settings.privateKey));
}
