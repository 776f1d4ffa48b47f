import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Files } from "../files/index.ts";
import type { Records } from "../flows/index.ts";
import type { Reply } from "../http/index.ts";
import type { Messages } from "../messages/index.ts";

/** What the service room needs of the house. */
export type ServiceDeps = {
  readonly db: Db;
  readonly clock: Clock;
  /** Answers with a kept file as a download. Error: `file-infected`. */
  readonly download: (reply: Reply, file: string) => Promise<Reply>;
  readonly files: Pick<Files, "keep">;
  readonly messages: Pick<Messages, "send">;
  /** Answers that a flow asked for beyond what this room's effects take. */
  readonly records: Pick<Records, "of" | "hasFile">;
  readonly vault: Pick<Vault, "sealWords" | "openWords">;
  /** Keeps addresses out of the counts of the day. */
  readonly key: Buffer;
  /** The `count`-th business day after a date; `null` where that year's holidays are not loaded. */
  readonly businessDayAfter: (tx: Tx, from: string, count: number) => Promise<string | null>;
};

export type Room = ServiceDeps;

/** Opens the service room. */
export function createService(deps: ServiceDeps): Room {
  return deps;
}
