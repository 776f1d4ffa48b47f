import type { Definition } from "../../engine/flow/definition.ts";
import type { RuleCase } from "../../engine/rules/rule.ts";
import type { Shown } from "../../engine/verify/coverage/index.ts";
import type { SpokenFinding, Words } from "../../engine/verify/words/index.ts";
import type { Differences, Introduced } from "../differences/index.ts";
import type { Files } from "../sources/index.ts";
import type { OracleCheck } from "./oracle-check.ts";
import type { Holding } from "./required-rules.ts";
import type { TitlesBeside } from "./title-taken.ts";

/** What the cases of a changed rule show, counted, and the cases that are missing. */
export type RuleCoverage = {
  readonly rule: string;
  /** Share of what is feasible that cases show, 0 to 1, four digits. */
  readonly share: number;
  readonly conditions: Counted;
  readonly thresholds: Counted;
  readonly missing: readonly RuleCase[];
};
export type Counted = { readonly [what in Shown]: number };

/** What the gate found about a version; the same files, before and after, always give the same. */
export type Judged = {
  /** SHA-256 of each file (`hashesOf`). */
  readonly files: { readonly [path: string]: string };
  /** Hash of the definition: the version's name. */
  readonly hash: string;
  /** SHA-256 of the bytes that browsers will get from this edition of the compiler. */
  readonly module: string;
  readonly compiler: string;
  /** Edition of the engine and the gate that judged. */
  readonly engine: string;
  /** Warnings; an error never comes this far. */
  readonly findings: readonly SpokenFinding[];
  /** Proved for everybody: one that is broken, or that cannot be decided, refuses the version. */
  readonly invariants: readonly { readonly before: string; readonly rule: string }[];
  /** What the proofs stood on: promises of those who supply facts. */
  readonly assumptions: readonly Assumed[];
  /** `null` where there was no version before. */
  readonly differences: Differences | null;
  /** What the flow does, where all of it is new; else `null`. */
  readonly introduced: Introduced | null;
  readonly coverage: readonly RuleCoverage[];
  readonly oracle: readonly OracleCheck[];
};

/** An assumption in words: about which fact, who says so, and what is promised of it. */
export type Assumed = {
  readonly rule: string;
  readonly about: string;
  readonly title: Words;
  readonly source: string;
  readonly says: readonly Words[];
};

/** What the gate judges: plain data, so that it may run in a thread of its own. */
export type GateInput = {
  readonly flow: string;
  readonly files: Files;
  /** The files that are published now; `null` where nothing is. */
  readonly before: Files | null;
  /** What a flow that is new is written on top of: what all flows share, as the release brings it. */
  readonly base?: Files;
  /** Whether they are written on top of that by a person: what the server offers changes with a release alone. */
  readonly keepsOffers: boolean;
  /** The published flows, which links may lead to. */
  readonly flows: readonly string[];
  /** Pages of their own that other published flows have, each with its flow. */
  readonly taken?: { readonly [address: string]: string };
  /** Titles that other published flows have. */
  readonly titles?: TitlesBeside;
  /** What other published flows hold before their effects; read for a flow that is new. */
  readonly beside?: readonly Holding[];
  /** The business day on which it is judged, `YYYY-MM-DD`. */
  readonly today: string;
  /** The compiler's edition. */
  readonly edition: string;
};

/** A version that may be published. */
export type Passed = {
  readonly kind: "passed";
  readonly definition: Definition;
  readonly judged: Judged;
  readonly module: string;
};
