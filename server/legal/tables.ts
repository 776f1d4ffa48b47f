import type { ColumnType, GeneratedAlways } from "kysely";
import type { LegalContent, LegalDocument } from "./documents.ts";

export type LegalDocumentTable = {
  id: string;
  document: LegalDocument;
  version: string;
  content: ColumnType<LegalContent, string, never>;
  hash_th: string;
  hash_en: string;
  effective_from: string;
  renew: boolean;
  grace_until: string | null;
  source: "files" | "person";
  state: "PROPOSED" | "PUBLISHED" | "REFUSED";
  note: string;
  proposed_by: string | null;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  ordinal: GeneratedAlways<number>;
};

declare module "../db/database.ts" {
  interface Database {
    legal_documents: LegalDocumentTable;
  }
}
