import { type Draft, edit, merge } from "../../../engine/edits/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { type Colleague, colleaguesAt } from "./colleagues.ts";

/** State of one person's page: the files as last read or saved, and with the person's own edits. */
type Page = { readonly by: Colleague; readonly name: string; saved: Draft; now: Draft };

/**
 * Two people who write one flow in turns at a portal that is killed repeatedly. Each person edits before
 * taking the change over, and merges with what the other person saved, like the studio.
 */
export type TwoPeople = {
  /** Starts a new change and ends the previous one. */
  readonly begin: () => Promise<void>;
  /** Lets one person edit, take the change over, merge and save, with retries until it is saved. */
  readonly turn: (who: 0 | 1) => Promise<void>;
  /** Returns each change with the keys that the two wrote, and the keys in its draft on the server. */
  readonly written: () => Promise<
    readonly { readonly wrote: readonly string[]; readonly has: readonly string[] }[]
  >;
};

const FLOW = "email";
const FILE = "locales/en/contact-data.json";
const MINE = /^(?:ann|ben)-\d+$/;

export function createTwoPeople(address: () => string): TwoPeople {
  const logIn = colleaguesAt(address);
  const changes: { readonly id: string; readonly wrote: string[] }[] = [];
  const pages: Page[] = [];
  let base: string | null = null;
  let text = "";
  const read = async () => {
    const { by } = pages[0] as Page;
    const list = await by(`/definitions?flow=${FLOW}`);
    const current = list.json.current as ({ id: string; flow: string } | null)[];
    base = current.find((one) => one?.flow === FLOW)?.id ?? null;
    const { json } = await by(`/definitions/versions/${base}`);
    text = `${JSON.stringify((json.files as JsonObject)[FILE], null, 2)}\n`;
  };
  const draftOf = (json: JsonObject): Draft => {
    const parts = json.parts as { readonly [flow: string]: { readonly files: Draft } };
    return { [FILE]: parts[FLOW]?.files[FILE] ?? text };
  };
  return {
    begin: async () => {
      if (pages.length === 0) {
        for (const [name, role] of [
          ["ann", "operations"],
          ["ben", "operations2"],
        ] as const)
          pages.push({ by: await logIn(role), name, saved: {}, now: {} });
        await read();
      }
      const { json } = await (pages[0] as Page).by("/changes", { title: "By two people" });
      changes.push({ id: String(json.id), wrote: [] });
      for (const page of pages) page.saved = page.now = { [FILE]: text };
    },
    turn: async (who) => {
      const page = pages[who] as Page;
      const change = changes.at(-1);
      if (change === undefined) throw new Error("twoPeople: nothing was begun");
      const key = `${page.name}-${change.wrote.length}`;
      change.wrote.push(key);
      const args = { file: FILE, pointer: `/${key}`, value: key };
      const edited = edit(page.now, { op: "set-value", args });
      if (!edited.ok) throw new Error(`twoPeople: ${JSON.stringify(edited.error)}`);
      page.now = edited.value.draft;
      for (;;) {
        await page.by(`/changes/${change.id}/take`, { reason: "My turn" });
        const { json } = await page.by(`/changes/${change.id}`);
        const theirs = draftOf(json);
        const { draft, clashes } = merge({ base: page.saved, ours: page.now, theirs });
        if (clashes.length > 0) throw new Error(`twoPeople: ${JSON.stringify(clashes)}`);
        page.saved = theirs;
        page.now = draft;
        const part = { base, files: { [FILE]: draft[FILE] ?? "" }, done: [], undone: [] };
        const { status } = await page.by(`/changes/${change.id}/save`, {
          revision: Number(json.revision),
          flow: FLOW,
          part,
        });
        if (status === 200) {
          page.saved = draft;
          return;
        }
        // The other person took the change over, or it was saved although the answer was lost: read, merge
        // and save again.
        if (status !== 403 && status !== 409) throw new Error(`twoPeople: saved ${status}`);
      }
    },
    written: async () => {
      const { by } = pages[0] as Page;
      const all: { wrote: readonly string[]; has: readonly string[] }[] = [];
      for (const { id, wrote } of changes) {
        const { json } = await by(`/changes/${id}`);
        const has = Object.keys(JSON.parse(draftOf(json)[FILE] ?? "{}")).filter((key) => MINE.test(key));
        all.push({ wrote: [...wrote].sort(), has: has.sort() });
      }
      return all;
    },
  };
}
