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

/** The session of the person who uses the page. `user` is null until their record is loaded. */
export type Session = { readonly id: string; readonly exp: number; readonly user: User | null } | null;

const session = createStore<Session>(null);
let leaving = false;

/**
 * Whether another tab has logged in another person. If so, the page hides everything of the previous person.
 */
export const anotherPerson = createStore(false);

/**
 * Id of the person that the page's answers are about; `null` for a visitor. When it changes, `query.ts`
 * deletes the answers.
 */
export const answersAreOf = createStore<string | null>(null);

// Another person at this device must not see the input and answers of the previous person. If the session
// expired and the same person logs in again, the input and answers are still there.
session.subscribe(keepOf);

function keepOf(): void {
  const person = session.get()?.id;
  if (person === undefined) return;
  answersAreOf.set(person);
  draftsBelongTo(person);
}

// All tabs share the cookies. An answer is therefore about the person who logged in last, in any tab.
handleAnotherPerson(isAnotherPerson);

function isAnotherPerson(): boolean {
  const [here, there] = [session.get()?.id, readToken()?.id];
  if (here === undefined || there === undefined || here === there) return anotherPerson.get();
  anotherPerson.set(true);
  answersAreOf.set(there);
  draftsBelongTo(there);
  return true;
}

/** Returns the current session. */
export function currentSession(): Session {
  return session.get();
}

/** Returns the current session, inside a component. */
export function useSession(): Session {
  return useStore(session);
}

/**
 * Reads the token cookie and loads the user record. A 401 response clears the user. `entered` means that a
 * log-in just succeeded; if the cookie is then missing, the browser blocks cookies, and the page reports
 * that.
 */
export async function startSession({ entered = false } = {}): Promise<Session> {
  handleUnauthorized(() => {
    // A call may still be running when the session ends. Its answer must not restore the session.
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
 * Reads the person from the cookie alone, so that the first page needs no call. Expiry is not checked,
 * because the server's time is not known yet.
 */
export function peekSession(): void {
  const token = readToken();
  const now = serverSeconds();
  const isOver = token === null || (now !== null && token.exp < now);
  session.set(isOver ? null : { ...token, user: null });
  // The browser may restore a tab whose session ended in the meantime.
  keepOf();
}

/**
 * Checks the session on every route change. If its token has expired by the server's clock, ends the session
 * and reports the end.
 */
export function checkExpiry(nowSeconds: number | null = serverSeconds()): void {
  // The end of this session has been reported already.
  if (leaving || isAnotherPerson()) return;
  const token = readToken();
  if (token === null) {
    // The server renewed or removed the cookie, so the page updates its session.
    if (session.get() !== null) session.set(null);
    return;
  }
  if (nowSeconds !== null && token.exp < nowSeconds) {
    sayOver({ id: "expired", tone: "warn", text: t("common:session.expired") });
    void logOut(null);
  }
}

/**
 * Ends a session that the server rejected, although its token in the browser looked valid. Reports the end
 * once. The person's input is kept.
 */
export async function endSession(): Promise<void> {
  if (leaving || session.get() === null) return;
  sayOver({ id: "expired", tone: "warn", text: t("common:session.expired") });
  await logOut(null);
}

/** Reports once that a session has ended, whichever check detected it. */
function sayOver(what: {
  readonly id: "401" | "expired";
  readonly tone: "loss" | "warn";
  readonly text: string;
}): void {
  if (!toasts.get().some(({ id }) => id === "401" || id === "expired")) toast(what);
}

/**
 * Logs out, deletes both cookies and goes to `to`. A second press has no effect. With `to: null` the session
 * has expired: the page stays, and the input is kept for the same person's next log-in.
 */
export async function logOut(to: string | null = "/"): Promise<void> {
  // Another person is logged in now. They did not ask for the log-out, so it is not sent.
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

/** Returns `uuid` and `exp` of the readable token; `null` if the token is missing or malformed. */
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
