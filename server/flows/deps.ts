import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import type { Log } from "../http/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { KeyLock } from "./instance-key.ts";
import type { AskedAgain, Challenges, Registry, Subject } from "./registry.ts";

/** The job that runs remote effects, and later tries of local effects. */
export const RUN_JOB = "flows.effect";

/** The try of an effect that a job runs. */
export type RunRef = { readonly instance: string; readonly step: string; readonly attempt: number };

/** The dependencies of the flows room. */
export type FlowsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly jobs: Jobs;
  readonly definitions: Pick<Definitions, "current" | "compiled" | "flows" | "isLoaded" | "rule" | "address">;
  readonly registry: Registry;
  readonly challenges: Challenges;
  readonly vault: KeyLock;
  /** Returns whether each of the named flags is on for this subject. An unknown flag is off. */
  readonly flagsFor: (
    db: Db | Tx,
    names: readonly string[],
    whom: { readonly subject: Subject; readonly personId: string | null },
  ) => Promise<{ readonly [flag: string]: boolean }>;
  /** Moves the visitor's data in other rooms (uploads) to the new account, in the same transaction. */
  readonly claimed: (tx: Tx, from: Subject, to: Subject) => Promise<void>;
  /**
   * Returns whether a subject may use an upload in an answer: the upload belongs to the subject, is scanned
   * clean, and has the purpose that the field names, if any. Without this function, answers cannot contain
   * uploads.
   */
  readonly mayAttach?: (
    db: Db | Tx,
    file: { readonly id: string; readonly subject: Subject; readonly purpose: string | null },
  ) => Promise<boolean>;
  /** Assigns a visitor's uploads to the record in which they are used, so that they outlive the visit. */
  readonly keepFiles?: (
    tx: Tx,
    ids: readonly string[],
    of: { readonly from: string; readonly to: string },
  ) => Promise<void>;
  /**
   * Returns the answers that a subject must give again in a flow that they have completed; `null` if there
   * are none.
   */
  readonly askedAgain?: (
    tx: Tx,
    whom: { readonly flow: string; readonly personId: string },
  ) => Promise<AskedAgain | null>;
  /** Whether outputs of handlers are compared with their signatures. True in development and tests. */
  readonly checksOutputs?: boolean;
  /**
   * Runs a waiting effect after a delay, without waiting for the next poll of the queue. `createFlows` sets
   * it.
   */
  readonly nudge?: (run: RunRef, afterMs: number) => void;
};

/** Returns the account of a subject; `null` for a visitor. */
export function personIdOf(subject: Subject): string | null {
  return subject.startsWith("person:") ? subject.slice("person:".length) : null;
}
