import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type JWTPayload, jwtVerify } from "jose";
import type { Provider, Providers } from "../providers.ts";
import { choicePage, refusedPage } from "./choice-page.ts";
import { html, json, textOf } from "./http.ts";
import { MADE_UP, type MadeUp } from "./made-up.ts";
import { type SigningKeys, signingKeys } from "./signing-keys.ts";

const CLIENT = { google: "saphan-portal.google.example", apple: "example.saphan.portal" } as const;
const TEAM = "SAPHANTEAM";
const KEY = "SAPHANKEY1";
const CODE_MS = 5 * 60_000;

/**
 * The issuers of Google and Apple: their keys, the codes that Apple issued, and the address of their server.
 */
export type Issuers = {
  /** Origin of the portal, the only place to which the issuers redirect. */
  readonly origin: string;
  readonly keys: Readonly<Record<Provider, SigningKeys>>;
  /** Key pair with which the portal authenticates itself to Apple. */
  readonly portalKey: ReturnType<typeof portalKeys>;
  readonly codes: Map<string, Code>;
  readonly issuerOf: (provider: Provider) => string;
};

type Code = {
  readonly person: MadeUp;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly idToken: string | undefined;
  readonly until: number;
};

const portalKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/**
 * Creates the issuers. `address` returns their server's address, which is known only once the server listens.
 */
export function createIssuers(origin: string, address: () => string): Issuers {
  return {
    origin,
    keys: { google: signingKeys("RS256"), apple: signingKeys("ES256") },
    portalKey: portalKeys(),
    codes: new Map(),
    issuerOf: (provider) => `${address()}/${provider}`,
  };
}

/** Returns the portal's settings for the issuers. */
export function issuerSettings({ issuerOf, portalKey }: Issuers): Pick<Providers, Provider> {
  return {
    google: { issuer: issuerOf("google"), clientId: CLIENT.google },
    apple: {
      issuer: issuerOf("apple"),
      clientId: CLIENT.apple,
      teamId: TEAM,
      keyId: KEY,
      privateKey: portalKey.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    },
  };
}

/** Returns the claims of an id token for a log-in. */
export function claimsOf(issuers: Issuers, provider: Provider, person: MadeUp, nonce: string): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuers.issuerOf(provider),
    aud: CLIENT[provider],
    sub: person.subject,
    iat: now,
    exp: now + 3_600,
    nonce,
    email: person.email,
    email_verified: provider === "apple" ? String(person.proved) : person.proved,
    ...(provider === "google" ? { name: person.name } : {}),
  };
}

/**
 * Returns a one-time code like Apple's. `idToken`: another token to return in exchange for the code, instead
 * of the correct one.
 */
export function giveCode(
  { codes }: Issuers,
  of: Omit<Code, "until" | "idToken"> & { readonly idToken?: string },
): string {
  const made = randomBytes(24).toString("base64url");
  const { person, nonce, redirectUri, idToken } = of;
  codes.set(made, { person, nonce, redirectUri, idToken, until: Date.now() + CODE_MS });
  return made;
}

/** Answers a request to an issuer: discovery, keys, account chooser, and Apple's code exchange. */
export async function answerIssuer(
  issuers: Issuers,
  provider: Provider,
  { request, response }: Exchange,
  { at, url }: { readonly at: string; readonly url: URL },
): Promise<void> {
  if (at === "GET .well-known/openid-configuration")
    return json(response, 200, discovery(issuers.issuerOf(provider), provider));
  if (at === "GET keys") return json(response, 200, await issuers.keys[provider].published());
  if (at === "GET authorize") return await authorize(issuers, { request, response }, { provider, url });
  if (at === "POST token" && provider === "apple") return await trade(issuers, { request, response });
  return json(response, 404, { error: "not_found" });
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

function discovery(issuer: string, provider: Provider) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: [provider === "google" ? "RS256" : "ES256"],
  };
}

async function authorize(
  issuers: Issuers,
  { request, response }: Exchange,
  { provider, url }: { readonly provider: Provider; readonly url: URL },
): Promise<void> {
  const asked = Object.fromEntries(url.searchParams);
  const { redirect_uri: redirectUri = "", nonce = "", state = "" } = asked;
  if (/; wv\)|FBAN|FBAV|Instagram|\bLine\//.test(request.headers["user-agent"] ?? ""))
    return html(response, 403, refusedPage("disallowed_useragent"));
  const fits =
    asked.client_id === CLIENT[provider] &&
    redirectUri.startsWith(`${issuers.origin}/`) &&
    nonce !== "" &&
    asked.response_type === (provider === "google" ? "id_token" : "code");
  if (!fits) return html(response, 400, refusedPage("invalid_request"));
  const ways = await Promise.all(
    MADE_UP[provider].map(async (person) => ({
      person,
      answer:
        provider === "google"
          ? { id_token: await issuers.keys.google.sign(claimsOf(issuers, "google", person, nonce)), state }
          : { code: giveCode(issuers, { person, nonce, redirectUri }), state },
    })),
  );
  return html(response, 200, choicePage(provider, redirectUri, ways));
}

async function trade(issuers: Issuers, { request, response }: Exchange): Promise<void> {
  const { keys, codes, portalKey, issuerOf } = issuers;
  const body = Object.fromEntries(new URLSearchParams(await textOf(request)));
  const secret = await jwtVerify(body.client_secret ?? "", portalKey.publicKey, {
    algorithms: ["ES256"],
    issuer: TEAM,
    subject: CLIENT.apple,
    audience: issuerOf("apple"),
  }).catch(() => null);
  if (secret === null || body.client_id !== CLIENT.apple)
    return json(response, 400, { error: "invalid_client" });
  const known = codes.get(body.code ?? "");
  codes.delete(body.code ?? "");
  if (known === undefined || known.until < Date.now() || known.redirectUri !== body.redirect_uri)
    return json(response, 400, { error: "invalid_grant" });
  const token =
    known.idToken ?? (await keys.apple.sign(claimsOf(issuers, "apple", known.person, known.nonce)));
  return json(response, 200, {
    access_token: randomBytes(16).toString("base64url"),
    token_type: "Bearer",
    expires_in: 3_600,
    id_token: token,
  });
}
