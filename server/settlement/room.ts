import type { FlagName } from "../../domain/flag-names.ts";
import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { CalendarStore } from "../fund/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Messages } from "../messages/index.ts";

/** The account that a payout goes to, as a bank needs it. `verified`: it still is the person's verified account. */
export type Destination = {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
  readonly verified: boolean;
};

/** What the settlement room stands on. */
export type SettlementRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "origin">;
  readonly jobs: Pick<Jobs, "send">;
  readonly messages: Pick<Messages, "send">;
  readonly vault: Pick<Vault, "sealWords" | "openWords" | "giveWords" | "keyedHash">;
  readonly calendar: CalendarStore;
  /** Whether a feature switch is on. */
  readonly isOn: (flag: FlagName) => boolean;
  /** A person's name by the identity review; `null` if it is not known. */
  readonly names: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
  /** A person's bank account, opened; `null` if it is not theirs: no payout is made. */
  readonly destination: (db: Db | Tx, personId: string, account: string) => Promise<Destination | null>;
};
