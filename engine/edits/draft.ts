import type { Json } from "../values/json.ts";

/**
 * The files of a draft: path below the definitions' root (`flows/invest/flow.json`) to text. The order is
 * significant.
 */
export type Draft = { readonly [file: string]: string };

/** A sentence in both languages. `null` removes it; an omitted language is unchanged. */
export type Both = { readonly th?: string | null; readonly en?: string | null };

/** A place in a file that still refers to something removed or changed. */
export type Left = {
  readonly file: string;
  readonly pointer: string;
  /** `reads`: it reads a place that no longer exists. `number`: a text still contains the old number. */
  readonly why: "reads" | "number";
  /** The place that it reads, or the number that it contains. */
  readonly what: string;
};

/** Why an operation was refused. */
export type EditFault = {
  readonly code:
    | "edit-not-json"
    | "edit-nothing-there"
    | "edit-already-there"
    | "edit-bad-name"
    | "edit-published"
    | "edit-not-possible"
    | "edit-moved-on"
    | "edit-bad-operation";
  readonly file: string;
  readonly pointer: string;
  /** The value that was not found, or that prevents the operation. */
  readonly what: string;
};

/** The schema of a question in a form's file. */
export type FieldSchema = { readonly [keyword: string]: Json };
