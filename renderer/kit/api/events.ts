import { foldedByCause } from "../../../engine/verify/lint/index.ts";
import { reloadTexts } from "../text/i18n.ts";
import { createStore } from "../text/store.ts";
import type { Finding, Sentence } from "./answers.ts";

/** Newest published hash of each flow since the page was opened, by flow name. */
export const published = createStore<Readonly<Record<string, string>>>({});

/**
 * Development only: errors in the edited files of a flow. The page meanwhile shows the last version without
 * errors.
 */
export type Refused = {
  readonly flow: string;
  readonly what: Sentence;
  readonly file: string;
  readonly more: number;
};

/** The last rejected edit; `null` once its flow is published without errors. */
export const refused = createStore<Refused | null>(null);

/**
 * A counter that increases when feature switches may have changed, even if the server's latest answer about
 * them was lost.
 */
export const flagsEdition = createStore(0);

/**
 * A counter that increases when feature switches changed on the server, or may have changed while the page
 * was disconnected.
 */
export const flagsHeard = createStore(0);

/**
 * Subscribes the open page to server events: published definitions, texts and feature switches. Returns a
 * function that unsubscribes.
 */
export function listenToServer(): () => void {
  const source = new EventSource("/api/events");
  source.addEventListener("definition", (event) => {
    const { flow, hash } = JSON.parse((event as MessageEvent<string>).data) as { flow: string; hash: string };
    published.set({ ...published.get(), [flow]: hash });
    if (refused.get()?.flow === flow) refused.set(null);
  });
  source.addEventListener("findings", (event) => {
    const { flow, findings } = JSON.parse((event as MessageEvent<string>).data) as {
      flow: string;
      findings: readonly Finding[];
    };
    const faults = foldedByCause(findings);
    const first = faults[0]?.cause;
    if (first === undefined) return;
    const file = `${first.file}#${first.pointer}`;
    refused.set({ flow, what: first.what, file, more: faults.length - 1 });
  });
  source.addEventListener("locales", () => void reloadTexts().catch(() => undefined));
  const hearFlags = () => {
    flagsEdition.set(flagsEdition.get() + 1);
    flagsHeard.set(flagsHeard.get() + 1);
  };
  source.addEventListener("flags", hearFlags);
  // The page missed the events that were sent while the connection was lost.
  let wasOpen = false;
  source.addEventListener("open", () => {
    if (wasOpen) hearFlags();
    wasOpen = true;
  });
  return () => source.close();
}
