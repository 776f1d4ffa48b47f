import type { Definition } from "../../../engine/flow/index.ts";
import type { Atlas } from "../../../engine/verify/paths/index.ts";
import type { RulePage } from "../../../engine/verify/rule-book/index.ts";
import type { SpokenFinding, Words } from "../../../engine/verify/words/index.ts";

/** Files of a flow as they are written, by their paths. */
export type Texts = { readonly [file: string]: string };

/** What the page asks of the engine's thread: everything about these files. A newer question ends an older one. */
export type Question = {
  readonly id: number;
  readonly flow: string;
  readonly files: Texts;
  /** What is wanted beside findings: who goes which way, or what each rule says. */
  readonly wants: "paths" | "rules";
};

/** One way on from a step, and when it is taken: in words, `null` where it is what is left. */
export type WayOn = {
  readonly from: string;
  readonly to: string;
  readonly when: Words | null;
  /** How it is left: by its condition, by what the server answers, or back to an earlier question. */
  readonly how: "next" | "route" | "reopen";
};

/** What the thread answers, part by part. Findings are all that are known by then. */
export type Answer = { readonly id: number } & (
  | {
      readonly stage: "read";
      /** As far as it can be read. */
      readonly definition: Definition | null;
      readonly ways: readonly WayOn[];
      readonly findings: readonly SpokenFinding[];
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
  | { readonly stage: "failed"; readonly message: string }
);
