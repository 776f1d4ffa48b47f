import type { Json } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import type { Tx } from "../db/index.ts";
import type { Version, VersionSummary } from "../definitions/index.ts";
import type { HandedIn } from "../evidence/index.ts";
import type { NotJudged } from "../gate/index.ts";
import type { Files } from "../sources/index.ts";

/** Why a proposal or decision was refused. */
export type DefinitionFailure =
  | {
      readonly code:
        | "flow-unknown"
        /** A flow of this name, or its files, exists. */
        | "flow-name-taken"
        /** The name is used by the shared files or the portal. */
        | "flow-name-reserved"
        | "version-unknown"
        | "already-decided"
        | "version-outdated"
        | "four-eyes"
        /** It was submitted with others: all are decided together. */
        | "decided-together"
        /** Only the author can withdraw. */
        | "not-your-proposal"
        /** The decider no longer has the role. */
        | "not-allowed"
        | "nothing-changed"
        /** The approver reviewed other evidence than the stored one, or the gate's result changed. */
        | "evidence-changed"
        /** The stored version is not the one judged and signed. */
        | "evidence-broken"
        /** The current version is not the approved one, so nothing can be based on it. */
        | "version-broken"
        | NotJudged["code"];
    }
  | { readonly code: "file-not-editable"; readonly paths: readonly string[] }
  | { readonly code: "definition-unsound"; readonly findings: readonly SpokenFinding[] };

/** A change of files: path to new content; `null` removes the file. */
export type Changes = { readonly [path: string]: Json };

/** What proposing and deciding answer: the version as lists show it, or why not. */
export type Answer = Promise<Result<VersionSummary, DefinitionFailure>>;

/** The answer for several versions. */
export type Answers = Promise<Result<readonly VersionSummary[], DefinitionFailure>>;

/** The ways to a new version: proposed by one person, judged by the gate, decided by another. */
export type Proposals = {
  /**
   * Proposes a change of the current version. It must pass the gate; an invalid one is not stored. The gate's result
   * is signed and stored with it.
   */
  readonly propose: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /**
   * Proposes changes of several flows, all or none. Each is a version, judged together with the others and stored in
   * one transaction in which `alongside` runs. `version-outdated` if a part is based on another version than the
   * current.
   */
  readonly proposeTogether: (given: {
    /** `base`: the version on which a part is based; `null` for a new flow. */
    readonly parts: readonly {
      readonly flow: string;
      readonly base: string | null;
      readonly changes: Changes;
    }[];
    readonly note: string;
    readonly by: string;
    /** The change in which they are submitted. */
    readonly change: Pick<HandedIn, "id" | "title">;
    /** Everyone who wrote a part of it. */
    readonly writers: readonly string[];
    readonly alongside: (tx: Tx, versions: readonly VersionSummary[]) => Promise<void>;
  }) => Answers;
  /** Proposes a new flow: its own files and texts, on the shared files. It must pass the gate. */
  readonly proposeNew: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /** Proposes the files of an earlier version again, based on the current one, to go back. */
  readonly proposeAgain: (given: {
    readonly id: string;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /**
   * Approves and publishes; the author cannot. The gate judges again. `evidence`: hash of the reviewed evidence, if
   * the approver names one.
   */
  readonly approve: (given: {
    readonly id: string;
    readonly by: string;
    readonly evidence?: string;
    readonly note?: string | null;
  }) => Answer;
  /**
   * Approves and publishes versions submitted together, all or none, in one transaction, by the reviewed evidence per
   * version. Otherwise like `approve`.
   */
  readonly approveTogether: (given: {
    readonly evidence: { readonly [version: string]: string };
    readonly by: string;
    readonly note: string;
  }) => Answers;
  readonly refuse: (given: {
    readonly id: string;
    readonly by: string;
    readonly note: string | null;
  }) => Answer;
  /** Refuses versions submitted together, all or none. */
  readonly refuseTogether: (given: {
    readonly ids: readonly string[];
    readonly by: string;
    readonly note: string;
  }) => Answers;
  /** Withdraws an undecided proposal; only its author can. It stays readable, with an audit line. */
  readonly withdraw: (given: { readonly id: string; readonly by: string }) => Answer;
  /** Withdraws versions submitted together, all or none. */
  readonly withdrawTogether: (given: { readonly ids: readonly string[]; readonly by: string }) => Answers;
  /** Returns whether a new flow can have this name, or why not. */
  readonly checkName: (flow: string) => Promise<Result<null, DefinitionFailure>>;
  /** Stores changed files on disk as a draft that waits for a decision. Fails if they are invalid. */
  readonly keepDraft: (given: {
    readonly flow: string;
    readonly files: Files;
    readonly before: Version;
  }) => Promise<Result<null, DefinitionFailure>>;
};
