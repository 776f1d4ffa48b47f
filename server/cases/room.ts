import type { JsonObject } from "../../engine/values/json.ts";
import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Files } from "../files/index.ts";
import type { FlowEvent, Records } from "../flows/index.ts";
import type { Reply } from "../http/index.ts";
import type { Messages } from "../messages/index.ts";

/** What the cases room needs of the house. */
export type CasesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "origin">;
  readonly vault: Pick<Vault, "lockKey" | "unlockKey" | "openWords">;
  readonly messages: Pick<Messages, "send">;
  readonly files: Pick<Files, "attach" | "keep">;
  /** Answers that a flow asked for beyond the inputs of a case. */
  readonly records: Pick<Records, "of" | "hasFile">;
  /** Answers with a kept file as a download. Error: `file-infected`. */
  readonly download: (reply: Reply, file: string) => Promise<Reply>;
  /** Counts what somebody asked for today, and whether a letter may confirm it. Error: `requests-used-up`. */
  readonly count: (
    tx: Tx,
    request: { readonly email: string; readonly client: string },
  ) => Promise<{ readonly mayWrite: boolean }>;
  /** The `count`-th business day after a date; `null` where that year's holidays are not loaded. */
  readonly businessDayAfter: (tx: Tx, from: string, count: number) => Promise<string | null>;
  /** Where the module of a flow's version lies, which brings the words that its values are read by; `null` where it is gone. */
  readonly moduleOf: (version: string) => Promise<string | null>;
  /** Tells flows that wait for a case what was decided, in the transaction of the decision. */
  readonly deliver: (tx: Tx, event: FlowEvent) => Promise<unknown>;
  /** What is done by itself once a case is granted, by the name that it was opened with; whole with the answer, or not at all. */
  readonly follows: { readonly [name: string]: (tx: Tx, granted: Granted) => Promise<void> };
};

/** A case that was granted just now. */
export type Granted = {
  readonly id: string;
  readonly reference: string;
  readonly personId: string;
  /** What it was opened with, by name. */
  readonly given: JsonObject;
  /** Who decided last. */
  readonly by: string;
};

export type Room = CasesDeps;

/** Opens the cases room. */
export function createCases(deps: CasesDeps): Room {
  return deps;
}
