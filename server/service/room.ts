import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Files } from "../files/index.ts";
import type { Records } from "../flows/index.ts";
import type { Reply } from "../http/index.ts";
import type { Messages } from "../messages/index.ts";

/** The dependencies of the service room. */
export type ServiceDeps = {
  readonly db: Db;
  readonly clock: Clock;
  /** Sends a stored file as a download. Error: `file-infected`. */
  readonly download: (reply: Reply, file: string) => Promise<Reply>;
  readonly files: Pick<Files, "keep">;
  readonly messages: Pick<Messages, "send">;
  /** Answers that a flow collected beyond the inputs of this room's effects. */
  readonly records: Pick<Records, "of" | "hasFile">;
  readonly vault: Pick<Vault, "sealWords" | "openWords">;
  /** Key of the hashes that replace addresses in the daily counts. */
  readonly key: Buffer;
  /** Returns the `count`-th business day after a date; `null` if that year's holidays are not loaded. */
  readonly businessDayAfter: (tx: Tx, from: string, count: number) => Promise<string | null>;
};

export type Room = ServiceDeps;

/** Opens the service room. */
export function createService(deps: ServiceDeps): Room {
  return deps;
}
