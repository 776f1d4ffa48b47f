import type { Generated } from "kysely";

declare module "../db/database.ts" {
  interface Database {
    orders_set_aside: {
      order_id: string;
      since: Date;
      tried_at: Date;
      tries: Generated<number>;
      reason: string;
    };
    settlement_runs: {
      strategy: string;
      nav_date: string;
      side: "sell" | "buy";
      begun_at: Date;
      due: number;
      last_id: string | null;
      allotted: Generated<number>;
      set_aside: Generated<number>;
      done_at: Date | null;
    };
    management_accruals: {
      strategy: string;
      day: string;
      units: string;
      nav: string | null;
      rate_bps: number;
      amount: string;
    };
    tax_documents: {
      establishment: string;
      month: string;
      kind: "invoice" | "credit-note" | "debit-note";
      number: number;
      order_id: string;
      charge: string;
      vat: string;
      issued_on: string;
      reason: string | null;
      corrects: number | null;
      corrects_month: string | null;
    };
    payment_files: {
      id: string;
      number: Generated<number>;
      value_date: string;
      lines: number;
      total: string;
      hash: string;
      state: Generated<"MADE" | "RELEASED" | "DISCARDED">;
      made_by: string;
      made_at: Date;
      decided_by: string | null;
      decided_at: Date | null;
    };
    payouts: {
      id: Generated<string>;
      /** The order whose money is paid out; null for a refund. */
      order_id: string | null;
      /** The person who gets the money; null for a refund if the owner of the money is unknown. */
      person_id: string | null;
      /**
       * The account to which the money goes. It is null for a refund to the account from which the money
       * came.
       */
      account: string | null;
      label: string | null;
      amount: string;
      due_on: string;
      state: Generated<"DUE" | "FILED" | "PAID" | "RETURNED" | "WITHDRAWN">;
      file_id: string | null;
      line: number | null;
      entered_by: string | null;
      reference: string | null;
      confirmed_by: string | null;
      /** Time at which the payout was sent to the bank. */
      paid_at: Date | null;
      /** Time at which the bank, or the second person, confirmed that the money had arrived. */
      settled_at: Date | null;
      returned_at: Date | null;
      return_reason: Buffer | null;
      follows: string | null;
      /** The compensation that is paid out. It is null if the payout is the proceeds of the order. */
      compensation: string | null;
      /** The case (held money) that is refunded; null for an order. */
      refund: string | null;
    };
  }
}
