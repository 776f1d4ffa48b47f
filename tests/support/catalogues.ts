import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../architecture/sources.ts";

/** Keys, and the parameters of each text. */
type Table = { readonly [key: string]: readonly string[] };

/** The messages of one room. */
export type Catalogue = { readonly room: string; readonly findings: Table; readonly phrases: Table };

/**
 * The message catalogues of all rooms: every `messages.ts` that adds itself to `engine/rules/message.ts`, and that
 * room's own.
 */
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

/** The messages of all findings. */
export const FINDINGS: Table = Object.assign({}, ...CATALOGUES.map(({ findings }) => findings));
/** The phrases used inside such sentences. */
export const PHRASES: Table = Object.assign({}, ...CATALOGUES.map(({ phrases }) => phrases));
