import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import type { Log } from "../http/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { KeyLock } from "./instance-key.ts";
import type { AskedAgain, Challenges, Registry, Subject } from "./registry.ts";

/** The job that does remote effects and later tries. */
export const RUN_JOB = "flows.effect";

/** Which try of which effect a job is about. */
export type RunRef = { readonly instance: string; readonly step: string; readonly attempt: number };

/** What the flows room stands on. */
export type FlowsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly jobs: Jobs;
  readonly definitions: Pick<Definitions, "current" | "compiled" | "flows" | "isLoaded" | "rule" | "address">;
  readonly registry: Registry;
  readonly challenges: Challenges;
  readonly vault: KeyLock;
  /** The named switches as they stand for this subject; one that is not known is off. */
  readonly flagsFor: (
    db: Db | Tx,
    names: readonly string[],
    whom: { readonly subject: Subject; readonly personId: string | null },
  ) => Promise<{ readonly [flag: string]: boolean }>;
  /** Moves what else belongs to a visitor (uploads) to the account that signed up, in the same transaction. */
  readonly claimed: (tx: Tx, from: Subject, to: Subject) => Promise<void>;
  /**
   * Whether an upload may stand in this subject's answer: it is the subject's, scanned clean, and made for `purpose` where
   * the field names one. Without this function there are no uploads here, and none may.
   */
  readonly mayAttach?: (
    db: Db | Tx,
    file: { readonly id: string; readonly subject: Subject; readonly purpose: string | null },
  ) => Promise<boolean>;
  /** Gives a visitor's uploads to what they belong to from now on, so that they outlive the visit. */
  readonly keepFiles?: (
    tx: Tx,
    ids: readonly string[],
    of: { readonly from: string; readonly to: string },
  ) => Promise<void>;
  /** What somebody is asked to answer again in a flow that they came to the end of; `null` where nothing is. */
  readonly askedAgain?: (
    tx: Tx,
    whom: { readonly flow: string; readonly personId: string },
  ) => Promise<AskedAgain | null>;
  /** Whether what handlers answer is compared with their signatures: in development and tests. */
  readonly checksOutputs?: boolean;
  /** Looks at a waiting effect after a while, without waiting for the queue's next look; the room sets it itself. */
  readonly nudge?: (run: RunRef, afterMs: number) => void;
};

/** The account behind a subject; `null` for a visitor. */
export function personIdOf(subject: Subject): string | null {
  return subject.startsWith("person:") ? subject.slice("person:".length) : null;
}
