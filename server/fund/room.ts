import type { FlagName } from "../../domain/flag-names.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Messages } from "../messages/index.ts";
import type { CalendarStore } from "./calendar-store.ts";
import type { NavHistory } from "./nav-history.ts";

/** Dependencies of the fund room. */
export type FundRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "origin">;
  readonly jobs: Pick<Jobs, "send">;
  readonly messages: Pick<Messages, "send">;
  /** Returns whether a feature flag is on. */
  readonly isOn: (flag: FlagName) => boolean;
  /** Returns the business calendar. It is cached until it changes. */
  readonly calendar: CalendarStore;
  /** Returns the approved NAVs of every strategy. They are cached until another one is approved. */
  readonly history: NavHistory;
};
