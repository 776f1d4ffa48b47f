import type { FlagName } from "../../domain/flag-names.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Vault } from "../accounts/index.ts";
import type { Content } from "../content/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Fund } from "../fund/index.ts";
import type { AskedOf } from "../identity/index.ts";
import type { Messages } from "../messages/index.ts";
import { createTexts } from "../texts.ts";
import type { Contract } from "./answers.ts";
import type { EStamps, SignedContract } from "./e-stamps.ts";

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
  readonly isOnFor: (flag: FlagName, personId: string) => Promise<boolean>;
  readonly content: Pick<Content, "read">;
  /** The contracts that somebody signed, the last one first. */
  readonly signedContracts: (db: Db | Tx, personId: string) => Promise<readonly SignedContract[]>;
  /** The words of a contract as it was signed; `null` where no text of ours has the hash that was signed. */
  readonly contractWords: (of: SignedContract) => Promise<Contract["words"]>;
  /** What a person's records ask of them; `null` for staff. */
  readonly askedOf: (personId: string) => Promise<AskedOf | null>;
  /** The newest letters to an address. */
  readonly letters: Messages["sentTo"];
  /** Who gives electronic duty stamps; `null` where nobody does. */
  readonly eStamps: EStamps | null;
  /** The texts of documents in a language. */
  readonly say: (language: Language) => Say;
};

/** The text of documents under a key, or of another namespace that the key names. Throws where there is none: that is a fault of ours. */
export type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Opens the room on the fund. */
export function createPortfolio(
  fund: Fund,
  deps: Pick<
    Portfolio,
    | "askedOf"
    | "vault"
    | "holder"
    | "isOnFor"
    | "content"
    | "signedContracts"
    | "contractWords"
    | "eStamps"
    | "letters"
  >,
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
