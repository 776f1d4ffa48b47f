import type { Generated } from "kysely";

/** Numeric columns are decimal strings; `date` columns are `YYYY-MM-DD`. */
type Decimal = string;

declare module "../db/database.ts" {
  interface Database {
    ledger_accounts: {
      id: Generated<number>;
      asset: string;
      person_id: string | null;
      house: string | null;
      balance: Generated<Decimal>;
    };
    ledger_entries: {
      id: Generated<number>;
      kind: "payment" | "allotment";
      subject: string;
      account: number;
      asset: string;
      amount: Decimal;
      booked_on: string;
      booked_at: Date;
    };
    holdings: {
      person_id: string;
      strategy: string;
      units: Decimal;
      pending_units: Generated<Decimal>;
      cost: Decimal;
      since: string;
    };
  }
}
