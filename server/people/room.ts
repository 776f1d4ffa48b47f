import type { Words } from "../../engine/values/languages.ts";
import type { Accounts } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { Records } from "../flows/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Messages } from "../messages/index.ts";

/** Dependencies of the people desk. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly identity: Identity;
  readonly messages: Pick<Messages, "sentTo" | "again">;
  readonly records: Pick<Records, "ofOwner">;
  /** Returns the title of a flow. */
  readonly titleOf: (flow: string) => Promise<Words | null>;
};
