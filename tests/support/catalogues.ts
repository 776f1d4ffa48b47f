import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../architecture/sources.ts";

/** A table of text keys, each with the parameters of its text. */
type Table = { readonly [key: string]: readonly string[] };

/** The messages of one module. */
export type Catalogue = { readonly room: string; readonly findings: Table; readonly phrases: Table };

/**
 * The message catalogues of all modules: every `messages.ts` that extends `engine/rules/message.ts`, and the
 * messages of that module itself.
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
/** The phrases used inside the texts of findings. */
export const PHRASES: Table = Object.assign({}, ...CATALOGUES.map(({ phrases }) => phrases));
