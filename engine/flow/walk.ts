import type { FailedClause, Path } from "../rules/rule.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { AnswerField } from "./deciding-answers.ts";

/** An error of one field, or of the whole answer (`pointer` is then empty). */
export type FieldError = {
  /** JSON pointer inside the answer, such as `/nationalId`. */
  readonly pointer: string;
  /**
   * Error code: an ajv keyword or format (`required`, `minimum`, `thai-id`), a clause (`minimum.first`), or
   * an effect's code.
   */
  readonly code: string;
  /**
   * Message key of the error's text. If omitted, the key follows from the code. An example is a clause's
   * reason.
   */
  readonly message?: string;
  /** Step whose error made the person answer again. The error's text can be among the texts of that step. */
  readonly by?: string;
  readonly params: JsonObject;
};

export type Position =
  | { readonly kind: "form"; readonly step: string; readonly errors: readonly FieldError[] }
  | {
      readonly kind: "review";
      readonly step: string;
      readonly values: { readonly [path: string]: Json };
      /** Whether the values have changed since the person last confirmed them. */
      readonly changed: boolean;
      /** Reasons why the person must confirm again although no value changed, such as an exhausted code. */
      readonly errors: readonly FieldError[];
    }
  | { readonly kind: "challenge"; readonly step: string; readonly values: { readonly [path: string]: Json } }
  /**
   * An effect step. `ask`: the step's form must be filled in, or a rule fails (`errors`). `due`: the server
   * may run the effect now. `running`: the effect waits for its retry.
   */
  | {
      readonly kind: "effect";
      readonly step: string;
      readonly state: "ask" | "due" | "running";
      readonly input: JsonObject;
      readonly errors: readonly FieldError[];
      readonly attempt: number;
    }
  | {
      readonly kind: "wait";
      readonly step: string;
      readonly for: string;
      readonly sinceSeq: number;
      readonly until: string | null;
    }
  | {
      readonly kind: "end";
      readonly step: string;
      readonly outcome: "done" | "stopped" | "provisional";
      readonly reason: string;
      readonly explanation: readonly FailedClause[];
      /**
       * Answers that led to this end and can still be changed. While there are such answers, a `stopped` end
       * is not final.
       */
      readonly mayChange: readonly AnswerField[];
      readonly final: boolean;
    }
  /** A fact must be supplied before the walk can continue. */
  | {
      readonly kind: "needs";
      readonly step: string;
      readonly facts: readonly { readonly fact: string; readonly args: JsonObject }[];
    };

/** A step that the walk passed. The answer of a frozen step can no longer be changed. */
export type Passed = { readonly step: string; readonly to: string; readonly frozen: boolean };

/** The result of a walk: the trail, the position, and the values that rules read. */
export type Walk = {
  readonly trail: readonly Passed[];
  readonly at: Position;
  /** Cleaned answers of the steps on the person's path. Answers of other steps are not included. */
  readonly answers: JsonObject;
  readonly derived: JsonObject;
  readonly effects: JsonObject;
  /** Clauses that stop the person at this step: clauses with `ask`, or clauses of a check. */
  readonly blocking: readonly FailedClause[];
  /** Returns the value at a data path, as rules read it; `undefined` if the value is missing. */
  readonly read: (path: Path) => Json | undefined;
};
