import type { FlagName } from "../../domain/flag-names.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Files } from "../files/index.ts";
import type { CalendarStore } from "../fund/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Messages } from "../messages/index.ts";

/**
 * Delivers the event that a payment arrived to the flow instances that wait for it. Runs in the transaction
 * of the payment.
 */
export type Deliver = (
  tx: Tx,
  event: {
    readonly event: "payments.received";
    readonly match: JsonObject;
    readonly data: JsonObject;
  },
) => Promise<unknown>;

/** Dependencies of the payments room. */
export type PaymentsRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "origin">;
  readonly jobs: Pick<Jobs, "send">;
  readonly messages: Pick<Messages, "send">;
  readonly vault: Pick<Vault, "sealWords" | "openWords" | "giveWords" | "keyedHash">;
  readonly calendar: CalendarStore;
  readonly deliver: Deliver;
  readonly files: Pick<Files, "find" | "read" | "attach">;
  /** Returns whether a feature flag is on for a person. */
  readonly isOnFor: (flag: FlagName, personId: string) => Promise<boolean>;
  /** The secret with which the bank signs its messages. If it is `null`, all messages are refused. */
  readonly bankSecret: string | null;
  /** The brand's PromptPay biller id, 15 digits. If `null`, no QR code is shown. */
  readonly billerId: string | null;
  /**
   * Compares the name of an account holder with the name of a person. Returns `null` if the two cannot be
   * compared.
   */
  readonly likeness: (
    db: Db | Tx,
    personId: string,
    holder: string,
  ) => Promise<"SAME" | "CLOSE" | "PARTIAL" | "OTHER" | null>;
  /** Returns a person's name from the identity review; `null` if unknown. */
  readonly names: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
};
