import { onceMore } from "../db/index.ts";
import { type App, AppError, type Reply, type Request } from "../http/index.ts";
import type { Cookies } from "./cookies.ts";
import { isSuspended } from "./people.ts";
import type { Room } from "./room.ts";
import { hashToken, isToken, randomToken } from "./secrets.ts";
import { nextSecret, sessionRenewal } from "./session-renewal.ts";
import { readToken, signToken } from "./session-token.ts";
import { factorOf, findSession, renewSession, type Session } from "./sessions.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Marks a call that the page repeats by itself. Such a call does not keep an idle session alive. */
    keepsNobodyLoggedIn?: boolean;
  }
}

/**
 * Minimum time in milliseconds between two extensions of an idle session. Each extension writes a row and a
 * cookie.
 */
const RENEW_AFTER_MS = 60_000;

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Identifies the caller before every call by two things: the signed token, and the secret in the HttpOnly
 * cookie of a live session of the same person. Calls that only read accept the token from its cookie, because
 * a download cannot send a header. Calls that change data need it as bearer, so that a cookie alone changes
 * nothing.
 */
export function sessionHook(app: App, room: Room, cookies: Cookies): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/api/") || request.routeOptions.config.access?.kind === "everybody") return;
    const found = await sessionOf(room, cookies, request);
    if (found !== null) {
      const { session, secret, renewed } = found;
      request.person = {
        id: session.personId,
        role: session.role,
        customerType: session.customerType,
        language: session.language,
        session: session.id,
        renewal: sessionRenewal(room, cookies, { session: session.id, secret, renewed, key: keyOf(request) }),
        factor: factorOf(session, room.clock.wall()),
      };
      if (isSuspended(room, session) && request.routeOptions.config.lockedToo !== true)
        throw new AppError("account-locked");
      await keepAlive(room, cookies, request, reply, session);
      return;
    }
    request.visitor = visitorOf(cookies, request, reply);
  });
}

/**
 * Returns the session of a call and the secret that opens it. A repeated call with the same `Idempotency-Key`
 * may use the previous secret, if the first call renewed the session. In that case the first answer was lost,
 * and with it the new secret.
 */
async function sessionOf(
  room: Room,
  cookies: Cookies,
  request: Request,
): Promise<{ readonly session: Session; readonly secret: string; readonly renewed: boolean } | null> {
  const secret = request.cookies[cookies.names.session];
  const token = tokenOf(cookies, request);
  if (secret === undefined || token === null) return null;
  const now = room.clock.wall();
  const claims = await readToken(room.keys.token, token, { audience: room.audience, now });
  if (claims === null) return null;
  const find = async (by: string) => {
    const session = await onceMore(() => findSession(room.db, by, now));
    return session !== null && session.personId === claims.uuid ? session : null;
  };
  const session = await find(secret);
  if (session !== null) return { session, secret, renewed: false };
  const key = keyOf(request);
  if (key === null) return null;
  const next = nextSecret(room, { secret, key });
  const again = await find(next);
  return again === null ? null : { session: again, secret: next, renewed: true };
}

/** Returns the idempotency key of a repeatable call; `null` for other calls. */
function keyOf(request: Request): string | null {
  const key = request.headers["idempotency-key"];
  return request.routeOptions.config.repeatable === true && typeof key === "string" ? key : null;
}

function tokenOf(cookies: Cookies, request: Request): string | null {
  const bearer = /^Bearer (\S{1,2000})$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer !== undefined) return bearer;
  return READING.has(request.method) ? (request.cookies[cookies.names.token] ?? null) : null;
}

async function keepAlive(
  room: Room,
  cookies: Cookies,
  request: Request,
  reply: Reply,
  session: Session,
): Promise<void> {
  const now = room.clock.wall();
  if (request.routeOptions.config.keepsNobodyLoggedIn === true || request.url.startsWith("/api/events"))
    return;
  if (now.getTime() - session.seenAt.getTime() < RENEW_AFTER_MS) return;
  const idleUntil = await renewSession(room.db, session, now);
  const exp = Math.floor(idleUntil.getTime() / 1000);
  cookies.setToken(reply, await signToken(room.keys.token, { uuid: session.personId, exp }, room.audience));
}

/**
 * Returns the hash of the visitor cookie, even while a person is logged in; `null` if there is no valid
 * cookie.
 */
export function browserOf(cookies: Cookies, request: Request): string | null {
  const secret = request.cookies[cookies.names.visitor];
  return secret !== undefined && isToken(secret) ? hashToken(secret).toString("hex") : null;
}

/**
 * Returns the visitor cookie's hash. Creates the cookie when the visitor stores the first object that must be
 * found again: a flow instance, a file or a sign-up.
 */
function visitorOf(cookies: Cookies, request: Request, reply: Reply): string | null {
  const known = browserOf(cookies, request);
  if (known !== null) return known;
  const { access } = request.routeOptions.config;
  if (access?.kind !== "visitor" || !access.begins) return null;
  const fresh = randomToken();
  cookies.setVisitor(reply, fresh);
  return hashToken(fresh).toString("hex");
}
