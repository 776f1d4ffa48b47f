import type { Json } from "../values/json.ts";

/**
 * The files of a draft. Maps the path below the definitions' root (`flows/invest/flow.json`) to the file's
 * text. The order of the files is significant.
 */
export type Draft = { readonly [file: string]: string };

/** A sentence in both languages. `null` removes it; an omitted language is unchanged. */
export type Both = { readonly th?: string | null; readonly en?: string | null };

/** A location in a file that still refers to something removed or changed. */
export type Left = {
  readonly file: string;
  readonly pointer: string;
  /**
   * Why the location is listed. `reads`: the location reads a data path that no longer exists. `number`: the
   * text at the location still contains the old number.
   */
  readonly why: "reads" | "number";
  /** Data path that the location reads, or the number that it contains. */
  readonly what: string;
};

/** The reason why an operation was refused. */
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
  /** Value that was not found, or that prevents the operation. */
  readonly what: string;
};

/** The schema of one question, as a form's file contains it. */
export type FieldSchema = { readonly [keyword: string]: Json };
