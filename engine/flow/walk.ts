import type { FailedClause, Path } from "../rules/rule.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { AnswerField } from "./deciding-answers.ts";

/** One thing wrong with one field, or with the whole answer (`pointer` is then empty). */
export type FieldError = {
  /** JSON pointer inside the answer, such as `/nationalId`. */
  readonly pointer: string;
  /** Error code: an ajv keyword or format (`required`, `minimum`, `thai-id`), a clause (`minimum.first`), or an effect's code. */
  readonly code: string;
  /** Message key that must be used, where the code's own place is not the one (a clause's reason). */
  readonly message?: string;
  /** The step whose error put this answer in doubt; its words may stand there. */
  readonly by?: string;
  readonly params: JsonObject;
};

/** Where the person is. */
export type Position =
  | { readonly kind: "form"; readonly step: string; readonly errors: readonly FieldError[] }
  | {
      readonly kind: "review";
      readonly step: string;
      readonly values: { readonly [path: string]: Json };
      /** Confirmed before, with other values. */
      readonly changed: boolean;
      /** Why it must be confirmed again though nothing changed, such as a code that was tried too often. */
      readonly errors: readonly FieldError[];
    }
  | { readonly kind: "challenge"; readonly step: string; readonly values: { readonly [path: string]: Json } }
  /** `ask`: its own form is due, or a rule stands against it (`errors`). `due`: the server may run it now. `running`: it waits for its retry. */
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
      /** Answers that decided it and may still be changed; a `stopped` end is not final while there are any. */
      readonly mayChange: readonly AnswerField[];
      readonly final: boolean;
    }
  /** A fact must be resolved before the walk can go on. */
  | {
      readonly kind: "needs";
      readonly step: string;
      readonly facts: readonly { readonly fact: string; readonly args: JsonObject }[];
    };

/** A step the walk passed. A frozen one cannot be changed any more. */
export type Passed = { readonly step: string; readonly to: string; readonly frozen: boolean };

/** What a walk found: the trail, the position, and the values as rules saw them. */
export type Walk = {
  readonly trail: readonly Passed[];
  readonly at: Position;
  /** Answers on the path, pruned; answers off the path are not here. */
  readonly answers: JsonObject;
  readonly derived: JsonObject;
  readonly effects: JsonObject;
  /** Clauses under `ask` or a check that keep the person where they are. */
  readonly blocking: readonly FailedClause[];
  /** Reads the value at a path as rules would; `undefined` where it is missing. */
  readonly read: (path: Path) => Json | undefined;
};
