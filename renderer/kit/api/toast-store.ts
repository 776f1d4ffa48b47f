import { createStore } from "../text/store.ts";

/** A short message above the page. A toast with an id replaces an earlier toast with the same id. */
export type Toast = {
  readonly id: string;
  readonly tone: "plain" | "gain" | "warn" | "loss";
  readonly text: string;
};

/** Time in milliseconds for which a toast stays (specification, section 9). */
export const TOAST_MS = 5000;

/** The toasts on screen, oldest first. */
export const toasts = createStore<readonly Toast[]>([]);

let count = 0;

/** Shows a toast for five seconds. */
export function toast(what: { id?: string; tone?: Toast["tone"]; text: string }): void {
  count += 1;
  const shown: Toast = { id: what.id ?? `toast-${count}`, tone: what.tone ?? "plain", text: what.text };
  toasts.set([...toasts.get().filter((one) => one.id !== shown.id), shown]);
  setTimeout(() => toasts.set(toasts.get().filter((one) => one !== shown)), TOAST_MS);
}

/** Removes a toast early. */
export function dropToast(id: string): void {
  toasts.set(toasts.get().filter((one) => one.id !== id));
}
