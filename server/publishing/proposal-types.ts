import type { Json } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import type { Tx } from "../db/index.ts";
import type { Version, VersionSummary } from "../definitions/index.ts";
import type { HandedIn } from "../evidence/index.ts";
import type { NotJudged } from "../gate/index.ts";
import type { Files } from "../sources/index.ts";

/** The reason why a proposal or decision was refused. */
export type DefinitionFailure =
  | {
      readonly code:
        | "flow-unknown"
        /** A flow with this name exists, or files of it. */
        | "flow-name-taken"
        /** The name is used by the shared files or the portal. */
        | "flow-name-reserved"
        | "version-unknown"
        | "already-decided"
        | "version-outdated"
        | "four-eyes"
        /** The version was submitted with others, and all are decided together. */
        | "decided-together"
        /** Only the author can withdraw. */
        | "not-your-proposal"
        /** The person no longer has the role that the decision needs. */
        | "not-allowed"
        | "nothing-changed"
        /** The approver reviewed other evidence than the stored one, or the result of the checks changed. */
        | "evidence-changed"
        /** The stored version differs from the checked and signed one. */
        | "evidence-broken"
        /** The current version differs from the approved one, so nothing can be based on it. */
        | "version-broken"
        | NotJudged["code"];
    }
  | { readonly code: "file-not-editable"; readonly paths: readonly string[] }
  | { readonly code: "definition-unsound"; readonly findings: readonly SpokenFinding[] };

/** A change of files: new content by path. `null` removes the file. */
export type Changes = { readonly [path: string]: Json };

/** The result of proposing or deciding: the version as shown in lists, or the reason for the refusal. */
export type Answer = Promise<Result<VersionSummary, DefinitionFailure>>;

/** The result for several versions. */
export type Answers = Promise<Result<readonly VersionSummary[], DefinitionFailure>>;

/**
 * The functions that lead to a new version: one person proposes it, the portal checks it, another person
 * decides.
 */
export type Proposals = {
  /**
   * Proposes a change of the current version. It must pass all checks; an invalid change is not stored. The
   * result of the checks is signed and stored with the version.
   */
  readonly propose: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /**
   * Proposes changes of several flows, all or none. Each change becomes a version. All versions are checked
   * together and stored in one transaction, in which `alongside` runs. Error `version-outdated`: a part is
   * based on another version than the current one.
   */
  readonly proposeTogether: (given: {
    /**
     * The changes of one flow each. `base` is the version on which a part is based; `null` for a new flow.
     */
    readonly parts: readonly {
      readonly flow: string;
      readonly base: string | null;
      readonly changes: Changes;
    }[];
    readonly note: string;
    readonly by: string;
    /** The change with which the versions are submitted. */
    readonly change: Pick<HandedIn, "id" | "title">;
    /** Ids of all people who wrote a part of the change. */
    readonly writers: readonly string[];
    readonly alongside: (tx: Tx, versions: readonly VersionSummary[]) => Promise<void>;
  }) => Answers;
  /** Proposes a new flow: its own files and texts, based on the shared files. It must pass all checks. */
  readonly proposeNew: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /** Proposes the files of an earlier version again, based on the current one, in order to return to them. */
  readonly proposeAgain: (given: {
    readonly id: string;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /**
   * Approves and publishes a version. The author cannot do so. The version is checked again. `evidence` is
   * the hash of the reviewed evidence, if the approver names one.
   */
  readonly approve: (given: {
    readonly id: string;
    readonly by: string;
    readonly evidence?: string;
    readonly note?: string | null;
  }) => Answer;
  /**
   * Approves and publishes versions submitted together, all or none, in one transaction. `evidence` has the
   * hash of the reviewed evidence of each version. Otherwise like `approve`.
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
  /** Rejects versions submitted together, all or none. */
  readonly refuseTogether: (given: {
    readonly ids: readonly string[];
    readonly by: string;
    readonly note: string;
  }) => Answers;
  /**
   * Withdraws a proposal before its decision. Only its author can do so. The proposal stays readable, with an
   * audit line.
   */
  readonly withdraw: (given: { readonly id: string; readonly by: string }) => Answer;
  /** Withdraws versions submitted together, all or none. */
  readonly withdrawTogether: (given: { readonly ids: readonly string[]; readonly by: string }) => Answers;
  /** Checks whether a new flow can have this name. Fails with the reason if it cannot. */
  readonly checkName: (flow: string) => Promise<Result<null, DefinitionFailure>>;
  /** Stores changed files on disk as a draft that waits for a decision. Fails if they are invalid. */
  readonly keepDraft: (given: {
    readonly flow: string;
    readonly files: Files;
    readonly before: Version;
  }) => Promise<Result<null, DefinitionFailure>>;
};
