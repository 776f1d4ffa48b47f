import type { ColumnType, Generated } from "kysely";
import type { Language, Words } from "../../engine/values/languages.ts";

type Instant = ColumnType<Date, Date, Date>;
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** The desk at which a case is. */
export type Desk = "support" | "compliance" | "finance" | "operations";

/**
 * The state of a case: at the desk, waiting for the customer, waiting for a second approval, answered, or
 * closed.
 */
export type CaseState = "open" | "asked" | "proposed" | "answered" | "closed";

/** The result of a case: granted or refused by decision, answered by letter, or done. */
export type Outcome = "granted" | "refused" | "answered" | "done";

/**
 * How the desk answers. DECISION: it decides and writes. LETTER: it only writes. NOTE: it notes the result
 * for colleagues.
 */
export type AnswerKind = "DECISION" | "LETTER" | "NOTE";

/** Kinds of timeline entries. */
export type EntryKind =
  | "opened"
  | "taken"
  | "acknowledged"
  | "handed-on"
  | "noted"
  | "asked"
  | "replied"
  | "taken-up"
  | "proposed"
  | "sent-back"
  | "answered"
  | "reopened"
  | "objected"
  | "closed";

declare module "../db/database.ts" {
  interface Database {
    cases: {
      readonly id: string;
      readonly reference: string;
      readonly person_id: string | null;
      readonly flow: string;
      readonly version: string;
      readonly step: string;
      readonly record: string;
      readonly topic: string;
      readonly topic_th: string;
      readonly topic_en: string;
      readonly desk: Desk;
      readonly deciders: number;
      readonly days: number;
      readonly counting: "BUSINESS" | "CALENDAR";
      readonly answer: AnswerKind;
      readonly language: Language;
      readonly state: CaseState;
      readonly opened_at: Instant;
      readonly due_on: string;
      readonly acknowledge_by: string | null;
      readonly acknowledged_at: MaybeInstant;
      readonly acknowledged_by: Generated<string | null>;
      readonly promised_on: ColumnType<string, never, never>;
      readonly owner: Generated<string | null>;
      readonly locked_key: Buffer;
      readonly sealed: Buffer;
      readonly checklist: ColumnType<readonly Words[], string, never>;
      readonly outcome: Generated<Outcome | null>;
      readonly proposed_by: Generated<string | null>;
      readonly answered_by: Generated<string | null>;
      readonly answered_at: MaybeInstant;
      readonly closed_at: MaybeInstant;
      readonly reply_hash: Generated<Buffer | null>;
      readonly told_on: Generated<string | null>;
      readonly follows: Generated<string | null>;
      readonly keep_years: number;
      /**
       * Account that the case is about, if the account was found by its e-mail address; `null` for other
       * cases.
       */
      readonly about: Generated<string | null>;
      /** Person who was logged in when a case with `about` was sent; `null` if none. */
      readonly asked_by: Generated<string | null>;
      /** Time at which the owner of the account objected; `null` if not. */
      readonly objected_at: MaybeInstant;
      readonly instance: string | null;
      readonly repeats: string | null;
    };
    case_entries: {
      readonly seq: Generated<number>;
      readonly case_id: string;
      readonly at: Instant;
      readonly kind: EntryKind;
      readonly by_person: string | null;
      readonly shown: boolean;
      readonly sealed: Buffer | null;
      readonly to_desk: Desk | null;
      readonly to_person: string | null;
    };
    case_contacts: { readonly case_id: string; readonly hash: Buffer };
    case_days: { readonly key: Buffer; readonly day: string; readonly requests: number };
    case_files: { readonly case_id: string; readonly file_id: string; readonly entry: number | null };
    case_lacks: {
      readonly case_id: string;
      readonly item: number;
      readonly by_person: string;
      readonly at: Instant;
      readonly sealed: Buffer;
    };
    case_ticks: {
      readonly case_id: string;
      readonly item: number;
      readonly by_person: string;
      readonly at: Instant;
    };
  }
}
