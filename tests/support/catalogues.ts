import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../architecture/sources.ts";

/** Keys, and what the text of each fills in. */
type Table = { readonly [key: string]: readonly string[] };

/** What one room can say. */
export type Catalogue = { readonly room: string; readonly findings: Table; readonly phrases: Table };

/** The catalogues of messages of all rooms: every `messages.ts` that adds itself to `engine/rules/message.ts`, and that room's own. */
export const CATALOGUES: readonly Catalogue[] = await Promise.all(
  ["engine", "server"]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /(^|\/)messages\.ts$/.test(file) && file !== "server/messages/messages.ts")
    .sort()
    .map(async (file) => {
      const { FINDINGS = {}, PHRASES = {} } = await import(join(ROOT, file));
      return { room: dirname(file), findings: FINDINGS, phrases: PHRASES };
    }),
);

/** What all findings can say. */
export const FINDINGS: Table = Object.assign({}, ...CATALOGUES.map(({ findings }) => findings));
/** All words that stand inside such sentences. */
export const PHRASES: Table = Object.assign({}, ...CATALOGUES.map(({ phrases }) => phrases));
