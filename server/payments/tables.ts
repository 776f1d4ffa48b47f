import type {} from "../db/index.ts";

/** Numeric columns are decimal strings; `date` columns are `YYYY-MM-DD`. */
type Decimal = string;

declare module "../db/database.ts" {
  interface Database {
    payments: {
      id: string;
      bank: string;
      bank_reference: string;
      order_id: string | null;
      amount: Decimal;
      transferred_at: Date;
      received_at: Date;
      outcome: "matched" | "held";
      reason: string | null;
    };
  }
}
