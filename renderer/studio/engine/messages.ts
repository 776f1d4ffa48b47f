import type { Definition, Sent } from "../../../engine/flow/index.ts";
import type { Type } from "../../../engine/rules/index.ts";
import type { RuleCase } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { Language } from "../../../engine/values/languages.ts";
import type { Atlas } from "../../../engine/verify/paths/index.ts";
import type { CaseWords, RulePage } from "../../../engine/verify/rule-book/index.ts";
import type { SpokenFinding, Words } from "../../../engine/verify/words/index.ts";

/** The files of a flow as text, by path. */
export type Texts = { readonly [file: string]: string };

/** A question to the worker about these files. A newer question cancels an older one. */
export type Question = {
  readonly id: number;
  readonly flow: string;
  /** The page's language, for findings. */
  readonly language: Language;
  readonly files: Texts;
  /** What to compute besides findings: paths with people, or rule texts. */
  readonly wants: "paths" | "rules";
  /** The shown rule, whose missing cases are wanted. */
  readonly rule?: string | undefined;
  /** The draft's base, if it differs: to find the affected people. */
  readonly base?: Texts | undefined;
};

/**
 * A case that would raise a rule's coverage, with its current answer; `index`: an existing case whose answer changed.
 */
export type SuggestedCase = {
  readonly content: RuleCase;
  readonly says: CaseWords;
  readonly index?: number;
};

/** People affected by a draft: by a rule's answer, or by a step's next step. */
export type AffectedPeople = {
  readonly about: { readonly rule: string } | { readonly step: string };
  /** The value of the rule or way: `true`, a value, a step. */
  readonly from: Json;
  readonly to: Json;
  readonly people: readonly Words[];
  /** An example person. */
  readonly witness: Words;
};

/** One way out of a step and its condition as text; `null` for the default way. */
export type WayOn = {
  readonly from: string;
  readonly to: string;
  readonly when: Words | null;
  /** The kind of way: by condition, by the server's answer, or back to an earlier question. */
  readonly how: "next" | "route" | "reopen";
};

/** A place that conditions, screens and effects may read. */
export type ReadablePlace = {
  readonly path: string;
  readonly name: Words;
  readonly kind: Type["kind"];
  /** The comparison type: its kind, or the name of an exact decimal; for a list, that of its items. */
  readonly of: string;
  /** Decimals of an exact decimal. */
  readonly decimals: number;
  /** Its possible values, if a closed list. */
  readonly values: readonly { readonly value: string | number | boolean; readonly name: Words }[];
};

/** An answer of the worker, in parts. Findings are those known so far. */
export type Answer = { readonly id: number } & (
  | {
      readonly stage: "read";
      /** As far as it can be parsed. */
      readonly definition: Sent<Definition> | null;
      readonly ways: readonly WayOn[];
      readonly findings: readonly SpokenFinding[];
      readonly places: readonly ReadablePlace[];
      /** Conditions and their parts as sentences, by `<file>#<pointer>`. */
      readonly sentences: { readonly [place: string]: Words };
      /** Whether it loads, so that it can be proved and walked. */
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
