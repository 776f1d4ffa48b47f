import type { Json, JsonObject } from "../values/json.ts";
import type { FindingMessage } from "./message.ts";

/** A JSON-logic expression; `docs/flow-format.md` lists the operators. */
export type Logic = Json;

/**
 * A data path, with dots between its names: `answers.<step>.<field>`, `facts.<fact>.<name>`,
 * `derived.<name>`, `effects.<step>.<output>`, `flags.<flag>`.
 */
export type Path = string;

/**
 * The values that a rule can read, by the first word of the data path. A name that is absent counts as
 * missing, not as zero.
 */
export type Scope = {
  readonly answers: JsonObject;
  readonly facts: JsonObject;
  readonly derived: JsonObject;
  readonly effects: JsonObject;
  readonly flags: { readonly [flag: string]: boolean };
};

/** What a flow does with a rule for which a needed value is missing. */
export type OnMissing = "refuse" | "allow" | "ask";

/** One named condition of a rule. All clauses of the rule must hold. */
export type Clause = {
  readonly id: string;
  readonly logic: Logic;
  /** Message key of the sentence that a rejected person reads. */
  readonly reason: string;
  /**
   * Where the person can correct a failure of the clause: the data path of an answer, `flow:<id>`, or `none`.
   */
  readonly mend: Path;
};

/** An example, with the result that the rule must give. Compliance staff read the examples. */
export type RuleCase = {
  readonly why: string;
  readonly given: JsonObject;
  /**
   * Expected result. For a `must` rule: `true`, `false` or `"unknown"`. For a `value` rule: the value or
   * `"unknown"`.
   */
  readonly expect: Json;
};

type RuleHead = {
  readonly id: string;
  /** Message key of the rule's title. */
  readonly title: string;
  readonly source: string;
  readonly owner: string;
  /** First local date on which the rule applies. */
  readonly from: string;
  readonly onMissing: OnMissing;
  /**
   * Fact about whose values the rule makes a promise. The fact's provider never returns a value that fails a
   * clause of the rule. Proofs rely on this promise, and the server checks each value.
   */
  readonly assumes?: string;
  readonly cases: readonly RuleCase[];
};

/**
 * The content of a rule file: `flows/<flow>/rules/<id>.json`, `flows/shared/rules/<id>.json` or, for an
 * assumption, `flows/shared/assumptions/<id>.json`.
 */
export type RuleFile = RuleHead &
  (
    | { readonly must: readonly Clause[]; readonly value?: never }
    | { readonly value: { readonly type: JsonObject; readonly logic: Logic }; readonly must?: never }
  );

/** A clause that fails or is unknown. */
export type FailedClause = {
  readonly id: string;
  readonly reason: string;
  readonly mend: Path;
  /** Missing data paths that make the clause unknown. */
  readonly missing: readonly Path[];
};

/** The result of a `must` rule. The flow that uses the rule then applies `onMissing`. */
export type RuleOutcome =
  | { readonly kind: "holds" }
  | { readonly kind: "fails"; readonly clauses: readonly FailedClause[] }
  | {
      readonly kind: "unknown";
      readonly clauses: readonly FailedClause[];
      readonly missing: readonly Path[];
    };

/** The result of a condition (a `when`) or of a clause. */
export type Truth = true | false | "unknown";

/** Identifies the finding that causes another one, by code and position. */
export type Cause = Pick<Finding, "code" | "file" | "pointer">;

/** A configuration error: where it is, what is wrong, and how to fix it. */
export type Finding = {
  /** File below the definitions' root, such as `flows/invest/flow.json`. */
  readonly file: string;
  /** JSON pointer inside the file. */
  readonly pointer: string;
  /** Stable code, such as `unknown-operator`. */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** Message that says what is wrong and how to correct it. */
  readonly says: FindingMessage;
  /** Answers and facts that demonstrate the fault, if known. */
  readonly witness?: JsonObject;
  /**
   * Another finding that causes this one, if known. Once the other finding is corrected, this one disappears.
   */
  readonly because?: Cause;
};
