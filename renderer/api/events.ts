import { reloadTexts } from "../text/i18n.ts";
import { createStore } from "../text/store.ts";

/** The newest hash that the server published per flow, since the page was opened. */
export const published = createStore<Readonly<Record<string, string>>>({});

/** Grows when the flags changed on the server. */
export const flagsEdition = createStore(0);

/** Listens to the server: a published definition, text or flag reaches the open page. Answers how to stop. */
export function listenToServer(): () => void {
  const source = new EventSource("/api/events");
  source.addEventListener("definition", (event) => {
    const { flow, hash } = JSON.parse((event as MessageEvent<string>).data) as { flow: string; hash: string };
    published.set({ ...published.get(), [flow]: hash });
  });
  source.addEventListener("locales", () => void reloadTexts().catch(() => undefined));
  source.addEventListener("flags", () => flagsEdition.set(flagsEdition.get() + 1));
  return () => source.close();
}
