import type { Sentence } from "../../api/answers.ts";

/** What the renderer reads of the records of versions; the server says what they mean. */
export type Finding = {
  readonly file: string;
  readonly pointer: string;
  readonly severity: "error" | "warning";
  readonly what: Sentence;
  readonly mend: Sentence;
};

/** A version as lists show it. */
export type VersionRecord = {
  readonly id: string;
  readonly flow: string;
  readonly title: Sentence;
  readonly number: number | null;
  readonly hash: string;
  readonly source: "files" | "development" | "draft" | "proposal";
  readonly state: "draft" | "proposed" | "approved" | "published" | "refused";
  readonly changed: readonly string[];
  readonly findings: readonly Finding[];
  /** Hash of what the gate found and signed; `null` for files that nobody proposed. */
  readonly evidence: string | null;
  readonly note: string | null;
  readonly decisionNote: string | null;
  readonly proposedBy: string | null;
  readonly proposedByName: string | null;
  readonly approvedBy: string | null;
  readonly approvedByName: string | null;
  readonly own: boolean;
  readonly proposedAt: string;
  readonly decidedAt: string | null;
  readonly publishedAt: string | null;
};

/** All versions, and which one is in force. */
export type VersionList = {
  readonly current: readonly ({ readonly id: string; readonly flow: string } | null)[];
  readonly versions: readonly VersionRecord[];
};

/** An answer, or a step that somebody is led to. */
export type Answer = string | number | boolean | null | object;

/** A class of people; `chief`: only what the changed clauses look at, where that is not all of it. */
export type Group = Sentence & { readonly chief: Sentence | null };

/** People for whom an answer changes in one way. */
export type Affected = {
  readonly from: Answer;
  readonly to: Answer;
  readonly people: readonly Group[];
  readonly more: boolean;
  readonly witness: { readonly words: Sentence };
};

export type RuleDifference = {
  readonly rule: string;
  readonly title: Sentence;
  readonly kind: "added" | "removed" | "equal" | "different" | "unknown";
  /** Why it could not be decided. */
  readonly why: Sentence | null;
  readonly affected: readonly Affected[];
  readonly clauses: readonly {
    readonly clause: string;
    readonly kind: "added" | "removed" | "changed";
    readonly reason: Sentence;
    readonly before: Sentence | null;
    readonly after: Sentence | null;
    readonly affected: readonly Affected[];
  }[];
};

export type StepDifference = {
  readonly step: string;
  readonly title: Sentence;
  readonly kind: "added" | "removed" | "changed";
  readonly parts: readonly string[];
  readonly why: Sentence | null;
  readonly affected: readonly Affected[];
  /** Answers that only one of the versions takes, in words. */
  readonly answers: readonly { readonly taken: "no-longer" | "newly"; readonly words: Sentence }[];
  readonly noLongerTaken: Answer;
  readonly newlyTaken: Answer;
};

type Counts = {
  readonly goesOn: number;
  readonly asked: number;
  readonly stuck: number;
  readonly stays: number;
};

/** What becomes of open instances, by the step where they are. */
export type OpenWork = {
  readonly open: number;
  readonly walked: number;
  readonly all: boolean;
  readonly totals: Counts;
  readonly steps: readonly (Counts & {
    readonly step: string;
    readonly title: Sentence;
    readonly asks: readonly {
      readonly step: string;
      readonly instances: number;
      readonly fields: Readonly<Record<string, number>>;
    }[];
  })[];
};

type Counted = Readonly<Record<"shown" | "missing" | "infeasible" | "unknown", number>>;

/** What the gate found. */
export type Judged = {
  readonly findings: readonly Finding[];
  readonly invariants: readonly { readonly before: string; readonly rule: string }[];
  readonly assumptions: readonly {
    readonly rule: string;
    readonly title: Sentence;
    readonly says: readonly Sentence[];
    readonly source: string;
  }[];
  readonly differences: {
    readonly kind: "same" | "texts-only" | "equal" | "different";
    readonly rules: readonly RuleDifference[];
    readonly steps: readonly StepDifference[];
    readonly changedTexts: readonly {
      readonly key: string;
      readonly before: Sentence | null;
      readonly after: Sentence | null;
    }[];
    readonly moreTexts: number;
    readonly titles: Readonly<Record<string, Sentence>>;
  } | null;
  readonly coverage: readonly {
    readonly rule: string;
    readonly share: number;
    readonly conditions: Counted;
    readonly thresholds: Counted;
    readonly missing: readonly object[];
  }[];
  readonly oracle: readonly {
    readonly rule: string;
    readonly compared: number;
    readonly skipped: "amounts" | "nothing-known" | null;
  }[];
};

/** What is stored with a version; `release` where it came with the program. */
export type StoredEvidence = {
  readonly proposal?: {
    readonly content: {
      readonly judged: Judged;
      readonly impact: OpenWork;
      readonly restores: string | null;
    };
    readonly hash: string;
  };
  readonly approval?: { readonly content: { readonly impact: OpenWork } } | null;
  readonly release?: { readonly hash: string };
};

/** One version as its own page shows it. */
export type VersionPage = VersionRecord & {
  readonly current: boolean;
  /** It waits, and another version was published since it was proposed. */
  readonly outdated: boolean;
  readonly standing: "whole" | "broken" | "unsealed";
};

/** Whether it still waits for a decision. */
export function isOpen({ state }: Pick<VersionRecord, "state">): boolean {
  return state === "proposed" || state === "draft";
}

/** How a state is coloured. */
export const STATE_TONES = {
  draft: "warn",
  proposed: "warn",
  approved: "info",
  published: "info",
  refused: "loss",
} as const;
