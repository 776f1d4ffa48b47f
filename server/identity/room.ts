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

/** The server's own answer to the rule `able-to-invest` for the fact `investor`; what is missing refuses. */
export type AbleToInvest = (investor: JsonObject) => Promise<boolean>;

/** What the parts of this room share. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "origin" | "rootDir">;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly jobs: Pick<Jobs, "send" | "work" | "schedule">;
  readonly messages: Pick<Messages, "send">;
  readonly files: Pick<Files, "find" | "read">;
  readonly accounts: Accounts;
  readonly texts: Texts;
  readonly isOn: (flag: FlagName) => boolean;
  /** Whether a switch is on for somebody; not asked within a transaction. */
  readonly isOnFor: (flag: FlagName, personId: string) => Promise<boolean>;
  readonly ableToInvest: AbleToInvest;
  /**
   * A version of the flow by which identities are sent in, and where its module lies; the published one for `null`, or where
   * that version is not to be had. `null` while there is none.
   */
  readonly sentBy: (
    version: string | null,
  ) => Promise<{ readonly definition: Definition; readonly module: string } | null>;
  /** Answers that the flow asked for beyond what this room's effects take. */
  readonly records: Pick<Records, "of">;
  readonly onboarding: Onboarding;
  /** Key of the hashes by which equal cards are found. */
  readonly hashKey: Buffer;
  /** The vendors, looked up at each use: the sandbox's port is known only once it listens. */
  readonly vendors: () => Readonly<Record<VendorName, IdentityVendor>>;
  readonly register: () => CardRegister;
  /** The national digital ID platform. */
  readonly ndid: () => NdidGateway;
  /** The watch lists that people are screened against. */
  readonly watch: WatchSource;
  readonly webhookSecret: () => string;
  /** The `count`-th business day after a date; `null` where that year's holidays are not loaded. */
  readonly businessDayAfter: (tx: Tx, from: string, count: number) => Promise<string | null>;
};
