import type { Definition } from "../../engine/flow/definition.ts";
import type { RuleCase } from "../../engine/rules/rule.ts";
import type { Shown } from "../../engine/verify/coverage/index.ts";
import type { SpokenFinding, Words } from "../../engine/verify/words/index.ts";
import type { Differences, Introduced } from "../differences/index.ts";
import type { Files } from "../sources/index.ts";
import type { OracleCheck } from "./oracle-check.ts";
import type { Holding } from "./required-rules.ts";
import type { TitlesBeside } from "./title-taken.ts";

/** The case coverage of a changed rule, with the missing cases. */
export type RuleCoverage = {
  readonly rule: string;
  /** Share of the rule's possible outcomes that have a case: 0 to 1, four decimals. */
  readonly share: number;
  readonly conditions: Counted;
  readonly thresholds: Counted;
  readonly missing: readonly RuleCase[];
};
export type Counted = { readonly [what in Shown]: number };

/**
 * The gate's result for a version. The result is the same whenever the files and the previous version's files
 * are the same.
 */
export type Judged = {
  /** SHA-256 of each file (`hashesOf`). */
  readonly files: { readonly [path: string]: string };
  /** Hash of the definition, which identifies the version. */
  readonly hash: string;
  /** SHA-256 of the module that this edition of the compiler generates for browsers. */
  readonly module: string;
  readonly compiler: string;
  /** Edition of the engine and the gate. */
  readonly engine: string;
  /** Findings of the gate. They are only warnings, because an error rejects the version. */
  readonly findings: readonly SpokenFinding[];
  /**
   * Invariants proved for all people. A version is rejected if an invariant is violated or cannot be decided.
   */
  readonly invariants: readonly { readonly before: string; readonly rule: string }[];
  /** Assumptions on which the proofs rely. The providers of facts promise them. */
  readonly assumptions: readonly Assumed[];
  /** Differences from the previous version; `null` if there was none. */
  readonly differences: Differences | null;
  /** Description of what a completely new flow does; `null` for other versions. */
  readonly introduced: Introduced | null;
  readonly coverage: readonly RuleCoverage[];
  readonly oracle: readonly OracleCheck[];
};

/** An assumption as text, with the fact, its source, and the provider's promise. */
export type Assumed = {
  readonly rule: string;
  readonly about: string;
  readonly title: Words;
  readonly source: string;
  readonly says: readonly Words[];
};

/** The input of the gate. It is plain data, so that the gate can run in a thread. */
export type GateInput = {
  readonly flow: string;
  readonly files: Files;
  /** Files of the published version; `null` if there is none. */
  readonly before: Files | null;
  /** Files that all flows share, as in the release. Given only for a new flow. */
  readonly base?: Files;
  /**
   * Whether a person wrote the files on the basis of `before`. If so, schemas of effects, events and facts
   * must not change, because only a release changes them.
   */
  readonly keepsOffers: boolean;
  /** Names of the published flows, which links may refer to. */
  readonly flows: readonly string[];
  /** Addresses of other published flows. */
  readonly taken?: { readonly [address: string]: string };
  /** Titles of other published flows. */
  readonly titles?: TitlesBeside;
  /** Effects and rules of other published flows. Read only for a new flow. */
  readonly beside?: readonly Holding[];
  /** Business day on which the version is judged, `YYYY-MM-DD`. */
  readonly today: string;
  /** Edition of the compiler. */
  readonly edition: string;
};

/** A version that can be published. */
export type Passed = {
  readonly kind: "passed";
  readonly definition: Definition;
  readonly judged: Judged;
  readonly module: string;
};
