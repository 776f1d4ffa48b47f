import type { Generated, JSONColumnType } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";

/**
 * A state change: who did what to which subject. Contains ids, states and reasons written by staff, never
 * personal data of clients.
 */
export type AuditLinesTable = {
  id: Generated<number>;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  from_state: string | null;
  to_state: string | null;
  version: string | null;
  detail: JSONColumnType<JsonObject>;
  /** Number of the batch that contains the line; `null` before sealing. */
  batch: number | null;
};

/** A batch of sealed lines. Its hash covers the previous batch. */
export type AuditBatchesTable = {
  number: number;
  lines: number;
  previous_hash: string;
  hash: string;
  /**
   * Authentication code of number and hash, made with a key outside the database; `null` in batches that are
   * older than the codes.
   */
  mark: string | null;
  sealed_at: Date;
};

declare module "../db/database.ts" {
  interface Database {
    audit_lines: AuditLinesTable;
    audit_batches: AuditBatchesTable;
  }
}
