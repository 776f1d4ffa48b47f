import type { FlagSet } from "../../engine/flags/index.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Flags } from "./flags.ts";

/** What a set does otherwise than another one, in words. */
export type SwitchEffects = {
  /** Protections that it gives up. */
  readonly lost: readonly Words[];
  /** Switches that are on for other people. */
  readonly switches: readonly { readonly flag: string; readonly before: Words; readonly after: Words }[];
  /** Steps of flows that sleep or wake by it. */
  readonly says: readonly Words[];
};

/** A press that nobody has confirmed in time. */
export type Unconfirmed = {
  readonly id: string;
  readonly names: readonly string[];
  readonly reason: string;
};

/** What the desk of switches needs of the house. */
export type SwitchRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir" | "unleashUrl">;
  readonly flagSet: Flags;
  readonly log: { readonly warn: (details: object, message: string) => void };
  /** Tells every process and its pages of a revision, once the transaction commits. */
  readonly announce: (tx: Tx, revision: number) => Promise<void>;
  /** Writes to colleagues that nobody has confirmed a press. */
  readonly tell: (tx: Tx, of: Unconfirmed) => Promise<void>;
  /** What one set does otherwise than another. */
  readonly compare: (sets: { readonly before: FlagSet; readonly after: FlagSet }) => Promise<SwitchEffects>;
  /** Whom each switch of a set is on for; one that is left out is off for everybody. */
  readonly whom: (set: FlagSet) => ReadonlyMap<string, Words>;
  /** The flows that name each switch. */
  readonly flowsOf: () => Promise<
    ReadonlyMap<string, readonly { readonly flow: string; readonly title: Words }[]>
  >;
  /** A sentence of the texts, such as `flag:invest.title`; `null` if there is none. */
  readonly text: (key: string) => Words | null;
};
