import type { Generated } from "kysely";
import type { TermsTexts } from "./terms-texts.ts";

/** Numeric columns are decimal strings; `date` columns are `YYYY-MM-DD`. */
type Decimal = string;

export type NavStatus = "ENTERED" | "APPROVED" | "REJECTED" | "REPLACED";

export type StrategiesTable = {
  code: string;
  name_key: string;
  position: number;
  risk_level: number;
  starting_nav: Decimal;
};

/**
 * The columns of a proposal. A person of finance enters it, and another person of finance or compliance
 * decides about it, once.
 */
export type Proposal = {
  id: string;
  state: "PROPOSED" | "APPROVED" | "REJECTED";
  note: string;
  entered_by: string | null;
  entered_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  /** Sequence number of the decision. The database sets it. */
  decision: Generated<number | null>;
};

export type StrategyTermsTable = Proposal & {
  strategy: string;
  from_date: string;
  front_end_bps: number;
  vat_bps: number;
  management_bps: number;
  reduction_profit_bps: number;
  switch_in_bps: number;
  performance_bps: number;
  total_cost_bps: number;
  min_first: Decimal;
  min_next: Decimal;
  min_reduction: Decimal;
  min_remainder: Decimal;
  max_order: Decimal;
  nav_jump_bps: number;
  type_key: string;
  currency_policy_key: string;
  dividend_policy_key: string;
  registered_on: string;
  managed_from: string;
  texts: TermsTexts;
};

export type CalendarChangeKind = "CONFIRM_YEAR" | "ADD_HOLIDAY" | "WITHDRAW_HOLIDAY";

export type CalendarChangesTable = Proposal & {
  kind: CalendarChangeKind;
  year: number;
  date: string | null;
  th: string | null;
  en: string | null;
};

export type DealingStatus = "OPEN" | "NO_IN" | "NO_OUT" | "SUSPENDED";

export type StrategyDealingTable = Proposal & { strategy: string; status: DealingStatus };

/** The price of a currency in baht, for display only. */
export type DisplayRatesTable = Proposal & {
  currency: "USD";
  baht: Decimal;
  on_date: string;
  source_th: string;
  source_en: string;
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
  /** Id of the approved NAV of the same day that this one corrects. */
  replaces: Generated<string | null>;
  decision: Generated<number | null>;
};

declare module "../db/database.ts" {
  interface Database {
    business_years: { year: number; confirmed: boolean };
    bank_holidays: { date: string; th: string; en: string; year: Generated<number> };
    calendar_changes: CalendarChangesTable;
    strategies: StrategiesTable;
    strategy_terms: StrategyTermsTable;
    strategy_dealing: StrategyDealingTable;
    display_rates: DisplayRatesTable;
    navs: NavsTable;
  }
}
