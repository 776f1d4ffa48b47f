import type { Result } from "../../../engine/values/result.ts";
import { ok } from "../../../engine/values/result.ts";
import type { LoggedIn } from "../../kit/api/answers.ts";
import type { BodyOf } from "../../kit/api/calls.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";
import { enteredWith } from "../../kit/api/social-hint.ts";
import { isInApp, nativeShell } from "../../kit/native/find-shell.ts";

/** The providers of social log-in. */
export type Provider = "google" | "apple";

/** What the browser stores while a person is at a provider. */
export type Visit = { readonly provider: Provider; readonly state: string; readonly next: string | null };

/** The provider's answer, which our server must verify. */
export type Proof = { readonly visit: Visit; readonly text: string };

const VISIT = "social-visit";

/** Whether the page runs inside another app, where Google and Apple block log-in. */
export function isEmbedded(agent: string = navigator.userAgent): boolean {
  if (isInApp()) return false;
  if (/; wv\)|FBAN|FBAV|Instagram|\bLine\/|MicroMessenger/.test(agent)) return true;
  return /iPhone|iPad|iPod/.test(agent) && !/Safari\//.test(agent);
}

/**
 * Sends the person to a provider, which returns to `/login/<provider>`. After a log-out the provider asks
 * again which account to use. Our native app opens the system browser, and the return address leads back into
 * the app.
 */
export async function goToProvider(
  provider: Provider,
  next: string | null,
): Promise<Result<null, ApiFailure>> {
  const begun = await call("POST", "/auth/social/start", {
    body: { provider, choose: enteredWith() !== provider },
  });
  if (!begun.ok) return begun;
  keepForVisit(VISIT, { provider, state: begun.value.state, next });
  if (isInApp()) await (await nativeShell()).openOutside(begun.value.url);
  else location.assign(begun.value.url);
  return ok(null);
}

/**
 * Returns the stored data of the visit to a provider from which a person returns. Returns `null` if this
 * browser started no visit with this state.
 */
export function comeBack(provider: Provider, state: string | null): Visit | null {
  const kept = keptForVisit(VISIT) as Visit | null;
  return kept !== null && state !== null && kept.provider === provider && kept.state === state ? kept : null;
}

/** Sends the provider's proof to our server, together with the person's input, such as consents. */
export async function match(
  { visit: { provider }, text }: Proof,
  asked: Omit<BodyOf<"POST", "/auth/google-match">, "idToken">,
): Promise<Result<LoggedIn, ApiFailure>> {
  return provider === "google"
    ? await call("POST", "/auth/google-match", { body: { idToken: text, ...asked } })
    : await call("POST", "/auth/apple-match", { body: { authCode: text, ...asked } });
}

/** Deletes the stored visit to a provider, so that an answer to this visit is no longer accepted. */
export function forgetVisit(): void {
  dropForVisit(VISIT);
}

/** Returns the address that opens this page in the system browser, from inside another app. */
export function outsideAddress(address: URL, agent: string = navigator.userAgent): string {
  if (/\bLine\//.test(agent)) {
    const opened = new URL(address);
    opened.searchParams.set("openExternalBrowser", "1");
    return opened.href;
  }
  const scheme = address.protocol.replace(":", "");
  if (/Android/.test(agent))
    return `intent://${address.host}${address.pathname}${address.search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
  return `x-safari-${address.href}`;
}
