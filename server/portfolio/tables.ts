import type { Generated } from "kysely";

declare module "../db/database.ts" {
  interface Database {
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
      kind: "statement" | "contract-note";
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
