import type { Generated } from "kysely";
import type {} from "../db/index.ts";

/** Numeric columns are decimal strings; `date` columns are `YYYY-MM-DD`. */
type Decimal = string;

/** Reasons why incoming money is held and does not pay an order automatically. */
export type HeldReason =
  | "unknown-order"
  | "order-not-open"
  | "paid-already"
  | "amount-short"
  | "amount-over"
  | "third-party"
  | "payer-partial"
  | "alike";

/** The states of a case, which is money that bought no units. */
export type CaseState = "OPEN" | "HELD" | "ACCOUNT_WANTED" | "REFUND_DUE" | "MATCHED" | "REFUNDED" | "KNOWN";

/** Whether the code on a slip could be read, was missing, or was damaged. */
export type SlipCodeState = "read" | "none" | "damaged";

/** With whose records a daily control compares the books. */
export type ControlKind = "bank" | "custodian";

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
      payer_bank: string | null;
      payer_hash: Buffer | null;
      payer_ends: string | null;
      /** Whether the account from which the money came is in the investor's name; null if unknown. */
      payer_matched: boolean | null;
      /** An earlier payment that looks like this one; null if there is none. */
      alike: string | null;
    };
    payment_payers: { payment_id: string; sealed: Buffer };
    transfer_names: { name: string; slip_id: string | null; payment_id: string | null };
    payment_approval_tiers: { from_value: Decimal; approvals: number };
    payment_case_confirmations: {
      /** Sequence number of the confirmation. The newest confirmation counts. */
      saying: Generated<string>;
      case_id: string;
      person_id: string;
      at: Date;
      act: "match" | "refund" | "same";
      order_id: string | null;
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
      state: Generated<"WAITING" | "CONFIRMED" | "REFUSED" | "REPLACED">;
      decided_at: Date | null;
      reason: Buffer | null;
      payment_id: string | null;
    };
    slip_confirmations: {
      /** Sequence number of the reading. The latest reading of each person counts. */
      reading: Generated<string>;
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
      note: Buffer | null;
      matched_order: string | null;
      refund_on: string | null;
      /**
       * The person to whom the money belongs according to finance. Set if the reference of the money names no
       * order.
       */
      payee: string | null;
    };
    bank_statements: {
      id: string;
      bank: string;
      account: string;
      sha256: string;
      first_on: string;
      last_on: string;
      opening: Decimal;
      closing: Decimal;
      imported_by: string;
      imported_at: Date;
    };
    bank_statement_lines: {
      statement_id: string;
      line: number;
      at: Date;
      reference: string;
      credit: Decimal | null;
      debit: Decimal | null;
      balance: Decimal;
      outcome: "matched" | "known" | "held" | "out";
      payment_id: string | null;
    };
    sandbox_bank: { only_row: Generated<boolean>; silent: Generated<boolean> };
    daily_controls: {
      day: string;
      kind: ControlKind;
      made_by: string;
      made_at: Date;
      signed_by: string | null;
      signed_at: Date | null;
    };
    daily_control_lines: {
      day: string;
      kind: ControlKind;
      subject: string;
      ours: Decimal;
      theirs: Decimal;
      owner: string | null;
      reason: Buffer | null;
      closed_by: string | null;
      closed_at: Date | null;
    };
  }
}
