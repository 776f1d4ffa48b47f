import type { Generated } from "kysely";

/** A number as decimal text, which numeric columns return. */
type Decimal = string;

/** The kind of transaction that an entry books. */
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
    /** View of the accounts in which people hold units. */
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
