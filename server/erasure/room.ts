import type { Accounts } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { Files } from "../files/index.ts";
import type { Messages } from "../messages/index.ts";

/** The dependencies of the erasure room. */
export type ErasureRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly messages: Pick<Messages, "send" | "forget">;
  readonly files: Pick<Files, "forget">;
};
