import type { FlagName } from "../../domain/flag-names.ts";
import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { CalendarStore } from "../fund/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Messages } from "../messages/index.ts";

/**
 * The account to which a payout goes, with the data that a bank needs. `verified` tells whether it is still
 * the verified account of the person.
 */
export type Destination = {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
  readonly verified: boolean;
};

/** Dependencies of the settlement room. */
export type SettlementRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "origin">;
  readonly jobs: Pick<Jobs, "send">;
  readonly messages: Pick<Messages, "send">;
  readonly vault: Pick<Vault, "sealWords" | "openWords" | "giveWords" | "keyedHash">;
  readonly calendar: CalendarStore;
  /** Returns whether a feature flag is on. */
  readonly isOn: (flag: FlagName) => boolean;
  /** Returns a person's name from the identity review; `null` if unknown. */
  readonly names: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
  /**
   * Returns a bank account of a person, decrypted. Returns `null` if the account is not the person's; then no
   * payout is made.
   */
  readonly destination: (db: Db | Tx, personId: string, account: string) => Promise<Destination | null>;
};
