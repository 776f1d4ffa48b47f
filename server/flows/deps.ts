import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import type { Log } from "../http/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { KeyLock } from "./instance-key.ts";
import type { AskedAgain, Challenges, Registry, Subject } from "./registry.ts";

/** Name of the job that runs remote effects, and local effects that are tried again. */
export const RUN_JOB = "flows.effect";

/** Identifies one try of an effect, for the job that runs it. */
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
  /** Gives a visitor's data in other rooms, such as uploads, to the new account, in the same transaction. */
  readonly claimed: (tx: Tx, from: Subject, to: Subject) => Promise<void>;
  /**
   * Returns whether a subject may use an upload in an answer. The upload must belong to the subject, be free
   * of viruses, and have the purpose that the field names, if it names one. If this function is missing,
   * answers cannot contain uploads.
   */
  readonly mayAttach?: (
    db: Db | Tx,
    file: { readonly id: string; readonly subject: Subject; readonly purpose: string | null },
  ) => Promise<boolean>;
  /**
   * Gives a visitor's uploads to the record that uses them, so that they are not erased together with the
   * visitor's data.
   */
  readonly keepFiles?: (
    tx: Tx,
    ids: readonly string[],
    of: { readonly from: string; readonly to: string },
  ) => Promise<void>;
  /** Returns which answers staff asked a subject to give again in a completed flow; `null` if none. */
  readonly askedAgain?: (
    tx: Tx,
    whom: { readonly flow: string; readonly personId: string },
  ) => Promise<AskedAgain | null>;
  /**
   * Whether the output of each effect is compared with the effect's signature. True in development and tests.
   */
  readonly checksOutputs?: boolean;
  /**
   * Runs a queued effect after the given delay, so that it need not wait until the queue is polled.
   * `createFlows` sets this function.
   */
  readonly nudge?: (run: RunRef, afterMs: number) => void;
};

/** Returns the account of a subject; `null` for a visitor. */
export function personIdOf(subject: Subject): string | null {
  return subject.startsWith("person:") ? subject.slice("person:".length) : null;
}
