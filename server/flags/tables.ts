import type { ColumnType } from "kysely";
import type { FlagSet } from "../../engine/flags/index.ts";

export type FlagSetTable = {
  revision: number;
  content: ColumnType<FlagSet, string, never>;
  source: "file" | "change" | "press";
  file_content: ColumnType<FlagSet | null, string | null, never>;
  change_id: string | null;
  reason: string;
  proposed_by: string | null;
  approved_by: string | null;
  at: Date;
};

export type FlagChangeTable = {
  id: string;
  kind: "CHANGE" | "PRESS";
  base: number;
  content: ColumnType<FlagSet, string, never>;
  names: readonly string[];
  state: "PROPOSED" | "APPROVED" | "SENT_BACK" | "WITHDRAWN" | "REPLACED";
  reason: string;
  proposed_by: string;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  escalated_at: Date | null;
};

declare module "../db/database.ts" {
  interface Database {
    flag_sets: FlagSetTable;
    flag_changes: FlagChangeTable;
  }
}
