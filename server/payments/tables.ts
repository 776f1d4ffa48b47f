import type { Generated } from "kysely";
import type {} from "../db/index.ts";

/** Numeric columns are decimal strings; `date` columns are `YYYY-MM-DD`. */
type Decimal = string;

/** Why money is not matched with an order by itself. */
export type HeldReason =
  | "unknown-order"
  | "order-not-open"
  | "paid-already"
  | "amount-short"
  | "amount-over"
  | "third-party";

/** What becomes of money that is nobody's units. */
export type CaseState = "OPEN" | "HELD" | "REFUND_ASKED" | "REFUND_APPROVED" | "MATCHED" | "REFUNDED";

/** Whether the small code of a slip could be read. */
export type SlipCodeState = "read" | "none" | "damaged";

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
      reason: HeldReason | null;
      source: Generated<"bank" | "statement" | "slip">;
      ref1: string | null;
      ref2: string | null;
      payer_bank: string | null;
      payer_account: string | null;
      payer_name: string | null;
    };
    slips: {
      id: string;
      order_id: string;
      person_id: string;
      file_id: string;
      idempotency_key: string;
      sent_at: Date;
      code: SlipCodeState;
      bank: string | null;
      bank_reference: string | null;
      state: Generated<"WAITING" | "CONFIRMED" | "REFUSED">;
      decided_at: Date | null;
      reason: string | null;
      payment_id: string | null;
    };
    slip_confirmations: {
      slip_id: string;
      person_id: string;
      at: Date;
      bank: string;
      bank_reference: string;
      amount: Decimal;
      transferred_at: Date;
    };
    payment_cases: {
      id: Generated<string>;
      payment_id: string;
      reason: HeldReason | "order-ended";
      amount: Decimal;
      person_id: string | null;
      state: Generated<CaseState>;
      owner: string | null;
      opened_at: Date;
      note: string | null;
      matched_order: string | null;
      refund_bank: string | null;
      refund_account: string | null;
      refund_name: string | null;
      refund_on: string | null;
      asked_by: string | null;
      approved_by: string | null;
      refund_reference: string | null;
    };
  }
}
