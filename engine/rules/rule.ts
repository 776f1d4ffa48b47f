import type { Json, JsonObject } from "../values/json.ts";
import type { FindingMessage } from "./message.ts";

/** A JSON-logic expression; `docs/flow-format.md` lists the operators. */
export type Logic = Json;

/** A dotted place: `answers.<step>.<field>`, `facts.<fact>.<name>`, `derived.<name>`, `effects.<step>.<output>`, `flags.<flag>`. */
export type Path = string;

/** What a rule reads, by the first word of its paths. A name that is absent is missing, not zero. */
export type Scope = {
  readonly answers: JsonObject;
  readonly facts: JsonObject;
  readonly derived: JsonObject;
  readonly effects: JsonObject;
  readonly flags: { readonly [flag: string]: boolean };
};

/** What a rule does where something it needs is missing. */
export type OnMissing = "refuse" | "allow" | "ask";

/** One named condition of a rule: all of a rule's clauses must hold. */
export type Clause = {
  readonly id: string;
  readonly logic: Logic;
  /** Message key of the sentence that a refused person reads. */
  readonly reason: string;
  /** The place that mends it: an answer's path, or `flow:<id>`, or `none`. */
  readonly mend: Path;
};

/** One example that a rule must answer as stated; compliance reads these. */
export type RuleCase = {
  readonly why: string;
  readonly given: JsonObject;
  /** `true`, `false` or `"unknown"` for a `must` rule; the value (or `"unknown"`) for a `value` rule. */
  readonly expect: Json;
};

type RuleHead = {
  readonly id: string;
  /** Message key. */
  readonly title: string;
  readonly source: string;
  readonly owner: string;
  /** Local date from which the rule holds. */
  readonly from: string;
  readonly onMissing: OnMissing;
  /**
   * The fact of which this is no condition but a promise: its provider never answers anything that a clause refuses.
   * Proofs assume it, and the server holds each answer against it.
   */
  readonly assumes?: string;
  readonly cases: readonly RuleCase[];
};

/** A rule file as it lies in `flows/<flow>/rules/<id>.json`, `flows/shared/rules/<id>.json` or, an assumption, `flows/shared/assumptions/<id>.json`. */
export type RuleFile = RuleHead &
  (
    | { readonly must: readonly Clause[]; readonly value?: never }
    | { readonly value: { readonly type: JsonObject; readonly logic: Logic }; readonly must?: never }
  );

/** A clause that does not hold, or of which it is not known whether it holds. */
export type FailedClause = {
  readonly id: string;
  readonly reason: string;
  readonly mend: Path;
  /** Places that are missing, where that is why. */
  readonly missing: readonly Path[];
};

/** What a `must` rule says; `onMissing` is applied by the flow that uses the rule, not here. */
export type RuleOutcome =
  | { readonly kind: "holds" }
  | { readonly kind: "fails"; readonly clauses: readonly FailedClause[] }
  | {
      readonly kind: "unknown";
      readonly clauses: readonly FailedClause[];
      readonly missing: readonly Path[];
    };

/** What a condition (a `when`) or the logic of a clause says. */
export type Truth = true | false | "unknown";

/** A finding by what and where it is. */
export type Cause = Pick<Finding, "code" | "file" | "pointer">;

/** A configuration error: where it is, what is wrong, how to mend it. */
export type Finding = {
  /** File below the definitions' root, such as `flows/invest/flow.json`. */
  readonly file: string;
  /** JSON pointer inside the file. */
  readonly pointer: string;
  /** Stable code, such as `unknown-operator`. */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** What is wrong and how to mend it, in no language yet. */
  readonly says: FindingMessage;
  /** Answers and facts that show the fault, where there are any. */
  readonly witness?: JsonObject;
  /** The finding that causes it, where that is known: mending that one mends this one. */
  readonly because?: Cause;
};
