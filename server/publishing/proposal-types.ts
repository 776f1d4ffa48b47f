import type { Json } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import type { Tx } from "../db/index.ts";
import type { Version, VersionSummary } from "../definitions/index.ts";
import type { HandedIn } from "../evidence/index.ts";
import type { NotJudged } from "../gate/index.ts";
import type { Files } from "../sources/index.ts";

/** Why a proposal or a decision was refused. */
export type DefinitionFailure =
  | {
      readonly code:
        | "flow-unknown"
        /** A flow of this name is there, or its files are. */
        | "flow-name-taken"
        /** All flows keep something under this name, or the portal does. */
        | "flow-name-reserved"
        | "version-unknown"
        | "already-decided"
        | "version-outdated"
        | "four-eyes"
        /** Others were handed in with it: all of them are decided, or none. */
        | "decided-together"
        /** Only who proposed it takes it back. */
        | "not-your-proposal"
        /** Whoever decides has the role no longer. */
        | "not-allowed"
        | "nothing-changed"
        /** Somebody approves other evidence than what is stored, or what the gate says has changed since. */
        | "evidence-changed"
        /** What is stored is not what was judged and signed. */
        | "evidence-broken"
        /** The version in force is not what was approved, so nothing is built on it. */
        | "version-broken"
        | NotJudged["code"];
    }
  | { readonly code: "file-not-editable"; readonly paths: readonly string[] }
  | { readonly code: "definition-unsound"; readonly findings: readonly SpokenFinding[] };

/** A change of files: path to new content; `null` removes the file. */
export type Changes = { readonly [path: string]: Json };

/** What proposing and deciding answer: the version as lists show it, or why not. */
export type Answer = Promise<Result<VersionSummary, DefinitionFailure>>;

/** The same about several. */
export type Answers = Promise<Result<readonly VersionSummary[], DefinitionFailure>>;

/** How a version comes to be: proposed by one person, judged by the gate, decided by another. */
export type Proposals = {
  /**
   * Proposes a change of the current version; it passes the gate at once, and nothing unsound is kept. What the gate
   * found is signed and stored with it.
   */
  readonly propose: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /**
   * Proposes changes of several flows, all of them or none: a version each, judged beside the others and kept in one
   * transaction in which `alongside` runs. `version-outdated` where another version is in force than a part was written on.
   */
  readonly proposeTogether: (given: {
    /** `base`: the version that a part was written on; `null` of a flow that is new. */
    readonly parts: readonly {
      readonly flow: string;
      readonly base: string | null;
      readonly changes: Changes;
    }[];
    readonly note: string;
    readonly by: string;
    /** What all of them are handed in with. */
    readonly change: Pick<HandedIn, "id" | "title">;
    /** Everybody who wrote any of it. */
    readonly writers: readonly string[];
    readonly alongside: (tx: Tx, versions: readonly VersionSummary[]) => Promise<void>;
  }) => Answers;
  /** Proposes a flow that is new: its own files and its texts, beside what every flow shares. It passes the gate at once. */
  readonly proposeNew: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /** Proposes the files of an earlier version again, on top of the current one: the way back. */
  readonly proposeAgain: (given: {
    readonly id: string;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /**
   * Approves and publishes; who proposed it cannot. It passes the gate again; `evidence` is the hash of the evidence that
   * was looked at, where the approver names one.
   */
  readonly approve: (given: {
    readonly id: string;
    readonly by: string;
    readonly evidence?: string;
    readonly note?: string | null;
  }) => Answer;
  /**
   * Approves and publishes versions that were handed in together, all or none, in one transaction; by evidence that was
   * looked at, by version. As `approve` else.
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
  /** Refuses versions that were handed in together, all or none. */
  readonly refuseTogether: (given: {
    readonly ids: readonly string[];
    readonly by: string;
    readonly note: string;
  }) => Answers;
  /** Takes a proposal back while nobody has decided; only who proposed it may. It stays to be read, with a line in the trail. */
  readonly withdraw: (given: { readonly id: string; readonly by: string }) => Answer;
  /** Takes back what was handed in together, all or none. */
  readonly withdrawTogether: (given: { readonly ids: readonly string[]; readonly by: string }) => Answers;
  /** Whether a new flow may be called so, or why not. */
  readonly checkName: (flow: string) => Promise<Result<null, DefinitionFailure>>;
  /** Keeps files that changed on disk as a draft that waits for a decision. Answers why not, where they are unsound. */
  readonly keepDraft: (given: {
    readonly flow: string;
    readonly files: Files;
    readonly before: Version;
  }) => Promise<Result<null, DefinitionFailure>>;
};
