import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "./http.ts";
import { DEV_WALLET, WALLETS } from "./made-up.ts";

/**
 * Answers a request to the wallet partner, which returns a profile for an access token. `origin`: the
 * portal's origin.
 */
export function answerWallet(
  origin: string,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  { at, url }: { readonly at: string; readonly url: URL },
): void {
  if (at === "GET open") {
    // This page opens the portal as the wallet app does, with an access token in the URL fragment, which no
    // server logs.
    const chosen = WALLETS.find(({ token }) => token.endsWith(`-${url.searchParams.get("wallet") ?? "1"}`));
    const to = `${origin}/wallet#access_token=${(chosen ?? WALLETS[0]).token}`;
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
