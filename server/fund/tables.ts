import type { Generated } from "kysely";

/** Numeric columns are decimal strings; `date` columns are `YYYY-MM-DD`. */
type Decimal = string;

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

declare module "../db/database.ts" {
  interface Database {
    business_years: { year: number; confirmed: boolean };
    bank_holidays: { date: string; th: string; en: string; year: Generated<number> };
    strategies: StrategiesTable;
    navs: NavsTable;
  }
}
