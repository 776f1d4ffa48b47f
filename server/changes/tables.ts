import type { ColumnType, Generated } from "kysely";
import type { Json, JsonObject } from "../../engine/values/json.ts";

/** What a change does to one flow. */
export type Part = {
  /** The version that it was written on; `null` of a flow that nobody has yet. */
  readonly base: string | null;
  /** Changed files as they are written, whole; `null` where one is gone. */
  readonly files: { readonly [path: string]: string | null };
  /** What leads back, the last at the end; what leads forth again. The studio's own, and read by nobody else. */
  readonly done: readonly JsonObject[];
  readonly undone: readonly JsonObject[];
};

/** When an approved change is to be published. */
export type Schedule = {
  readonly at: string;
  /** Who approved it so, with their reason and the evidence that they looked at, by version. */
  readonly by: string;
  readonly note: string;
  readonly evidence: { readonly [version: string]: string };
  /** Why it was not published then: the code of what had changed; `null` while it may be. */
  readonly stopped: string | null;
};

/** What a change does, by flow. */
export type Parts = { readonly [flow: string]: Part };

declare module "../db/database.ts" {
  interface Database {
    changes: {
      readonly id: string;
      readonly title: string;
      readonly author: string;
      readonly owner: string;
      /** Everybody who wrote any of it. */
      readonly writers: readonly string[];
      readonly state: "open" | "handed-in" | "withdrawn";
      readonly revision: number;
      readonly parts: ColumnType<Parts, string, string>;
      readonly reason: string | null;
      readonly versions: Generated<readonly string[]>;
      readonly schedule: ColumnType<Schedule | null, string | null, string | null>;
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

/** A file's text as what it says; `undefined` where it is no JSON. */
export function writtenValue(text: string | null): Json | undefined {
  if (text === null) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
