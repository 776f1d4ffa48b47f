import type { FlagCatalogue, FlagCondition, FlagSet } from "../../engine/flags/index.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { AskFlags } from "./ask.ts";
import { catalogueIn } from "./flag-files.ts";
import type { Flags } from "./flags.ts";

/** The differences between two flag sets, in words. */
export type SwitchEffects = {
  /** The protections that the set removes. */
  readonly lost: readonly Words[];
  /** Switches that are now on for other people, with the people before and after. */
  readonly switches: readonly { readonly flag: string; readonly before: Words; readonly after: Words }[];
  /** Sentences about the flow steps that become active or inactive. */
  readonly says: readonly Words[];
};

/** A press (a switch set to its protective position by one person) that nobody confirmed in time. */
export type Unconfirmed = {
  readonly id: string;
  readonly names: readonly string[];
  readonly reason: string;
};

/** The dependencies of the calls for the page "Switches". */
export type SwitchRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir" | "unleashUrl">;
  readonly flagSet: Flags;
  /** Evaluates switches for one person. */
  readonly ask: Pick<AskFlags, "for" | "probe">;
  readonly log: { readonly warn: (details: object, message: string) => void };
  /** Announces a revision to all processes and their open pages, once the transaction commits. */
  readonly announce: (tx: Tx, revision: number) => Promise<void>;
  /** Notifies staff of a press that nobody has confirmed. */
  readonly tell: (tx: Tx, of: Unconfirmed) => Promise<void>;
  /** Returns the differences between two sets. */
  readonly compare: (sets: { readonly before: FlagSet; readonly after: FlagSet }) => Promise<SwitchEffects>;
  /** Describes the people for whom each switch is on. A switch missing in the set is off for all people. */
  readonly whom: (set: FlagSet) => ReadonlyMap<string, Words>;
  /** Returns one condition of a switch in words. */
  readonly conditionWords: (condition: FlagCondition) => Words;
  /** Returns, for each switch, the flows that use it. */
  readonly flowsOf: () => Promise<
    ReadonlyMap<string, readonly { readonly flow: string; readonly title: Words }[]>
  >;
  /** Returns one of the texts about switches, such as `flag:invest.title`; `null` if it is missing. */
  readonly text: (key: string) => Words | null;
};

/** Returns the catalogue as it is in the files at this moment. */
export function catalogueOf({ config, log }: Pick<SwitchRoom, "config" | "log">): FlagCatalogue {
  return catalogueIn(config, (error) => log.warn({ err: error }, "flags"));
}
