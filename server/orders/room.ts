import type { JsonObject } from "../../engine/values/json.ts";
import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { CalendarStore } from "../fund/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Messages } from "../messages/index.ts";

/** What writing to an investor takes. */
export type LetterRoom = {
  readonly config: Pick<Config, "origin">;
  readonly messages: Pick<Messages, "send">;
  readonly vault: Pick<Vault, "openWords">;
};

/** What the orders room stands on. */
export type OrdersRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin">;
  readonly jobs: Pick<Jobs, "send">;
  readonly messages: Pick<Messages, "send">;
  readonly vault: Pick<Vault, "sealWords" | "openWords">;
  readonly calendar: CalendarStore;
  /** The fact `investor` of a person, read again in the order's own transaction; `null` if there is no such investor. */
  readonly investor: (db: Db | Tx, personId: string) => Promise<JsonObject | null>;
  /** A person's name by the identity review; `null` if it is not known. */
  readonly names: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
  /** Whether a person may switch between strategies. */
  readonly switching: (tx: Tx, personId: string) => Promise<boolean>;
};
