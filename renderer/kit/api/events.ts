import { foldedByCause } from "../../../engine/verify/lint/index.ts";
import { reloadTexts } from "../text/i18n.ts";
import { createStore } from "../text/store.ts";
import type { Finding, Sentence } from "./answers.ts";

/** The newest hash that the server published per flow, since the page was opened. */
export const published = createStore<Readonly<Record<string, string>>>({});

/** What is wrong with a flow's edited files, which are not shown therefore; development only. */
export type Refused = {
  readonly flow: string;
  readonly what: Sentence;
  readonly file: string;
  readonly more: number;
};

/** The edit that was refused last; `null` where none was since a flow was published. */
export const refused = createStore<Refused | null>(null);

/** Grows when the flags changed on the server. */
export const flagsEdition = createStore(0);

/** Listens to the server: a published definition, text or flag reaches the open page. Answers how to stop. */
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
  source.addEventListener("flags", () => flagsEdition.set(flagsEdition.get() + 1));
  return () => source.close();
}
