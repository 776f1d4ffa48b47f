import { brand } from "../brand/brand.ts";
import { cookiesBlocked, dropCookie, readCookie } from "../text/cookie.ts";
import { t } from "../text/i18n.ts";
import { createStore, useStore } from "../text/store.ts";
import type { User } from "./answers.ts";
import { call, handleAnotherPerson, handleUnauthorized, tokenCookie } from "./client.ts";
import { draftsBelongTo } from "./drafts.ts";
import { whileWaiting } from "./please-wait.ts";
import { serverSeconds } from "./server-clock.ts";
import { signOutOfProvider } from "./social-hint.ts";
import { toast, toasts } from "./toast-store.ts";

/** Who is using the page. `user` is null until her record is loaded. */
export type Session = { readonly id: string; readonly exp: number; readonly user: User | null } | null;

const session = createStore<Session>(null);
let leaving = false;

/** Whether another tab logged somebody else in: nothing of the page is shown any more, which was made for the one before. */
export const anotherPerson = createStore(false);

/** Whom the answers are about that the page holds; `null` for a visitor. `query.ts` forgets them where it changes. */
export const answersAreOf = createStore<string | null>(null);

// Somebody else at this device finds nothing of what was typed or answered; whoever comes back after an expiry finds all they typed.
session.subscribe(keepOf);

function keepOf(): void {
  const person = session.get()?.id;
  if (person === undefined) return;
  answersAreOf.set(person);
  draftsBelongTo(person);
}

// All tabs share the cookies: what one of them asks is answered about whoever logged in last, in any of them.
handleAnotherPerson(isAnotherPerson);

function isAnotherPerson(): boolean {
  const [here, there] = [session.get()?.id, readToken()?.id];
  if (here === undefined || there === undefined || here === there) return anotherPerson.get();
  anotherPerson.set(true);
  answersAreOf.set(there);
  draftsBelongTo(there);
  return true;
}

/** The session as it is now. */
export function currentSession(): Session {
  return session.get();
}

/** The session inside a component. */
export function useSession(): Session {
  return useStore(session);
}

/**
 * Reads the token cookie and loads the user record. A 401 there clears the user. `entered`: somebody has just logged in, so that
 * a missing cookie is one that the browser blocked, and is named.
 */
export async function startSession({ entered = false } = {}): Promise<Session> {
  handleUnauthorized(() => {
    // Calls that were under way when the session ended say nothing new.
    if (leaving || (session.get() === null && readCookie(tokenCookie()) === null)) return;
    sayOver({ id: "401", tone: "loss", text: t("common:session.unauthorized") });
    void logOut(null);
  });
  const token = readToken();
  if (token === null) {
    session.set(null);
    if (entered && cookiesBlocked())
      toast({ id: "cookies", tone: "loss", text: t("common:session.cookiesBlocked") });
    return null;
  }
  const known = session.get();
  session.set({ ...token, user: known?.id === token.id ? known.user : null });
  const record = await call<User>("GET", `/user/${token.id}`);
  if (record.ok) session.set({ ...token, user: record.value });
  else if (record.error.kind === "refused" && record.error.status === 401) session.set(null);
  return session.get();
}

/**
 * Reads who is here from the cookie alone, for the first page: nothing is asked of the server. Whether the token is past its end
 * is for the server's clock to say, which no answer told yet.
 */
export function peekSession(): void {
  const token = readToken();
  const now = serverSeconds();
  const isOver = token === null || (now !== null && token.exp < now);
  session.set(isOver ? null : { ...token, user: null });
  // The page may come back to a tab whose session ended while it was away.
  keepOf();
}

/** On every route change: a token past its end, by the server's clock, ends the session with a word about it. */
export function checkExpiry(nowSeconds: number | null = serverSeconds()): void {
  // A session that is ending already was told about.
  if (leaving || isAnotherPerson()) return;
  const token = readToken();
  if (token === null) {
    // The cookie was renewed or dropped by the server: the page follows it.
    if (session.get() !== null) session.set(null);
    return;
  }
  if (nowSeconds !== null && token.exp < nowSeconds) {
    sayOver({ id: "expired", tone: "warn", text: t("common:session.expired") });
    void logOut(null);
  }
}

/** Somebody asked, and the session is over though its token looked alive: a word about it, once. What was typed is kept. */
export async function endSession(): Promise<void> {
  if (leaving || session.get() === null) return;
  sayOver({ id: "expired", tone: "warn", text: t("common:session.expired") });
  await logOut(null);
}

/** One message, by whichever way it is found that a session is over. */
function sayOver(what: {
  readonly id: "401" | "expired";
  readonly tone: "loss" | "warn";
  readonly text: string;
}): void {
  if (!toasts.get().some(({ id }) => id === "401" || id === "expired")) toast(what);
}

/**
 * Logs out once, whatever is pressed twice; deletes both cookies and goes to `to`. `null` is a session that ended by itself:
 * the page stays, and what was typed is kept for whoever logs in as the same person.
 */
export async function logOut(to: string | null = "/"): Promise<void> {
  // The one who is logged in by now did not ask for it.
  if (leaving || isAnotherPerson()) return;
  leaving = true;
  try {
    session.set(null);
    if (to !== null) draftsBelongTo(null);
    await whileWaiting(() => call("POST", "/auth/logout", { body: {} }));
    signOutOfProvider();
    dropCookie(tokenCookie());
    dropCookie(`${brand()}_tmn_access_token`);
  } finally {
    leaving = false;
  }
  if (to !== null) location.assign(to);
}

/** `uuid` and `exp` of the readable token; `null` where there is none or it cannot be read. */
export function readToken(
  text: string | null = readCookie(tokenCookie()),
): { id: string; exp: number } | null {
  const payload = text?.split(".")[1];
  if (!payload) return null;
  try {
    const json = decodeURIComponent(
      [...atob(payload.replace(/-/g, "+").replace(/_/g, "/"))]
        .map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`)
        .join(""),
    );
    const { uuid, exp } = JSON.parse(json) as { uuid?: unknown; exp?: unknown };
    return typeof uuid === "string" && typeof exp === "number" ? { id: uuid, exp } : null;
  } catch {
    return null;
  }
}
