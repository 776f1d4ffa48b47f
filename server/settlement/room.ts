import type { Db, Tx } from "../db/index.ts";
import type { Fund } from "../fund/index.ts";

/** Where somebody's money goes, as a bank needs it. `verified`: it still is their verified account. */
export type Destination = {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
  readonly verified: boolean;
};

/** What this room stands on: the fund, with the house around it. */
export type Room = Fund & {
  /** A person's account, opened; `null` where it is none of theirs. Nobody is paid while nobody can say. */
  readonly destination?: (db: Db | Tx, personId: string, account: string) => Promise<Destination | null>;
  /** Whether a switch is on. Untold, payouts go by file, and tax documents get no number. */
  readonly isOn?: (flag: "settlement-order" | "generate-tax-invoice-number") => boolean;
};
