import type { FlagName } from "../../domain/flag-names.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Vault } from "../accounts/index.ts";
import type { OwnReply } from "../cases/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Content } from "../content/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Drawing, OwnAnswers } from "../flows/index.ts";
import type { CalendarStore, NavHistory } from "../fund/index.ts";
import type { AskedOf } from "../identity/index.ts";
import type { Messages } from "../messages/index.ts";
import { createTexts } from "../texts.ts";
import type { Contract } from "./answers.ts";
import type { EStamps, SignedContract } from "./e-stamps.ts";

/** Dependencies of the portfolio room. */
export type PortfolioRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin" | "rootDir">;
  readonly messages: Pick<Messages, "send" | "sentTo">;
  readonly calendar: CalendarStore;
  readonly history: NavHistory;
  /** Loads the fact `investor` of a person; returns `null` if the person is unknown. */
  readonly investor: (db: Db | Tx, personId: string) => Promise<JsonObject | null>;
  readonly vault: Pick<Vault, "seal" | "open">;
  /** Returns a person's name from the identity review; `null` if unknown. */
  readonly names: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
  /** Returns whether a feature flag is on for a person. */
  readonly isOnFor: (flag: FlagName, personId: string) => Promise<boolean>;
  readonly content: Pick<Content, "read">;
  /** Returns the contracts that a person signed, newest first. */
  readonly signedContracts: (db: Db | Tx, personId: string) => Promise<readonly SignedContract[]>;
  /** Returns the signed text of a contract; `null` if no stored text has its hash. */
  readonly contractWords: (of: SignedContract) => Promise<Contract["words"]>;
  /**
   * Returns the text of a contract that a person signed, found by its hash; `null` if no such text is stored.
   */
  readonly ownAnswers: (personId: string, drawing: Drawing) => Promise<readonly OwnAnswers[]>;
  /** Returns the messages that a person wrote in their cases, newest first. */
  readonly ownReplies: (personId: string) => Promise<readonly OwnReply[]>;
  /** Returns what a person still has to do according to the records; `null` for staff. */
  readonly askedOf: (personId: string) => Promise<AskedOf | null>;
  /** The supplier of electronic duty stamps; `null` if there is none. */
  readonly eStamps: EStamps | null;
  /** Returns the function with which documents in a language get their texts. */
  readonly say: (language: Language) => Say;
};

/** Returns one of the texts for documents. Throws if the key is missing, because that is a defect. */
export type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Creates the room and adds the texts for documents. */
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
