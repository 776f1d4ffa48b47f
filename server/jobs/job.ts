import type { JsonObject } from "../../engine/values/json.ts";
import type { Db, Tx } from "../db/index.ts";

/** Identifier and name of a job. */
export type JobInfo = { readonly id: string; readonly name: string };

/**
 * Function that executes a job. If it throws, the job is retried later. A job can run twice, so the function
 * must find out from the database what remains to do.
 */
export type JobHandler<Data extends JsonObject = JsonObject> = (data: Data, job: JobInfo) => Promise<unknown>;

export type SendOptions = {
  /** Key of the job. While a job with this key waits, no other is added. */
  readonly key?: string;
  /**
   * Earliest start, by the machine's clock. If a job depends on business time, its handler must ask the
   * business clock.
   */
  readonly after?: Date;
};

export type WorkOptions = {
  /** Maximum number of retries after the first try, with increasing pauses; default 10. */
  readonly retries?: number;
  /** Number of seconds before the first retry; default 1. */
  readonly retryDelay?: number;
  /**
   * Maximum duration in seconds; default 120. If the process is killed, the queue detects this sooner, by the
   * missing heartbeat.
   */
  readonly mostSeconds?: number;
  /** Maximum number of parallel jobs in this process; default 1. */
  readonly concurrency?: number;
  /**
   * Number of independent fetchers (lanes), so that a slow job does not delay the next ones; default 1. Every
   * new job wakes all lanes, so more lanes cost more.
   */
  readonly lanes?: number;
};

/** Adds a job in the given transaction. The job exists only if the transaction commits. */
export type Send = (tx: Tx | Db, name: string, data: JsonObject, options?: SendOptions) => Promise<void>;
