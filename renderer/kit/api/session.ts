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

/** The person using the page. `user` is null until their record is loaded. */
export type Session = { readonly id: string; readonly exp: number; readonly user: User | null } | null;

const session = createStore<Session>(null);
let leaving = false;

/** Whether another tab has logged in another person; the page then shows nothing of the previous person. */
export const anotherPerson = createStore(false);

/** The person that the page's answers are about; `null` for a visitor. `query.ts` deletes them when it changes. */
export const answersAreOf = createStore<string | null>(null);

// Another person at this device finds no input or answers; the same person finds everything again after an expired
// session.
session.subscribe(keepOf);

function keepOf(): void {
  const person = session.get()?.id;
  if (person === undefined) return;
  answersAreOf.set(person);
  draftsBelongTo(person);
}

// All tabs share the cookies, so answers are about the person who logged in last, in any tab.
handleAnotherPerson(isAnotherPerson);

function isAnotherPerson(): boolean {
  const [here, there] = [session.get()?.id, readToken()?.id];
  if (here === undefined || there === undefined || here === there) return anotherPerson.get();
  anotherPerson.set(true);
  answersAreOf.set(there);
  draftsBelongTo(there);
  return true;
}

/** The current session. */
export function currentSession(): Session {
  return session.get();
}

/** The current session, inside a component. */
export function useSession(): Session {
  return useStore(session);
}

/**
 * Reads the token cookie and loads the user record. A 401 there clears the user. `entered`: a log-in just succeeded, so
 * a missing cookie means that the browser blocks cookies, which is reported.
 */
export async function startSession({ entered = false } = {}): Promise<Session> {
  handleUnauthorized(() => {
    // Calls that were running when the session ended add nothing.
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
  const record = await call("GET", "/user/{id}", { path: { id: token.id } });
  if (record.ok) session.set({ ...token, user: record.value });
  else if (record.error.kind === "refused" && record.error.status === 401) session.set(null);
  return session.get();
}

/**
 * Reads the person from the cookie only, for the first page, without a call. Expiry is not checked, because the
 * server's time is not known yet.
 */
export function peekSession(): void {
  const token = readToken();
  const now = serverSeconds();
  const isOver = token === null || (now !== null && token.exp < now);
  session.set(isOver ? null : { ...token, user: null });
  // The browser may restore a tab whose session ended meanwhile.
  keepOf();
}

/** On every route change: ends and reports a session whose token has expired by the server's clock. */
export function checkExpiry(nowSeconds: number | null = serverSeconds()): void {
  // A session that is ending has been reported.
  if (leaving || isAnotherPerson()) return;
  const token = readToken();
  if (token === null) {
    // The server renewed or dropped the cookie, so the page follows.
    if (session.get() !== null) session.set(null);
    return;
  }
  if (nowSeconds !== null && token.exp < nowSeconds) {
    sayOver({ id: "expired", tone: "warn", text: t("common:session.expired") });
    void logOut(null);
  }
}

/** Ends a session that a call found to be over although its token looked valid: reports it once. Input is kept. */
export async function endSession(): Promise<void> {
  if (leaving || session.get() === null) return;
  sayOver({ id: "expired", tone: "warn", text: t("common:session.expired") });
  await logOut(null);
}

/** Reports once that a session is over, however it was found. */
function sayOver(what: {
  readonly id: "401" | "expired";
  readonly tone: "loss" | "warn";
  readonly text: string;
}): void {
  if (!toasts.get().some(({ id }) => id === "401" || id === "expired")) toast(what);
}

/**
 * Logs out once, even if pressed twice; deletes both cookies and goes to `to`. `null`: the session ended by itself, so
 * the page stays and input is kept for the same person's next log-in.
 */
export async function logOut(to: string | null = "/"): Promise<void> {
  // Another person is logged in now, who did not ask for the log-out.
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

/** The `uuid` and `exp` of the readable token; `null` if there is none or it is malformed. */
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
