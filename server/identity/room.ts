import type { FlagName } from "../../domain/flag-names.ts";
import type { Definition } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Accounts } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Files } from "../files/index.ts";
import type { Records } from "../flows/index.ts";
import type { Log } from "../http/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Messages } from "../messages/index.ts";
import type { Texts } from "../texts.ts";
import type { WatchSource } from "./aml/watch-lists.ts";
import type { NdidGateway } from "./ndid/ndid-gateway.ts";
import type { Onboarding } from "./onboarding.ts";
import type { VendorName } from "./tables.ts";
import type { CardRegister, IdentityVendor } from "./vendor.ts";

/** Evaluates the rule `able-to-invest` for the fact `investor`. If data are missing, the result is false. */
export type AbleToInvest = (investor: JsonObject) => Promise<boolean>;

/** The shared dependencies of the identity module. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "origin" | "rootDir">;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly jobs: Pick<Jobs, "send" | "work" | "schedule">;
  readonly messages: Pick<Messages, "send" | "sendsSms">;
  readonly files: Pick<Files, "find" | "read">;
  readonly accounts: Accounts;
  readonly texts: Texts;
  readonly isOn: (flag: FlagName) => boolean;
  /** Returns whether a flag is on for a person. Must not be called in a transaction. */
  readonly isOnFor: (flag: FlagName, personId: string) => Promise<boolean>;
  readonly ableToInvest: AbleToInvest;
  /**
   * Returns a version of the identity flow with its JavaScript module. For `null` or an unavailable version,
   * returns the published version; `null` if none is published.
   */
  readonly sentBy: (
    version: string | null,
  ) => Promise<{ readonly definition: Definition; readonly module: string } | null>;
  /** The stored records of answers that the flow asks for and that this module's effects do not use. */
  readonly records: Pick<Records, "of">;
  readonly onboarding: Onboarding;
  /** Key of the hashes that find equal ID cards. */
  readonly hashKey: Buffer;
  /**
   * Returns the clients of the vendors. This is a function, because the sandbox's port is known only once the
   * sandbox listens.
   */
  readonly vendors: () => Readonly<Record<VendorName, IdentityVendor>>;
  readonly register: () => CardRegister;
  /** Returns the client of the national digital ID platform. */
  readonly ndid: () => NdidGateway;
  /** Source of the watch lists for screening. */
  readonly watch: WatchSource;
  readonly webhookSecret: () => string;
  /**
   * Returns the date that is `count` business days after a date; `null` if the holidays of that year are not
   * loaded.
   */
  readonly businessDayAfter: (tx: Tx, from: string, count: number) => Promise<string | null>;
};
