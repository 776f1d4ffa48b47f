import type { ColumnType, Generated } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";

/** Numeric columns are decimal strings; `date` columns are `YYYY-MM-DD`. */
type Decimal = string;

/** The states of an order; the ways between them stand in `order_transitions`. */
export type OrderStatus =
  | "SUBMITTED"
  | "WAITING"
  | "APPROVED"
  | "ALLOTTED"
  | "REJECTED"
  | "CANCELLED"
  | "EXPIRED";

export type OrderKind = "subscription" | "redemption" | "switch-out" | "switch-in";

export type NavStatus = "ENTERED" | "APPROVED" | "REJECTED";

export type StrategiesTable = {
  code: string;
  name_key: string;
  position: number;
  risk_level: number;
  front_end_bps: number;
  vat_bps: number;
  management_bps: number;
  reduction_profit_bps: number;
  switch_in_bps: number;
  min_first: Decimal;
  min_next: Decimal;
  min_reduction: Decimal;
  min_remainder: Decimal;
  max_order: Decimal;
  nav_jump_bps: number;
  starting_nav: Decimal;
  started_on: string;
  open: boolean;
};

export type NavsTable = {
  id: string;
  strategy: string;
  date: string;
  nav: Decimal;
  status: NavStatus;
  demo: Generated<boolean>;
  entered_by: string | null;
  entered_at: Date;
  reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
};

export type OrdersTable = {
  id: string;
  reference: string;
  kind: OrderKind;
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
  idempotency_key: string;
  changed_by: string;
  changed_at: Date;
  change: ColumnType<JsonObject, string | undefined, string>;
};

declare module "../db/database.ts" {
  interface Database {
    business_years: { year: number; confirmed: boolean };
    bank_holidays: { date: string; th: string; en: string; year: Generated<number> };
    strategies: StrategiesTable;
    navs: NavsTable;
    order_transitions: { kind: OrderKind; from_status: OrderStatus | ""; to_status: OrderStatus };
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
    orders_set_aside: {
      order_id: string;
      since: Date;
      tried_at: Date;
      tries: Generated<number>;
      reason: string;
    };
    pay_in_accounts: {
      position: number;
      bank: string;
      holder: string;
      number: string;
      demo: Generated<boolean>;
    };
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
