import type { Definition, Sent } from "../../../engine/flow/index.ts";
import type { Type } from "../../../engine/rules/index.ts";
import type { RuleCase } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { Language } from "../../../engine/values/languages.ts";
import type { Atlas } from "../../../engine/verify/paths/index.ts";
import type { CaseWords, RulePage } from "../../../engine/verify/rule-book/index.ts";
import type { SpokenFinding, Words } from "../../../engine/verify/words/index.ts";

/** The files of a flow as texts, by path. */
export type Texts = { readonly [file: string]: string };

/**
 * A question that the page sends to the worker about the files of a flow. A newer question cancels older
 * ones.
 */
export type Question = {
  readonly id: number;
  readonly flow: string;
  /** The page's language, in which findings are worded. */
  readonly language: Language;
  readonly files: Texts;
  /** What to compute in addition to findings: the paths with their people, or the texts of rules. */
  readonly wants: "paths" | "rules";
  /** Identifier of the rule that the page shows. The worker suggests test cases that this rule lacks. */
  readonly rule?: string | undefined;
  /** Files of the draft's base version if they differ from the draft, to find the affected people. */
  readonly base?: Texts | undefined;
};

/**
 * A suggested test case, which would raise a rule's coverage, with the rule's current answer. `index` is set
 * if the test case exists already and its answer has changed.
 */
export type SuggestedCase = {
  readonly content: RuleCase;
  readonly says: CaseWords;
  readonly index?: number;
};

/** People for whom a draft changes the answer of a rule, or the next step after a step. */
export type AffectedPeople = {
  readonly about: { readonly rule: string } | { readonly step: string };
  /** Value before the change: the answer of a rule, or the next step. */
  readonly from: Json;
  readonly to: Json;
  readonly people: readonly Words[];
  /** An example person. */
  readonly witness: Words;
};

/**
 * One transition from a step to another, with its condition as text. `when` is `null` for the default
 * transition.
 */
export type WayOn = {
  readonly from: string;
  readonly to: string;
  readonly when: Words | null;
  /** The kind of transition: by condition, by the result of an effect, or back to an earlier question. */
  readonly how: "next" | "route" | "reopen";
};

/** A data path that conditions, screens and effects may read. */
export type ReadablePlace = {
  readonly path: string;
  readonly name: Words;
  readonly kind: Type["kind"];
  /**
   * Name of the type that decides which values can be compared. For decimal values, it is the name of their
   * decimal type. For a list, it is the type of its items.
   */
  readonly of: string;
  /** Number of decimals of a decimal type; otherwise 0. */
  readonly decimals: number;
  /** Possible values of a closed list; empty if the values are not a closed list. */
  readonly values: readonly { readonly value: string | number | boolean; readonly name: Words }[];
};

/** An answer of the worker, which arrives in parts. Each part has all findings known so far. */
export type Answer = { readonly id: number } & (
  | {
      readonly stage: "read";
      /** Definition of the flow; `null` if the files cannot be parsed. */
      readonly definition: Sent<Definition> | null;
      readonly ways: readonly WayOn[];
      readonly findings: readonly SpokenFinding[];
      readonly places: readonly ReadablePlace[];
      /** Conditions and their parts as sentences, by `<file>#<pointer>`. */
      readonly sentences: { readonly [place: string]: Words };
      /** Whether the definition has no errors. If it has none, its proof and its paths can be computed. */
      readonly sound: boolean;
    }
  | {
      readonly stage: "proof";
      readonly findings: readonly SpokenFinding[];
      readonly ms: number;
      readonly isLast: boolean;
    }
  | { readonly stage: "paths"; readonly classes: Atlas["classes"] }
  | { readonly stage: "rules"; readonly rules: readonly RulePage[] }
  | { readonly stage: "cases"; readonly suggested: readonly SuggestedCase[] }
  | { readonly stage: "affected"; readonly affected: readonly AffectedPeople[] }
  | { readonly stage: "failed"; readonly message: string }
);
