import type { Config } from "../config.ts";
import type { Reply } from "../http/index.ts";
import { sessionLimits } from "./sessions.ts";

/** The names of a brand's cookies. */
export function cookieNames(brand: Config["brand"]) {
  return {
    /** The token that the page reads and sends as bearer. */
    token: `${brand}_token`,
    /** The secret beside it that no page can read. */
    session: `${brand}_session`,
    visitor: `${brand}_visitor`,
    wallet: `${brand}_tmn_access_token`,
  } as const;
}

/** Sets and deletes this brand's cookies. */
export type Cookies = {
  readonly names: ReturnType<typeof cookieNames>;
  readonly setToken: (reply: Reply, token: string) => void;
  readonly setSession: (reply: Reply, secret: string) => void;
  readonly setVisitor: (reply: Reply, secret: string) => void;
  /** Deletes what a log-in set, and the wallet's token, with and without domain. */
  readonly clear: (reply: Reply) => void;
};

/** Cookies are `Secure` everywhere but on this very machine. */
export function createCookies(config: Pick<Config, "brand" | "origin">): Cookies {
  const names = cookieNames(config.brand);
  const { hostname, protocol } = new URL(config.origin);
  const local = protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const common = { path: "/", sameSite: "lax", secure: !local } as const;
  // Longer than the token is good, so that the page can see that it has expired and say so.
  const maxAge = Math.floor(sessionLimits(null).maxMs / 1000);
  return {
    names,
    setToken: (reply, token) => {
      reply.setCookie(names.token, token, { ...common, maxAge });
    },
    setSession: (reply, secret) => {
      reply.setCookie(names.session, secret, { ...common, httpOnly: true, maxAge });
    },
    setVisitor: (reply, secret) => {
      reply.setCookie(names.visitor, secret, { ...common, httpOnly: true, maxAge: 7 * 86_400 });
    },
    clear: (reply) => {
      for (const name of [names.token, names.session, names.wallet]) {
        reply.clearCookie(name, common);
        reply.clearCookie(name, { ...common, domain: hostname });
      }
    },
  };
}
