import type { Json } from "../values/json.ts";

/** Files as they are written: path below the definitions' root (`flows/invest/flow.json`) to text. Order is meaning. */
export type Draft = { readonly [file: string]: string };

/** A sentence in both languages. `null` takes it away; a language that is left out stays as it is. */
export type Both = { readonly th?: string | null; readonly en?: string | null };

/** Something in a file, which still says what was taken away or changed elsewhere. */
export type Left = {
  readonly file: string;
  readonly pointer: string;
  /** `reads`: reads a place that is gone. `number`: a text that still says the old number. */
  readonly why: "reads" | "number";
  /** The place that it reads, or the number that it says. */
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
  /** What was looked for, or what is in the way. */
  readonly what: string;
};

/** A question as a form's file has it: its schema there. */
export type FieldSchema = { readonly [keyword: string]: Json };
