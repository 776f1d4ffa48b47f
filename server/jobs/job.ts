import type { JsonObject } from "../../engine/values/json.ts";
import type { Db, Tx } from "../db/index.ts";

/** Id and name of a job. */
export type JobInfo = { readonly id: string; readonly name: string };

/** Executes a job. Throwing means "retry later". It can run twice, so it must ask the database what remains to do. */
export type JobHandler<Data extends JsonObject = JsonObject> = (data: Data, job: JobInfo) => Promise<unknown>;

export type SendOptions = {
  /** While a job with this key waits, no other is added. */
  readonly key?: string;
  /** Earliest start, in machine time. For business time the handler asks the clock. */
  readonly after?: Date;
};

export type WorkOptions = {
  /** Retries after the first try, with increasing pauses; default 10. */
  readonly retries?: number;
  /** Seconds before the first retry; default 1. */
  readonly retryDelay?: number;
  /** Maximum duration in seconds; default 120. A killed worker is detected sooner, by its missing heartbeat. */
  readonly mostSeconds?: number;
  /** Parallel jobs in this process; default 1. */
  readonly concurrency?: number;
  /**
   * Independent fetchers, so that a slow job does not delay the next ones; default 1. Every job wakes each of them, so
   * more lanes cost more.
   */
  readonly lanes?: number;
};

/** Adds a job in the given transaction. It exists only if the transaction commits. */
export type Send = (tx: Tx | Db, name: string, data: JsonObject, options?: SendOptions) => Promise<void>;
