import type { Json } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import type { Tx } from "../db/index.ts";
import type { Version, VersionSummary } from "../definitions/index.ts";
import type { HandedIn } from "../evidence/index.ts";
import type { NotJudged } from "../gate/index.ts";
import type { Files } from "../sources/index.ts";

/** The reason why a proposal or a decision was not accepted. */
export type DefinitionFailure =
  | {
      readonly code:
        | "flow-unknown"
        /** There is already a flow with this name, or there are files of such a flow. */
        | "flow-name-taken"
        /** The shared files or the portal use this name. */
        | "flow-name-reserved"
        | "version-unknown"
        | "already-decided"
        | "version-outdated"
        | "four-eyes"
        /** The version was submitted together with others. They can only be decided together. */
        | "decided-together"
        /** Only the author can withdraw a proposal. */
        | "not-your-proposal"
        /** The person no longer has the role that is required for the decision. */
        | "not-allowed"
        | "nothing-changed"
        /**
         * The stored evidence is not the one that the approver reviewed, or the checks now have another
         * result.
         */
        | "evidence-changed"
        /** The stored version is not the one that was checked and signed. */
        | "evidence-broken"
        /**
         * The stored current version is not the one that was approved. So no new version can be based on it.
         */
        | "version-broken"
        | NotJudged["code"];
    }
  | { readonly code: "file-not-editable"; readonly paths: readonly string[] }
  | { readonly code: "definition-unsound"; readonly findings: readonly SpokenFinding[] };

/** A change of files: for each path the new content, or `null` to remove the file. */
export type Changes = { readonly [path: string]: Json };

/**
 * The result of a proposal or a decision: the version in the form for lists, or the reason why it was not
 * accepted.
 */
export type Answer = Promise<Result<VersionSummary, DefinitionFailure>>;

/** The result of a proposal or a decision about several versions. */
export type Answers = Promise<Result<readonly VersionSummary[], DefinitionFailure>>;

/**
 * The functions that lead to a new version. One person proposes it, the portal checks it, and another person
 * decides.
 */
export type Proposals = {
  /**
   * Proposes a change of the current version. If it does not pass all checks, nothing is stored. Otherwise
   * the version is stored with the signed result of the checks.
   */
  readonly propose: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /**
   * Proposes changes of several flows, all or none. Each of them becomes a version. All versions are checked
   * together, and stored in one transaction. `alongside` runs in the same transaction. Fails with
   * `version-outdated` if a change is based on another version than the current one.
   */
  readonly proposeTogether: (given: {
    /**
     * The changes, one for each flow. `base` is the version on which a change is based; `null` for a new
     * flow.
     */
    readonly parts: readonly {
      readonly flow: string;
      readonly base: string | null;
      readonly changes: Changes;
    }[];
    readonly note: string;
    readonly by: string;
    /** The change as which the versions are submitted. */
    readonly change: Pick<HandedIn, "id" | "title">;
    /** Ids of all people who wrote something in the change. */
    readonly writers: readonly string[];
    readonly alongside: (tx: Tx, versions: readonly VersionSummary[]) => Promise<void>;
  }) => Answers;
  /**
   * Proposes a new flow: its own files and texts, in addition to the shared files. It must pass all checks.
   */
  readonly proposeNew: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /** Proposes to return to an earlier version. Its files become a new version, based on the current one. */
  readonly proposeAgain: (given: {
    readonly id: string;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /**
   * Approves and publishes a version. Its author cannot do this. The version is checked again before.
   * `evidence` is the hash of the evidence that the approver reviewed; it can be absent.
   */
  readonly approve: (given: {
    readonly id: string;
    readonly by: string;
    readonly evidence?: string;
    readonly note?: string | null;
  }) => Answer;
  /**
   * Approves and publishes versions that were submitted together, all or none, in one transaction. For each
   * version, `evidence` is the hash of the reviewed evidence. Everything else is as in `approve`.
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
  /** Rejects versions that were submitted together, all or none. */
  readonly refuseTogether: (given: {
    readonly ids: readonly string[];
    readonly by: string;
    readonly note: string;
  }) => Answers;
  /**
   * Withdraws a proposal that nobody has decided yet. Only its author can do this. The proposal stays
   * readable, and an audit line is written.
   */
  readonly withdraw: (given: { readonly id: string; readonly by: string }) => Answer;
  /** Withdraws versions that were submitted together, all or none. */
  readonly withdrawTogether: (given: { readonly ids: readonly string[]; readonly by: string }) => Answers;
  /** Checks whether a new flow can have this name. If not, fails with the reason. */
  readonly checkName: (flow: string) => Promise<Result<null, DefinitionFailure>>;
  /**
   * Stores files that were changed on disk as a draft, which waits for a decision. Fails if they are invalid.
   */
  readonly keepDraft: (given: {
    readonly flow: string;
    readonly files: Files;
    readonly before: Version;
  }) => Promise<Result<null, DefinitionFailure>>;
};
