import type { FlagName } from "../../domain/flag-names.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Content } from "../content/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { CalendarStore, NavHistory } from "../fund/index.ts";
import type { AskedOf } from "../identity/index.ts";
import type { Messages } from "../messages/index.ts";
import { createTexts } from "../texts.ts";
import type { Contract } from "./answers.ts";
import type { EStamps, SignedContract } from "./e-stamps.ts";

/** What the portfolio room stands on. */
export type PortfolioRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin" | "rootDir">;
  readonly messages: Pick<Messages, "send" | "sentTo">;
  readonly calendar: CalendarStore;
  readonly history: NavHistory;
  /** The fact `investor` of a person; `null` if there is no such investor. */
  readonly investor: (db: Db | Tx, personId: string) => Promise<JsonObject | null>;
  readonly vault: Pick<Vault, "seal" | "open">;
  /** A person's name by the identity review; `null` if it is not known. */
  readonly names: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
  /** Whether a switch is on for a person. */
  readonly isOnFor: (flag: FlagName, personId: string) => Promise<boolean>;
  readonly content: Pick<Content, "read">;
  /** The contracts that a person signed, newest first. */
  readonly signedContracts: (db: Db | Tx, personId: string) => Promise<readonly SignedContract[]>;
  /** The text of a contract as it was signed; `null` if no text of ours has the hash that was signed. */
  readonly contractWords: (of: SignedContract) => Promise<Contract["words"]>;
  /** What a person's records ask of them; `null` for staff. */
  readonly askedOf: (personId: string) => Promise<AskedOf | null>;
  /** The supplier of electronic duty stamps; `null` if there is none. */
  readonly eStamps: EStamps | null;
  /** The texts of documents in a language. */
  readonly say: (language: Language) => Say;
};

/** Returns a text of documents by its key, or of the namespace in the key. Throws if there is none: that is a defect. */
export type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Opens the room: adds the texts of documents. */
export function createPortfolio(given: Omit<PortfolioRoom, "say">): PortfolioRoom {
  const texts = createTexts({ rootDir: given.config.rootDir, fresh: given.config.env === "development" });
  return {
    ...given,
    say:
      (language) =>
      (key, params = {}) => {
        const words = texts.find(key.includes(":") ? key : `document:${key}`, params);
        if (words === null) throw new Error(`portfolio: locales/*/document.json has no text for "${key}"`);
        return words[language];
      },
  };
}
