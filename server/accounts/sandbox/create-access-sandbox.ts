import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JWTPayload } from "jose";
import type { Provider, Providers } from "../providers.ts";
import { json } from "./http.ts";
import { answerIssuer, claimsOf, createIssuers, giveCode, issuerSettings } from "./issuers.ts";
import { DEV_WALLET, type MadeUp } from "./made-up.ts";
import type { SigningKeys } from "./signing-keys.ts";
import { answerWallet } from "./wallet-partner.ts";

/** Simulation of Google, Apple and the wallet partner, as far as the portal uses them. */
export type AccessSandbox = {
  readonly url: () => string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Returns the portal's settings for the simulated providers. */
  readonly providers: () => Providers;
  readonly keys: Readonly<Record<Provider, SigningKeys>>;
  /** Returns the claims of an id token for this log-in. Tests change them before signing. */
  readonly claims: (provider: Provider, person: MadeUp, nonce: string) => JWTPayload;
  /**
   * Returns a one-time code like Apple's. `idToken`: another token to return in exchange for the code,
   * instead of the correct one.
   */
  readonly code: (of: {
    readonly person: MadeUp;
    readonly nonce: string;
    readonly redirectUri: string;
    readonly idToken?: string;
  }) => string;
};

/**
 * Builds the sandbox: one server with the issuers of Google and Apple (discovery, keys, account chooser,
 * Apple's code exchange) and the wallet partner (a profile behind an access token). Like the real providers,
 * it rejects in-app browsers and redirects only to `origin`.
 */
export function createAccessSandbox(options: {
  readonly port: number;
  readonly origin: string;
}): AccessSandbox {
  const address = () => {
    const bound = server.address() as AddressInfo | null;
    return `http://127.0.0.1:${bound?.port ?? options.port}`;
  };
  const issuers = createIssuers(options.origin, address);
  const server = createServer((request, response) => {
    handle(request, response).catch(() => json(response, 500, { error: "server_error" }));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", address());
    const [, room = "", ...rest] = url.pathname.split("/");
    const asked = { at: `${request.method} ${rest.join("/")}`, url };
    if (room === "truemoney") return answerWallet(options.origin, { request, response }, asked);
    if (room !== "google" && room !== "apple") return json(response, 404, { error: "not_found" });
    return await answerIssuer(issuers, room, { request, response }, asked);
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
      ...issuerSettings(issuers),
      wallet: { url: `${address()}/truemoney`, devAccessToken: DEV_WALLET.token },
    }),
    keys: issuers.keys,
    claims: (provider, person, nonce) => claimsOf(issuers, provider, person, nonce),
    code: (of) => giveCode(issuers, of),
  };
}
