import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type JWTPayload, jwtVerify } from "jose";
import type { Provider, Providers } from "../providers.ts";
import { choicePage, refusedPage } from "./choice-page.ts";
import { DEV_WALLET, MADE_UP, type MadeUp, WALLETS } from "./made-up.ts";
import { type SigningKeys, signingKeys } from "./signing-keys.ts";

/** Google, Apple and the wallet partner, as far as the portal uses them. */
export type AccessSandbox = {
  readonly url: () => string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** The portal's settings for them. */
  readonly providers: () => Providers;
  readonly keys: Readonly<Record<Provider, SigningKeys>>;
  /** The claims of an id token for this visit. Tests change them before signing. */
  readonly claims: (provider: Provider, person: MadeUp, nonce: string) => JWTPayload;
  /** Returns a one-time code as from Apple. `idToken`: the token it is exchanged for, if not the correct one. */
  readonly code: (of: {
    readonly person: MadeUp;
    readonly nonce: string;
    readonly redirectUri: string;
    readonly idToken?: string;
  }) => string;
};

const CLIENT = { google: "saphan-portal.google.example", apple: "example.saphan.portal" } as const;
const TEAM = "SAPHANTEAM";
const KEY = "SAPHANKEY1";
const BODY_LIMIT = 64 * 1024;
const CODE_MS = 5 * 60_000;

type Code = {
  readonly person: MadeUp;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly idToken: string | undefined;
  readonly until: number;
};

/**
 * Builds the sandbox: one server with the issuers of Google and Apple (discovery, keys, account chooser, Apple's code
 * exchange) and the wallet partner (a profile behind an access token). Like the real ones it rejects in-app browsers,
 * and it redirects only to `origin`.
 */
export function createAccessSandbox(options: {
  readonly port: number;
  readonly origin: string;
}): AccessSandbox {
  const keys = { google: signingKeys("RS256"), apple: signingKeys("ES256") };
  const ours = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const codes = new Map<string, Code>();
  const address = () => {
    const bound = server.address() as AddressInfo | null;
    return `http://127.0.0.1:${bound?.port ?? options.port}`;
  };
  const issuerOf = (provider: Provider) => `${address()}/${provider}`;

  const claims: AccessSandbox["claims"] = (provider, person, nonce) => {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: issuerOf(provider),
      aud: CLIENT[provider],
      sub: person.subject,
      iat: now,
      exp: now + 3_600,
      nonce,
      email: person.email,
      email_verified: provider === "apple" ? String(person.proved) : person.proved,
      ...(provider === "google" ? { name: person.name } : {}),
    };
  };
  const code: AccessSandbox["code"] = ({ person, nonce, redirectUri, idToken }) => {
    const made = randomBytes(24).toString("base64url");
    codes.set(made, { person, nonce, redirectUri, idToken, until: Date.now() + CODE_MS });
    return made;
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => json(response, 500, { error: "server_error" }));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", address());
    const [, room = "", ...rest] = url.pathname.split("/");
    const at = `${request.method} ${rest.join("/")}`;
    if (room === "truemoney") return wallet(request, response, { at, url });
    if (room !== "google" && room !== "apple") return json(response, 404, { error: "not_found" });
    if (at === "GET .well-known/openid-configuration") return json(response, 200, discovery(room));
    if (at === "GET keys") return json(response, 200, await keys[room].published());
    if (at === "GET authorize") return await authorize(request, response, { provider: room, url });
    if (at === "POST token" && room === "apple") return await trade(request, response);
    return json(response, 404, { error: "not_found" });
  }

  function discovery(provider: Provider) {
    const issuer = issuerOf(provider);
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: [provider === "google" ? "RS256" : "ES256"],
    };
  }

  async function authorize(
    request: IncomingMessage,
    response: ServerResponse,
    { provider, url }: { readonly provider: Provider; readonly url: URL },
  ): Promise<void> {
    const asked = Object.fromEntries(url.searchParams);
    const { redirect_uri: redirectUri = "", nonce = "", state = "" } = asked;
    if (/; wv\)|FBAN|FBAV|Instagram|\bLine\//.test(request.headers["user-agent"] ?? ""))
      return html(response, 403, refusedPage("disallowed_useragent"));
    const fits =
      asked.client_id === CLIENT[provider] &&
      redirectUri.startsWith(`${options.origin}/`) &&
      nonce !== "" &&
      asked.response_type === (provider === "google" ? "id_token" : "code");
    if (!fits) return html(response, 400, refusedPage("invalid_request"));
    const ways = await Promise.all(
      MADE_UP[provider].map(async (person) => ({
        person,
        answer:
          provider === "google"
            ? { id_token: await keys.google.sign(claims("google", person, nonce)), state }
            : { code: code({ person, nonce, redirectUri }), state },
      })),
    );
    return html(response, 200, choicePage(provider, redirectUri, ways));
  }

  async function trade(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Object.fromEntries(new URLSearchParams(await textOf(request)));
    const secret = await jwtVerify(body.client_secret ?? "", ours.publicKey, {
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
    const token = known.idToken ?? (await keys.apple.sign(claims("apple", known.person, known.nonce)));
    return json(response, 200, {
      access_token: randomBytes(16).toString("base64url"),
      token_type: "Bearer",
      expires_in: 3_600,
      id_token: token,
    });
  }

  function wallet(
    request: IncomingMessage,
    response: ServerResponse,
    { at, url }: { readonly at: string; readonly url: URL },
  ): void {
    if (at === "GET open") {
      // Opens the portal as the wallet app does, with an access token in the fragment, which no server logs.
      const chosen = WALLETS.find(({ token }) => token.endsWith(`-${url.searchParams.get("wallet") ?? "1"}`));
      const to = `${options.origin}/wallet#access_token=${(chosen ?? WALLETS[0]).token}`;
      response.writeHead(302, { Location: to }).end();
      return;
    }
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const found = [...WALLETS, DEV_WALLET].find(({ token }) => token === bearer);
    if (at !== "GET user/profile") json(response, 404, { error: "not_found" });
    else if (found === undefined) json(response, 401, { error: "invalid_token" });
    else {
      const { token: _, ...profile } = found;
      json(response, 200, profile);
    }
  }

  return {
    url: address,
    start: () =>
      new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(options.port, "127.0.0.1", resolve);
      }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    providers: () => ({
      google: { issuer: issuerOf("google"), clientId: CLIENT.google },
      apple: {
        issuer: issuerOf("apple"),
        clientId: CLIENT.apple,
        teamId: TEAM,
        keyId: KEY,
        privateKey: ours.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      },
      wallet: { url: `${address()}/truemoney`, devAccessToken: DEV_WALLET.token },
    }),
    keys,
    claims,
    code,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > BODY_LIMIT) throw new Error("too large");
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString("utf8");
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function html(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" }).end(body);
}
