import type { FlagName } from "../../domain/flag-names.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Content } from "../content/index.ts";
import type { Strategy } from "../fund/index.ts";

/** Dependencies of the public pages. */
export type SiteRoom = {
  readonly config: Pick<Config, "env" | "rootDir" | "brand" | "origin">;
  readonly clock: Clock;
  readonly content: Content;
  readonly isOn: (flag: FlagName) => boolean;
  readonly strategies: () => Promise<readonly Strategy[]>;
  /** Returns a strategy with its NAVs; `null` if there is no strategy with this code. */
  readonly strategy: (code: string) => Promise<(Strategy & { readonly history: readonly Nav[] }) | null>;
  /** Returns the legal text that is in force under this name; `null` if there is none. */
  readonly legal: (document: string) => Promise<LegalText | null>;
  /** Returns a text of the portal in a language. If it is missing, returns its key. */
  readonly text: (language: Language, key: string) => string;
  /** Returns the edition of the portal's texts, which differs after every change of a text. */
  readonly textsEdition: () => string;
};

type Nav = { readonly date: string; readonly nav: string };

export type LegalText = {
  readonly effectiveFrom: string;
  readonly content: Readonly<
    Record<
      Language,
      {
        readonly version: string;
        readonly title: string;
        readonly mark?: string;
        readonly sections: readonly { readonly heading: string; readonly text: string }[];
      }
    >
  >;
};
