import { createHash, createPrivateKey } from "node:crypto";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { refuseWhileHolding } from "../holding.ts";
import type { AppleSettings, IssuerSettings, Provider } from "./providers.ts";

/** What a provider proved: who somebody is there, and an e-mail that is theirs. */
export type Proved = { readonly subject: string; readonly email: string };

/** `social-invalid`: no proof for this visit. `social-email`: it proves no e-mail. `service-unavailable`: nobody answers. */
export type ProofFailure = { readonly code: "social-invalid" | "social-email" | "service-unavailable" };

const ALGORITHMS: Readonly<Record<Provider, readonly string[]>> = {
  google: ["RS256"],
  apple: ["RS256", "ES256"],
};
const ANSWER_MS = 5_000;
/** Clocks that differ are forgiven so much. */
const SKEW_SECONDS = 60;
/** An id token is brought right away. */
const MOST_AGE_SECONDS = 10 * 60;

/** The nonce that a token must carry, made of the secret that the browser keeps in its cookie. */
export function nonceOf(secret: string): string {
  return createHash("sha256").update(`nonce:${secret}`).digest("base64url");
}

/** What the page holds beside the address that somebody comes back to. */
export function stateOf(secret: string): string {
  return createHash("sha256").update(`state:${secret}`).digest("base64url");
}

/**
 * Checks an id token by the issuer's published keys: signature, issuer, audience (us alone), nonce, expiry and age, and that
 * its e-mail is proved. Errors: see `ProofFailure`.
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
      // Google writes its name with and without the scheme.
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
  // Apple writes it as text.
  if (typeof email !== "string" || !(proved === true || proved === "true"))
    return fail({ code: "social-email" });
  return ok({ subject: sub, email });
}

/** Trades Apple's code, which is good once, for an id token. Errors: `social-invalid`, `service-unavailable`. */
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

/** Where a browser goes to be asked who it is, with the scopes of section 7: profile and e-mail. */
export async function askingAddress(
  provider: Provider,
  settings: IssuerSettings,
  visit: {
    readonly secret: string;
    readonly redirectUri: string;
    /** Which account is asked even where the provider knows one: after a log-out. */
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

/** Keys are fetched anew where a token names one that is not known: issuers change theirs as they like. */
function keysOf(address: string): ReturnType<typeof createRemoteJWKSet> {
  const known = keySets.get(address);
  if (known !== undefined) return known;
  const made = createRemoteJWKSet(new URL(address), { timeoutDuration: ANSWER_MS, cooldownDuration: 1_000 });
  keySets.set(address, made);
  return made;
}

/** Whatever is not about the token itself: the issuer did not answer, or not as it should. */
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
