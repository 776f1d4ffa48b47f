import type { Definition } from "../../engine/flow/definition.ts";
import type { RuleCase } from "../../engine/rules/rule.ts";
import type { Shown } from "../../engine/verify/coverage/index.ts";
import type { SpokenFinding, Words } from "../../engine/verify/words/index.ts";
import type { Differences, Introduced } from "../differences/index.ts";
import type { Files } from "../sources/index.ts";
import type { OracleCheck } from "./oracle-check.ts";
import type { Holding } from "./required-rules.ts";
import type { TitlesBeside } from "./title-taken.ts";

/** The case coverage of a changed rule, and the missing cases. */
export type RuleCoverage = {
  readonly rule: string;
  /** Share of the feasible outcomes that cases show, 0 to 1, four digits. */
  readonly share: number;
  readonly conditions: Counted;
  readonly thresholds: Counted;
  readonly missing: readonly RuleCase[];
};
export type Counted = { readonly [what in Shown]: number };

/** The gate's result for a version. Equal files, before and after, give equal results. */
export type Judged = {
  /** SHA-256 of each file (`hashesOf`). */
  readonly files: { readonly [path: string]: string };
  /** Hash of the definition, which identifies the version. */
  readonly hash: string;
  /** SHA-256 of the module that this compiler edition writes for browsers. */
  readonly module: string;
  readonly compiler: string;
  /** Edition of the engine and the gate. */
  readonly engine: string;
  /** Only warnings, because errors reject the version. */
  readonly findings: readonly SpokenFinding[];
  /** Proved for everyone. An invariant that is violated or undecidable rejects the version. */
  readonly invariants: readonly { readonly before: string; readonly rule: string }[];
  /** The assumptions of the proofs: promises of the fact providers. */
  readonly assumptions: readonly Assumed[];
  /** `null` if there was no previous version. */
  readonly differences: Differences | null;
  /** What a completely new flow does; otherwise `null`. */
  readonly introduced: Introduced | null;
  readonly coverage: readonly RuleCoverage[];
  readonly oracle: readonly OracleCheck[];
};

/** An assumption as text: the fact, the source, and the promise. */
export type Assumed = {
  readonly rule: string;
  readonly about: string;
  readonly title: Words;
  readonly source: string;
  readonly says: readonly Words[];
};

/** The gate's input: plain data, so that it can run in a thread. */
export type GateInput = {
  readonly flow: string;
  readonly files: Files;
  /** The published files; `null` if none. */
  readonly before: Files | null;
  /** For a new flow: the files that all flows share, as in the release. */
  readonly base?: Files;
  /**
   * Whether a person wrote them on that basis. Then the server's offers must stay, because only a release changes
   * them.
   */
  readonly keepsOffers: boolean;
  /** The published flows, as link targets. */
  readonly flows: readonly string[];
  /** Addresses of other published flows. */
  readonly taken?: { readonly [address: string]: string };
  /** Titles of other published flows. */
  readonly titles?: TitlesBeside;
  /** Rules of other published flows before their effects. Read for a new flow. */
  readonly beside?: readonly Holding[];
  /** The business day of the judgement, `YYYY-MM-DD`. */
  readonly today: string;
  /** The compiler's edition. */
  readonly edition: string;
};

/** A version that can be published. */
export type Passed = {
  readonly kind: "passed";
  readonly definition: Definition;
  readonly judged: Judged;
  readonly module: string;
};
