import type { ColumnType, GeneratedAlways } from "kysely";
import type { Receipt } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Subject } from "./registry.ts";

/** A column of type jsonb. Queries return it as an object; to write it, pass JSON text. */
type JsonColumn<Value> = ColumnType<Value, string, string>;

export type InstanceTable = {
  id: string;
  flow: string;
  version: string;
  subject: Subject;
  opened_by: Subject;
  again: string | null;
  language: Language;
  preview: ColumnType<boolean, boolean | undefined, boolean>;
  opened_at: Date;
  touched_at: Date;
  closed_at: Date | null;
  /** The key with which the instance's data is sealed. It is itself sealed with the owner's key. */
  locked_key: Buffer;
  /** Number of the instance. A later instance always has a higher number. */
  ordinal: GeneratedAlways<number>;
};

export type AnswerTable = {
  instance: string;
  step: string;
  revision: number;
  sealed: Buffer;
  given_at: Date;
};

export type ReceiptTable = {
  instance: string;
  seq: number;
  step: string;
  kind: Receipt["kind"];
  attempt: number | null;
  succeeded: boolean;
  repeatable: ColumnType<boolean, boolean | undefined, never>;
  at: Date;
  sealed: Buffer;
  version: string;
  flags: JsonColumn<{ readonly [flag: string]: boolean }>;
  sealed_facts: Buffer;
};

export type SubmissionTable = {
  instance: string;
  key: string;
  step: string;
  body_hash: string;
  outcome: JsonColumn<JsonObject>;
  at: Date;
  /** Answer to the submission, stored for a day; `null` for a refusal. */
  sealed_answer: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
};

export type RunTable = {
  instance: string;
  step: string;
  attempt: number;
  key: string;
  sealed: Buffer | null;
  state: "pending" | "done";
  due_at: Date;
  takes: ColumnType<number, number | undefined, number>;
};

export type RecordTable = {
  readonly id: string;
  readonly instance: string;
  readonly step: string;
  readonly flow: string;
  readonly version: string;
  readonly owner: Subject;
  readonly at: Date;
  readonly locked_key: Buffer;
  readonly sealed: Buffer;
};

export type WaitTable = {
  instance: string;
  step: string;
  event: string;
  match: JsonColumn<JsonObject>;
  until: Date | null;
  early: ColumnType<JsonObject | null, string | null, string | null>;
  state: "open" | "done";
};

declare module "../db/database.ts" {
  interface Database {
    flow_instances: InstanceTable;
    flow_answers: AnswerTable;
    flow_receipts: ReceiptTable;
    flow_submissions: SubmissionTable;
    flow_runs: RunTable;
    flow_waits: WaitTable;
    flow_records: RecordTable;
  }
}
