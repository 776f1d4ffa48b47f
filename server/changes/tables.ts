import type { ColumnType, Generated } from "kysely";
import type { Json, JsonObject } from "../../engine/values/json.ts";

/** The part of a change that concerns one flow. */
export type Part = {
  /** Version on which the part is based; `null` for a new flow. */
  readonly base: string | null;
  /** Changed files as full text; `null` if deleted. */
  readonly files: { readonly [path: string]: string | null };
  /** Undo steps, the latest one last, and redo steps. Only the studio reads them. */
  readonly done: readonly JsonObject[];
  readonly undone: readonly JsonObject[];
};

/** The scheduled publication of an approved change. */
export type Schedule = {
  readonly at: string;
  /** Identifier of the approver. */
  readonly by: string;
  readonly note: string;
  readonly evidence: { readonly [version: string]: string };
  /** Code of the reason why the change was not published; `null` otherwise. */
  readonly stopped: string | null;
};

/** The last time a colleague took over the change, with the reason, which the previous writer reads. */
export type Taken = {
  readonly by: string;
  readonly from: string;
  readonly at: string;
  readonly reason: string;
};

/** The parts of a change, by flow. */
export type Parts = { readonly [flow: string]: Part };

declare module "../db/database.ts" {
  interface Database {
    changes: {
      readonly id: string;
      readonly title: string;
      readonly author: string;
      readonly owner: string;
      /** All people who wrote a part of the change. */
      readonly writers: readonly string[];
      readonly state: "open" | "handed-in" | "withdrawn";
      readonly revision: number;
      readonly parts: ColumnType<Parts, string, string>;
      readonly reason: string | null;
      readonly versions: Generated<readonly string[]>;
      readonly schedule: ColumnType<Schedule | null, string | null, string | null>;
      readonly taken: ColumnType<Taken | null, string | null, string | null>;
      readonly begun_at: Date;
      readonly saved_at: Date;
    };
    change_comments: {
      readonly seq: Generated<number>;
      readonly change_id: string;
      readonly by_person: string;
      readonly at: Date;
      readonly text: string;
    };
  }
}

/** Parses a file's text; `undefined` if it is not valid JSON. */
export function writtenValue(text: string | null): Json | undefined {
  if (text === null) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
