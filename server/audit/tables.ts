import type { Generated, JSONColumnType } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";

/** One state change: who did what to which subject. Holds ids, states and the reasons that colleagues wrote, never people's data. */
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
  /** The batch that sealed it; `null` until the sealer came by. */
  batch: number | null;
};

/** One batch of sealed lines; its hash covers the one before. */
export type AuditBatchesTable = {
  number: number;
  lines: number;
  previous_hash: string;
  hash: string;
  /** Made of number and hash with a key that is not in the database; `null` in batches from before there was one. */
  mark: string | null;
  sealed_at: Date;
};

declare module "../db/database.ts" {
  interface Database {
    audit_lines: AuditLinesTable;
    audit_batches: AuditBatchesTable;
  }
}
