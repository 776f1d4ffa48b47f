import type { Vault } from "../accounts/index.ts";
import type { Content } from "../content/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Fund } from "../fund/index.ts";
import { createTexts } from "../texts.ts";

/** What figures stand on: the fund, with the house around it. */
export type Room = Fund;

/** What documents stand on beside. */
export type Portfolio = Room & {
  readonly vault: Pick<Vault, "seal" | "open">;
  /** What a person is called in each language; `null` before the identity is known. */
  readonly holder: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
  /** Whether a switch is on for somebody. */
  readonly isOnFor: (flag: string, personId: string) => boolean;
  readonly content: Pick<Content, "read">;
  /** The texts of documents in a language. */
  readonly say: (language: "th" | "en") => Say;
};

/** The text of documents under a key, or of another namespace that the key names. Throws where there is none: that is a fault of ours. */
export type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Opens the room on the fund. */
export function createPortfolio(
  fund: Fund,
  deps: Pick<Portfolio, "vault" | "holder" | "isOnFor" | "content">,
): Portfolio {
  const texts = createTexts({ rootDir: fund.config.rootDir, fresh: fund.config.env === "development" });
  return {
    ...fund,
    ...deps,
    say:
      (language) =>
      (key, params = {}) => {
        const words = texts.find(key.includes(":") ? key : `document:${key}`, params);
        if (words === null) throw new Error(`portfolio: locales/*/document.json has no text for "${key}"`);
        return words[language];
      },
  };
}
