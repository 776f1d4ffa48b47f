import type { Logic } from "../rules/rule.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { Both, FieldSchema } from "./draft.ts";

type Of<Op extends string, Args> = { readonly op: Op; readonly args: Readonly<Args> };

/**
 * A step, or its form. If the step uses a common form, the edit applies to every step that uses that form.
 */
type AtStep = { flow: string; step: string };
type AtField = AtStep & {
  /** Name of the question: `group.field` inside a group, `list.items.field` inside a list. */
  field: string;
};
/** A rule, by the path of its file. */
type AtRule = { rule: string };
/**
 * One of these conditions: a clause of a rule (by id), the value of a rule (`null`), entry `next` of a step,
 * or entry `entry` of a flow (whether it is visible).
 */
export type ConditionPlace =
  | { readonly rule: string; readonly clause: string | null }
  | { readonly flow: string; readonly step: string; readonly next: number }
  | { readonly flow: string; readonly entry: number };

/** One option of a question. The value of a numeric option is its score. */
export type Choice = { readonly value: string | number } & Both;

/** Texts of a question. */
export type FieldTexts = {
  readonly label?: Both;
  readonly hint?: Both;
  readonly options?: { readonly [value: string]: Both };
  readonly errors?: { readonly [code: string]: Both };
};

/** The fields of a rule outside its clauses. */
export type RuleHead = {
  readonly title?: string;
  readonly source?: string;
  readonly owner?: string;
  readonly from?: string;
  readonly onMissing?: "refuse" | "allow" | "ask";
};

/** Every way to change a draft. The list is closed, so that each change can be described and undone. */
export type Operation =
  // Texts
  | Of<"set-text", { key: string } & Both>
  // Questions
  | Of<
      "add-question",
      AtField & {
        schema: FieldSchema;
        required: boolean;
        /** The question to insert before; without it, the new question is the last. */
        before?: string;
        hints?: JsonObject;
        texts?: FieldTexts;
      }
    >
  | Of<"move-question", AtField & { before: string | null }>
  | Of<"remove-question", AtField>
  | Of<"set-required", AtField & { required: boolean }>
  /** Asks a question only if another question of the same form has one of these values; `null`: always. */
  | Of<"set-asked-when", AtField & { when: { readonly field: string; readonly is: readonly Json[] } | null }>
  | Of<"set-options", AtField & { options: readonly Choice[] }>
  /** A bound or another keyword of a question's schema; `null` removes it. */
  | Of<"set-keyword", AtField & { keyword: string; value: Json }>
  /** The widget with its hints; `null` lets the page choose. */
  | Of<"set-widget", AtField & { hints: JsonObject | null }>
  // Steps
  | Of<
      "add-step",
      AtStep & {
        /** The step as in the flow file. Without `next`, it leads to the old target of `after`. */
        content: JsonObject;
        /** Entry `next` of this step leads to the new one. Without `next`, its last entry does. */
        after?: string;
        next?: number;
        /** The schema of the new step's own form, if it has one. */
        schema?: JsonObject;
        texts?: { readonly [part: string]: Both };
      }
    >
  | Of<"set-next", AtStep & { next: readonly JsonObject[] }>
  /** Changes the target of entry `next` of a step. */
  | Of<"connect-step", AtStep & { next: number; to: string }>
  /** Every entry that led to the step leads to its successor. */
  | Of<"remove-step", AtStep>
  /** Moves a step to the place after another one, at its entry `next` (the last if omitted). */
  | Of<"move-step", AtStep & { after: string; next?: number }>
  // Ids, if they were never published
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
  /**
   * Replaces a block of a condition. `at` is its JSON pointer inside the logic; `""` is the whole condition.
   */
  | Of<"set-block", { place: ConditionPlace; at: string; logic: Logic }>
  /** Joins the block at `at` with this condition; by default both must hold. */
  | Of<"add-condition", { place: ConditionPlace; at?: string; logic: Logic; joined?: "and" | "or" }>
  /** Removes a block. An `and` or `or` with one remaining operand is replaced by it. */
  | Of<"remove-block", { place: ConditionPlace; at: string }>
  /** Changes a threshold. Cases at the old value move with it, and texts that contain it are reported. */
  | Of<"set-threshold", { place: ConditionPlace; at: string; to: Json }>
  | Of<"set-case", AtRule & { index: number; content: JsonObject }>
  | Of<"add-case", AtRule & { content: JsonObject }>
  | Of<"remove-case", AtRule & { index: number }>
  // Closed lists of choices, and switches
  | Of<"add-member", { list: string; before?: string } & Choice>
  | Of<"remove-member", { list: string; value: string }>
  | Of<"move-member", { list: string; value: string; before: string | null }>
  | Of<"set-switch", { environment: string; switch: string; content: JsonObject | null }>
  // Any other value of a file, edited by the file's schema; and whole files
  | Of<"set-value", { file: string; pointer: string; value: Json; before?: string }>
  | Of<"remove-value", { file: string; pointer: string }>
  | Of<"move-value", { file: string; pointer: string; before: string | null }>
  | Of<"set-file", { file: string; text: string | null }>
  /** Writes bytes back. Every operation returns one as its inverse. */
  | Of<"restore", { pieces: readonly Piece[] }>;

/** A changed piece of a file's text. `null`: the file did not exist, or no longer exists. */
export type Piece = {
  readonly file: string;
  readonly at: number;
  /** A checksum of the whole text that the piece applies to. The piece is rejected for any other text. */
  readonly was: string;
  readonly removed: string | null;
  readonly put: string | null;
};

export type OperationName = Operation["op"];
