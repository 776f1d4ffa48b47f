import type { FlagName } from "../../domain/flag-names.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Files } from "../files/index.ts";
import type { Fund } from "../fund/index.ts";

/** What taking in money stands on: the fund, with the house around it. */
export type Room = Fund;

/** Tells waiting instances that money came, in the same transaction. */
export type Deliver = (
  tx: Tx,
  event: {
    readonly event: "payments.received";
    readonly match: JsonObject;
    readonly data: JsonObject;
  },
) => Promise<unknown>;

/** What the desks, slips and banks of this room need beside it. */
export type PaymentsRoom = Room & {
  readonly deliver: Deliver;
  readonly files: Pick<Files, "find" | "read" | "attach">;
  /** Whether a switch is on for a person. */
  readonly isOnFor: (flag: FlagName, personId: string) => Promise<boolean>;
  /** With what the bank signs its messages; `null`: none are taken. */
  readonly bankSecret: string | null;
  /** 15 digits by which PromptPay knows this brand; `null` where there is none: no code is drawn. */
  readonly billerId: string | null;
  /** How the holder's name of an account stands to a person's; `null` where it cannot be told. */
  readonly likeness: (
    db: Db | Tx,
    personId: string,
    holder: string,
  ) => Promise<"SAME" | "CLOSE" | "PARTIAL" | "OTHER" | null>;
  /** How a person is called; `null` before their identity is known. */
  readonly names: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
};
