import type { FieldCondition } from "../flow/form-schema.ts";
import type { Logic } from "../rules/rule.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { Both, FieldSchema } from "./draft.ts";

type Of<Op extends string, Args> = { readonly op: Op; readonly args: Readonly<Args> };

/**
 * A step, or the step's form. If the step uses a common form, the edit applies to every step that uses that
 * form.
 */
type AtStep = { flow: string; step: string };
type AtField = AtStep & {
  /** Name of the question: `group.field` inside a group, `list.items.field` inside a list. */
  field: string;
};
/** A rule, identified by the path of its file. */
type AtRule = { rule: string };
/**
 * The location of a condition. The condition is one of these: a clause of a rule (by its id), the value of a
 * rule (`null`), the `next` entry of a step with the index `next`, or the visibility condition of the portal
 * entry `entry` of a flow.
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

/** The fields of a rule other than its clauses. */
export type RuleHead = {
  readonly title?: string;
  readonly source?: string;
  readonly owner?: string;
  readonly from?: string;
  readonly onMissing?: "refuse" | "allow" | "ask";
};

/** Every possible change of a draft. The list is closed, so that each change can be described and undone. */
export type Operation =
  // Operations on texts.
  | Of<"set-text", { key: string } & Both>
  // Operations on questions.
  | Of<
      "add-question",
      AtField & {
        schema: FieldSchema;
        required: boolean;
        /** Question before which the new one is inserted. If omitted, the new question is the last. */
        before?: string;
        hints?: JsonObject;
        texts?: FieldTexts;
      }
    >
  | Of<"move-question", AtField & { before: string | null }>
  | Of<
      "remove-question",
      AtField & {
        /** Also removes what depends on the question, where no person must decide. */
        withReaders?: boolean;
      }
    >
  | Of<"set-required", AtField & { required: boolean }>
  /**
   * Asks a question only under one of these conditions. A condition names other questions of the same form,
   * each with the answers of which it has one. Without conditions the question is always asked.
   */
  | Of<"set-asked-when", AtField & { when: readonly FieldCondition[] }>
  | Of<"set-options", AtField & { options: readonly Choice[] }>
  /** Replaces the schema of a question. Its place, texts and conditions stay. */
  | Of<"set-schema", AtField & { schema: FieldSchema }>
  /** Sets a bound or another keyword of a question's schema; `null` removes the keyword. */
  | Of<"set-keyword", AtField & { keyword: string; value: Json }>
  /** Sets the widget of a question and the widget's hints; `null` lets the page choose the widget. */
  | Of<"set-widget", AtField & { hints: JsonObject | null }>
  // Operations on steps.
  | Of<
      "add-step",
      AtStep & {
        /**
         * Content of the step, as in the flow file. If the content has no `next`, the step leads to the old
         * target of `after`.
         */
        content: JsonObject;
        /**
         * Step whose entry with index `next` leads to the new step. If `next` is omitted, the last entry of
         * that step leads to the new step.
         */
        after?: string;
        next?: number;
        /** Schema of the new step's form, if the step has a form. */
        schema?: JsonObject;
        texts?: { readonly [part: string]: Both };
      }
    >
  | Of<"set-next", AtStep & { next: readonly JsonObject[] }>
  /** Changes the step to which one `next` entry of a step leads. `next` is the index of the entry. */
  | Of<"connect-step", AtStep & { next: number; to: string }>
  /** Removes a step. Every entry that led to the step now leads to its successor. */
  | Of<"remove-step", AtStep>
  /**
   * Moves a step directly after another step. The other step's entry with index `next` then leads to the
   * moved step (the last entry if `next` is omitted).
   */
  | Of<"move-step", AtStep & { after: string; next?: number }>
  // Operations on ids that were never published.
  | Of<"rename-step", AtStep & { to: string }>
  | Of<"rename-question", AtField & { to: string }>
  | Of<"rename-clause", AtRule & { clause: string; to: string }>
  // Operations on rules.
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
   * Replaces a block of a condition. `at` is the JSON pointer of the block inside the logic; `""` is the
   * whole condition.
   */
  | Of<"set-block", { place: ConditionPlace; at: string; logic: Logic }>
  /** Joins the block at `at` with another condition, by `and` unless `joined` is `or`. */
  | Of<"add-condition", { place: ConditionPlace; at?: string; logic: Logic; joined?: "and" | "or" }>
  /** Removes a block. If one operand of an `and` or `or` remains, the operand replaces it. */
  | Of<"remove-block", { place: ConditionPlace; at: string }>
  /**
   * Changes a threshold. Also changes values in the rule's cases that were near the old threshold, and
   * reports the texts that contain the old number.
   */
  | Of<"set-threshold", { place: ConditionPlace; at: string; to: Json }>
  | Of<"set-case", AtRule & { index: number; content: JsonObject }>
  | Of<"add-case", AtRule & { content: JsonObject }>
  | Of<"remove-case", AtRule & { index: number }>
  // Operations on closed lists of choices, and on switches.
  | Of<"add-member", { list: string; before?: string } & Choice>
  | Of<"remove-member", { list: string; value: string }>
  | Of<"move-member", { list: string; value: string; before: string | null }>
  | Of<"set-switch", { environment: string; switch: string; content: JsonObject | null }>
  // Operations on any other value of a file (checked by the file's schema), and on whole files.
  | Of<"set-value", { file: string; pointer: string; value: Json; before?: string }>
  | Of<"remove-value", { file: string; pointer: string }>
  | Of<"move-value", { file: string; pointer: string; before: string | null }>
  | Of<"set-file", { file: string; text: string | null }>
  /** Writes bytes back. Every operation returns a `restore` as its inverse. */
  | Of<"restore", { pieces: readonly Piece[] }>;

/** A changed piece of a file's text. `null` means that the file does not exist before or after the change. */
export type Piece = {
  readonly file: string;
  readonly at: number;
  /** Checksum of the whole text that the piece applies to. For any other text the piece is rejected. */
  readonly was: string;
  readonly removed: string | null;
  readonly put: string | null;
};

export type OperationName = Operation["op"];
