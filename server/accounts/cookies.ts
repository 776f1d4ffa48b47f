import type { Config } from "../config.ts";
import type { Reply } from "../http/index.ts";
import { DEVICE_DAYS } from "./login-devices.ts";
import { CHALLENGE_MS } from "./passkey-challenges.ts";
import { sessionLimits } from "./sessions.ts";
import { ATTEMPT_MS } from "./social-attempts.ts";

/**
 * Returns the cookie names of a brand. HttpOnly names begin with `__Host-` if cookies are `Secure`: browsers
 * accept such cookies only from this host, so that no sibling domain can set one.
 */
export function cookieNames(brand: Config["brand"], { secure }: { readonly secure: boolean }) {
  const hidden = secure ? `__Host-${brand}` : brand;
  return {
    /** Name of the cookie with the access token, which the page reads and sends as bearer. */
    token: `${brand}_token`,
    /** Name of the cookie with the session secret, which no page can read. */
    session: `${hidden}_session`,
    visitor: `${hidden}_visitor`,
    /** Name of the cookie that identifies a browser in which a person has logged in. */
    device: `${hidden}_device`,
    /** Name of the cookie that is set during a log-in with Google or Apple. */
    social: `${hidden}_social`,
    /** Name of the cookie that is set during a log-in with a passkey. */
    passkey: `${hidden}_passkey`,
    wallet: `${brand}_tmn_access_token`,
  } as const;
}

/** Functions that set and delete the cookies of this brand. */
export type Cookies = {
  readonly names: ReturnType<typeof cookieNames>;
  readonly setToken: (reply: Reply, token: string) => void;
  readonly setSession: (reply: Reply, secret: string) => void;
  readonly setVisitor: (reply: Reply, secret: string) => void;
  readonly setDevice: (reply: Reply, secret: string) => void;
  readonly setSocial: (reply: Reply, secret: string) => void;
  readonly clearSocial: (reply: Reply) => void;
  readonly setPasskey: (reply: Reply, secret: string) => void;
  readonly clearPasskey: (reply: Reply) => void;
  /** Deletes all cookies of a log-in except the device cookie, and the cookie of the wallet token. */
  readonly clear: (reply: Reply) => void;
};

/** Returns the functions for cookies. The cookies are `Secure` except on localhost. */
export function createCookies(config: Pick<Config, "brand" | "origin">): Cookies {
  const { hostname, protocol } = new URL(config.origin);
  const secure = !(protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
  const names = cookieNames(config.brand, { secure });
  const common = { path: "/", sameSite: "lax", secure } as const;
  // The cookie lives longer than its token, so that the page can detect and report the expiry.
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
      reply.setCookie(names.visitor, secret, { ...common, httpOnly: true, maxAge: 7 * DAY });
    },
    setDevice: (reply, secret) => {
      reply.setCookie(names.device, secret, { ...common, httpOnly: true, maxAge: DEVICE_DAYS * DAY });
    },
    setSocial: (reply, secret) => {
      reply.setCookie(names.social, secret, {
        ...common,
        httpOnly: true,
        maxAge: Math.floor(ATTEMPT_MS / 1000),
      });
    },
    clearSocial: (reply) => {
      reply.clearCookie(names.social, common);
    },
    setPasskey: (reply, secret) => {
      reply.setCookie(names.passkey, secret, {
        ...common,
        httpOnly: true,
        maxAge: Math.floor(CHALLENGE_MS / 1000),
      });
    },
    clearPasskey: (reply) => {
      reply.clearCookie(names.passkey, common);
    },
    clear: (reply) => {
      for (const name of [names.token, names.session, names.social, names.wallet]) {
        reply.clearCookie(name, common);
        // A `__Host-` cookie never has a domain. Every other cookie is deleted a second time, with its
        // domain.
        if (!name.startsWith("__Host-")) reply.clearCookie(name, { ...common, domain: hostname });
      }
    },
  };
}

const DAY = 86_400;
