import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { CalendarStore } from "../fund/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Messages } from "../messages/index.ts";

/** What is needed to write a letter to an investor. */
export type LetterRoom = {
  readonly config: Pick<Config, "origin">;
  readonly messages: Pick<Messages, "send">;
  readonly vault: Pick<Vault, "openWords">;
};

/** Dependencies of the orders room. */
export type OrdersRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin">;
  readonly jobs: Pick<Jobs, "send">;
  readonly messages: Pick<Messages, "send">;
  readonly vault: Pick<Vault, "sealWords" | "openWords">;
  readonly calendar: CalendarStore;
  /** Returns a person's name from the identity review; `null` if unknown. */
  readonly names: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
  /** Returns whether a person may switch between strategies. */
  readonly switching: (tx: Tx, personId: string) => Promise<boolean>;
};
