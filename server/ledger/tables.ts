import type { Generated } from "kysely";

/** Numeric columns are decimal strings; `date` columns are `YYYY-MM-DD`. */
type Decimal = string;

/** What an entry books. */
export type EntryKind =
  | "payment"
  | "allotment"
  | "redemption"
  | "switch-out"
  | "switch-in"
  | "payout"
  | "payout-returned"
  | "refund"
  | "accrual"
  | "residue-sweep"
  | "nav-correction";

declare module "../db/database.ts" {
  interface Database {
    ledger_accounts: {
      id: Generated<number>;
      asset: string;
      person_id: string | null;
      house: string | null;
      balance: Generated<Decimal>;
      cost: Generated<Decimal>;
      pending: Generated<Decimal>;
      since: string | null;
    };
    ledger_entries: {
      id: Generated<number>;
      kind: EntryKind;
      subject: string;
      debit: number;
      credit: number;
      asset: string;
      amount: Decimal;
      cost: Decimal | null;
      value_date: string;
      booked_on: string;
      booked_at: Date;
    };
    /** View of the accounts that contain units. */
    holdings: {
      person_id: string;
      strategy: string;
      units: Decimal;
      pending_units: Decimal;
      cost: Decimal;
      since: string;
    };
  }
}
