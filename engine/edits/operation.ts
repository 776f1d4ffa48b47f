import type { Logic } from "../rules/rule.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { Both, FieldSchema } from "./draft.ts";

type Of<Op extends string, Args> = { readonly op: Op; readonly args: Readonly<Args> };

/** The form of a step. A step that uses a common form is edited there, for every step that uses it. */
type AtStep = { flow: string; step: string };
type AtField = AtStep & {
  /** Name of the question; of one inside a group `group.field`, inside a list `list.items.field`. */
  field: string;
};
/** A rule by the path of its file. */
type AtRule = { rule: string };
/**
 * A condition: a clause of a rule (its id), the value of a rule (`null`), way on number `next` of a step, or whom place of
 * entry number `entry` of a flow is shown to.
 */
export type ConditionPlace =
  | { readonly rule: string; readonly clause: string | null }
  | { readonly flow: string; readonly step: string; readonly next: number }
  | { readonly flow: string; readonly entry: number };

/** One choice of a question. A choice that is a number is its own score. */
export type Choice = { readonly value: string | number } & Both;

/** Words of a question. */
export type FieldTexts = {
  readonly label?: Both;
  readonly hint?: Both;
  readonly options?: { readonly [value: string]: Both };
  readonly errors?: { readonly [code: string]: Both };
};

/** What a rule says of itself. */
export type RuleHead = {
  readonly title?: string;
  readonly source?: string;
  readonly owner?: string;
  readonly from?: string;
  readonly onMissing?: "refuse" | "allow" | "ask";
};

/** Every way to change a draft; a closed list, so that a change can be told as a story, and undone. */
export type Operation =
  // Texts
  | Of<"set-text", { key: string } & Both>
  // Questions
  | Of<
      "add-question",
      AtField & {
        schema: FieldSchema;
        required: boolean;
        /** The question that it stands before; last without one. */
        before?: string;
        hints?: JsonObject;
        texts?: FieldTexts;
      }
    >
  | Of<"move-question", AtField & { before: string | null }>
  | Of<"remove-question", AtField>
  | Of<"set-required", AtField & { required: boolean }>
  /** Asks a question only where another of the same form has one of these values; `null`: always. */
  | Of<"set-asked-when", AtField & { when: { readonly field: string; readonly is: readonly Json[] } | null }>
  | Of<"set-options", AtField & { options: readonly Choice[] }>
  /** A bound or another keyword of a question's schema; `null` takes it away. */
  | Of<"set-keyword", AtField & { keyword: string; value: Json }>
  /** The widget with its hints; `null` leaves it to the page. */
  | Of<"set-widget", AtField & { hints: JsonObject | null }>
  // Steps
  | Of<
      "add-step",
      AtStep & {
        /** As it stands in the flow file. Without `next` it goes on where `after` went. */
        content: JsonObject;
        /** Entry `next` of this step (its last where none is named) leads to the new one. */
        after?: string;
        next?: number;
        /** Its form, where it has one of its own. */
        schema?: JsonObject;
        texts?: { readonly [part: string]: Both };
      }
    >
  | Of<"set-next", AtStep & { next: readonly JsonObject[] }>
  /** Entry `next` of a step leads elsewhere. */
  | Of<"connect-step", AtStep & { next: number; to: string }>
  /** Whatever led to it leads where it went on to. */
  | Of<"remove-step", AtStep>
  /** Takes a step out of its way and puts it behind another one, on its way on number `next` (the last where none is named). */
  | Of<"move-step", AtStep & { after: string; next?: number }>
  // Ids that were never published
  | Of<"rename-step", AtStep & { to: string }>
  | Of<"rename-question", AtField & { to: string }>
  | Of<"rename-clause", AtRule & { clause: string; to: string }>
  // Rules
  | Of<
      "add-rule",
      AtRule & { content: JsonObject; texts?: { readonly title?: Both; readonly source?: Both } }
    >
  | Of<"remove-rule", AtRule>
  | Of<"set-rule", AtRule & { head: RuleHead }>
  | Of<
      "add-clause",
      AtRule & {
        clause: {
          readonly id: string;
          readonly reason: string;
          readonly mend: string;
          readonly logic: Logic;
        };
        before?: string;
        reason?: Both;
      }
    >
  | Of<"remove-clause", AtRule & { clause: string }>
  | Of<"move-clause", AtRule & { clause: string; before: string | null }>
  | Of<"set-clause", AtRule & { clause: string; reason?: string; mend?: string }>
  /** Replaces a block of a condition; `at` is its JSON pointer inside the logic, `""` the whole. */
  | Of<"set-block", { place: ConditionPlace; at: string; logic: Logic }>
  /** Both must hold: what stands at `at`, and this. */
  | Of<"add-condition", { place: ConditionPlace; at?: string; logic: Logic; joined?: "and" | "or" }>
  /** Takes a block out; an `and` or `or` that is left with one is that one. */
  | Of<"remove-block", { place: ConditionPlace; at: string }>
  /** A number or amount that decides; the cases at the old one move along, and texts that say it are named. */
  | Of<"set-threshold", { place: ConditionPlace; at: string; to: Json }>
  | Of<"set-case", AtRule & { index: number; content: JsonObject }>
  | Of<"add-case", AtRule & { content: JsonObject }>
  | Of<"remove-case", AtRule & { index: number }>
  // Closed lists of choices, and switches
  | Of<"add-member", { list: string; before?: string } & Choice>
  | Of<"remove-member", { list: string; value: string }>
  | Of<"move-member", { list: string; value: string; before: string | null }>
  | Of<"set-switch", { environment: string; switch: string; content: JsonObject | null }>
  // Whatever else a file says, in the form that its shape gives; and whole files
  | Of<"set-value", { file: string; pointer: string; value: Json; before?: string }>
  | Of<"remove-value", { file: string; pointer: string }>
  | Of<"move-value", { file: string; pointer: string; before: string | null }>
  | Of<"set-file", { file: string; text: string | null }>
  /** Writes bytes back; what every operation answers as its inverse. */
  | Of<"restore", { pieces: readonly Piece[] }>;

/** A piece of a file's text: what stood there, what stands there now. `null`: there was, or is, no such file. */
export type Piece = {
  readonly file: string;
  readonly at: number;
  /** A sum of the text that it is put into: into another one it is not put. */
  readonly was: string;
  readonly removed: string | null;
  readonly put: string | null;
};

export type OperationName = Operation["op"];
