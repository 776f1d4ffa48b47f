import { foldedByCause } from "../../../engine/verify/lint/index.ts";
import { reloadTexts } from "../text/i18n.ts";
import { createStore } from "../text/store.ts";
import type { Finding, Sentence } from "./answers.ts";

/** The newest published hash per flow since the page was opened. */
export const published = createStore<Readonly<Record<string, string>>>({});

/** Errors in a flow's edited files. The page shows the last sound version instead; development only. */
export type Refused = {
  readonly flow: string;
  readonly what: Sentence;
  readonly file: string;
  readonly more: number;
};

/** The last rejected edit; `null` once a flow is published. */
export const refused = createStore<Refused | null>(null);

/** Increases when flags may have changed, also if the answer to the last question was lost. */
export const flagsEdition = createStore(0);

/** Increases when flags changed on the server, or may have changed while the page was disconnected. */
export const flagsHeard = createStore(0);

/**
 * Listens to server events: published definitions, texts and flags reach the open page. Returns a function that stops
 * it.
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
  // Events during a lost connection were missed.
  let wasOpen = false;
  source.addEventListener("open", () => {
    if (wasOpen) hearFlags();
    wasOpen = true;
  });
  return () => source.close();
}
