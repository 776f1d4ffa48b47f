import type { ColumnType, GeneratedAlways } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import type { ContentType } from "./types.ts";

export type ContentVersionTable = {
  id: string;
  type: ContentType;
  key: string;
  th: ColumnType<JsonObject | null, string | null, never>;
  en: ColumnType<JsonObject | null, string | null, never>;
  state: "PROPOSED" | "PUBLISHED" | "REFUSED" | "WITHDRAWN";
  note: string;
  proposed_by: string;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  /** The time for which the item was approved, by whom and why; null if it was not approved for a later time. */
  publish_at: Date | null;
  scheduled_by: string | null;
  schedule_note: string | null;
  ordinal: GeneratedAlways<number>;
};

export type ContentImageTable = {
  name: string;
  picture: string;
  width: number;
  height: number;
  bytes: Buffer;
  uploaded_by: string | null;
  uploaded_at: Date;
};

declare module "../db/database.ts" {
  interface Database {
    content_versions: ContentVersionTable;
    content_images: ContentImageTable;
  }
}
