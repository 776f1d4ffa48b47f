import type { Generated } from "kysely";
import type { Language } from "../../engine/values/languages.ts";
import type { OptionalKind } from "../messages/index.ts";

/** The kinds of documents of an account. */
export const DOCUMENT_KINDS = [
  "statement",
  "contract-note",
  "invoice",
  "performance-report",
  "contract",
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The prompts that an investor can get. */
export const PROMPT_KINDS = [
  "contract",
  "consents",
  "verify-identity",
  "start-invest",
  "bank",
  "pin",
] as const;
export type PromptKind = (typeof PROMPT_KINDS)[number];

/** The answers to a prompt. `begun`: the user followed its link. `never`: do not show it again. */
export const PROMPT_ANSWERS = ["begun", "later", "never"] as const;
export type PromptAnswer = (typeof PROMPT_ANSWERS)[number];

declare module "../db/database.ts" {
  interface Database {
    e_stamps: { document_id: string; number: string; issued_on: string; document_sha256: string };
    prompt_answers: {
      person_id: string;
      prompt: PromptKind;
      answer: PromptAnswer;
      at: Date;
      quiet_until: Date | null;
      asked_in: string;
    };
    client_summaries: {
      person_id: string;
      day: string;
      value: string;
      principal: string;
      total_profit: string;
      made_at: Date;
    };
    saved_strategies: { person_id: string; strategy: string; saved_at: Date };
    letters_read: { person_id: string; until: Date };
    declined_letters: { person_id: string; kind: OptionalKind; declined_at: Date };
    account_documents: {
      id: string;
      person_id: string;
      kind: DocumentKind;
      format: "pdf" | "csv";
      language: Language;
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
