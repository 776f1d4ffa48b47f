import type { Definition, Sent } from "../../../engine/flow/index.ts";
import type { Type } from "../../../engine/rules/index.ts";
import type { RuleCase } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { Atlas } from "../../../engine/verify/paths/index.ts";
import type { CaseWords, RulePage } from "../../../engine/verify/rule-book/index.ts";
import type { SpokenFinding, Words } from "../../../engine/verify/words/index.ts";

/** Files of a flow as they are written, by their paths. */
export type Texts = { readonly [file: string]: string };

/** What the page asks of the engine's thread: everything about these files. A newer question ends an older one. */
export type Question = {
  readonly id: number;
  readonly flow: string;
  /** The language of the page, in which findings are said. */
  readonly language: "th" | "en";
  readonly files: Texts;
  /** What is wanted beside findings: who goes which way, or what each rule says. */
  readonly wants: "paths" | "rules";
  /** The rule that is looked at: which cases it lacks. */
  readonly rule?: string | undefined;
  /** What the draft stands on, where it differs: for whom the draft changes something. */
  readonly base?: Texts | undefined;
};

/** A case that would show more of a rule, as it answers now; `index`: one that it has, and answered otherwise before. */
export type SuggestedCase = {
  readonly content: RuleCase;
  readonly says: CaseWords;
  readonly index?: number;
};

/** People for whom a draft changes something: what a rule answers, or where a step leads. */
export type AffectedPeople = {
  readonly about: { readonly rule: string } | { readonly step: string };
  /** As rules and ways say it: `true`, a value, a step. */
  readonly from: Json;
  readonly to: Json;
  readonly people: readonly Words[];
  /** One of them. */
  readonly witness: Words;
};

/** One way on from a step, and when it is taken: in words, `null` where it is what is left. */
export type WayOn = {
  readonly from: string;
  readonly to: string;
  readonly when: Words | null;
  /** How it is left: by its condition, by what the server answers, or back to an earlier question. */
  readonly how: "next" | "route" | "reopen";
};

/** A place that conditions, screens and effects may read. */
export type ReadablePlace = {
  readonly path: string;
  readonly name: Words;
  readonly kind: Type["kind"];
  /** What tells it apart from others that it may be compared with: its kind, or the name of an exact decimal; of a list its items'. */
  readonly of: string;
  /** Places after the point of an exact decimal. */
  readonly decimals: number;
  /** What it may be, where that is a closed list. */
  readonly values: readonly { readonly value: string | number | boolean; readonly name: Words }[];
};

/** What the thread answers, part by part. Findings are all that are known by then. */
export type Answer = { readonly id: number } & (
  | {
      readonly stage: "read";
      /** As far as it can be read. */
      readonly definition: Sent<Definition> | null;
      readonly ways: readonly WayOn[];
      readonly findings: readonly SpokenFinding[];
      readonly places: readonly ReadablePlace[];
      /** Conditions and what is inside them as sentences, by `<file>#<pointer>`. */
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
