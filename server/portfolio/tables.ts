import type { Generated } from "kysely";

/** What an account has documents of. */
export const DOCUMENT_KINDS = [
  "statement",
  "contract-note",
  "invoice",
  "performance-report",
  "contract",
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

declare module "../db/database.ts" {
  interface Database {
    e_stamps: { document_id: string; number: string; issued_on: string; document_sha256: string };
    client_summaries: {
      person_id: string;
      day: string;
      value: string;
      principal: string;
      total_profit: string;
      made_at: Date;
    };
    account_documents: {
      id: string;
      person_id: string;
      kind: DocumentKind;
      format: "pdf" | "csv";
      language: "th" | "en";
      period_from: string | null;
      period_to: string | null;
      order_id: string | null;
      monthly: Generated<boolean>;
      content_hash: string;
      sha256: string;
      size: number;
      sealed: Buffer;
      made_at: Date;
    };
  }
}
