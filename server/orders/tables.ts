import type { ColumnType, Generated } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import type { OrderKindName } from "./kinds/index.ts";
import type { OrderStatus } from "./kinds/order-kind.ts";

/** Numeric columns are decimal strings; `date` columns are `YYYY-MM-DD`. */
type Decimal = string;

export type OrdersTable = {
  id: string;
  reference: string;
  kind: OrderKindName;
  status: OrderStatus;
  person_id: string;
  strategy: string;
  counter_order: string | null;
  amount: Decimal | null;
  units_wished: Decimal | null;
  method: "qr" | "transfer" | null;
  fee: Decimal;
  vat: Decimal;
  risk_level: number;
  risk_acknowledged: boolean;
  placed_at: Date;
  nav_date: string;
  allotment_date: string;
  pay_by: Date | null;
  paid_at: Date | null;
  nav: Decimal | null;
  units: Decimal | null;
  value: Decimal | null;
  allotted_on: string | null;
  sell_all: Generated<boolean>;
  dust_rule: Generated<boolean>;
  reserved_units: Generated<Decimal>;
  approvals_needed: number | null;
  needs_compliance: Generated<boolean>;
  payout_account: string | null;
  payout_label: string | null;
  fee_bps: number | null;
  vat_bps: number | null;
  min_remainder: Decimal | null;
  cost: Decimal | null;
  proceeds: Decimal | null;
  forced: Generated<boolean>;
  /**
   * `sent_at` is the time at which the money was sent to the bank, and `paid_out_at` the time at which the
   * bank confirmed the payment.
   */
  sent_at: Date | null;
  paid_out_at: Date | null;
  status_before: OrderStatus | null;
  idempotency_key: string;
  changed_by: string;
  changed_at: Date;
  change: ColumnType<JsonObject, string | undefined, string>;
};

declare module "../db/database.ts" {
  interface Database {
    order_transitions: { kind: OrderKindName; from_status: OrderStatus | ""; to_status: OrderStatus };
    orders: OrdersTable;
    order_events: {
      id: Generated<number>;
      order_id: string;
      at: Date;
      from_status: OrderStatus | null;
      to_status: OrderStatus;
      actor: string;
      detail: ColumnType<JsonObject, string, string>;
    };
    order_approvals: {
      order_id: string;
      person_id: string;
      role: "finance" | "compliance";
      decision: "APPROVED" | "REJECTED";
      reason: ColumnType<JsonObject | null, string | null, string | null>;
      at: Date;
    };
    order_moves: {
      calendar_change: string;
      order_id: string;
      nav_from: string;
      nav_to: string;
      allotment_from: string;
      allotment_to: string;
      pay_by_from: Date | null;
      pay_by_to: Date | null;
    };
    order_approval_tiers: { from_value: Decimal; approvals: number; needs_compliance: boolean };
    pay_in_accounts: {
      position: number;
      bank: string;
      holder: string;
      number: string;
      demo: Generated<boolean>;
    };
  }
}
