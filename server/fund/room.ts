import type { JsonObject } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { FactContext } from "../flows/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Messages } from "../messages/index.ts";
import type { Calendar, CalendarRefusal } from "./calendar.ts";
import { type CalendarChanges, type CalendarStore, calendarStore } from "./calendar-store.ts";
import type { NavHistory } from "./nav-history.ts";
import { navHistory } from "./nav-history.ts";

/** Open orders that a holiday moves forward. */
export type MovedOrders = {
  readonly orders: number;
  readonly investors: number;
  /** What buyers gave and sellers asked for in baht. */
  readonly baht: string;
  /** What sellers asked for in units. */
  readonly units: string;
  /** Which day becomes which, of how many orders. */
  readonly days: readonly {
    readonly what: "nav" | "allotment" | "pay-by";
    readonly from: string;
    readonly to: string;
    readonly orders: number;
  }[];
};

/** What orders have to do with a holiday that is added; `calendar` has it already. */
export type OrdersOnHoliday = {
  /** Which would move. Refused where a day would lie in a year that is not loaded. */
  readonly foresee: (
    db: Db | Tx,
    of: { readonly day: string; readonly calendar: Calendar },
  ) => Promise<Result<MovedOrders, CalendarRefusal>>;
  /** Moves them and tells their investors. */
  readonly move: (
    room: Pick<FundDeps, "clock" | "jobs">,
    tx: Tx,
    of: { readonly day: string; readonly calendar: Calendar; readonly change: string; readonly by: string },
  ) => Promise<Result<MovedOrders, CalendarRefusal>>;
  /** How many each change of the calendar moved. */
  readonly moved: (db: Db | Tx) => Promise<ReadonlyMap<string, number>>;
};

/** What the fund room needs of the house. */
export type FundDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin" | "rootDir">;
  readonly jobs: Pick<Jobs, "send">;
  readonly messages: Pick<Messages, "send">;
  /** First and last name by the identity review; `null` where it is not known. Nobody's is unless told otherwise. */
  readonly names?: (
    db: Db | Tx,
    personId: string,
  ) => Promise<{ readonly th: string; readonly en: string } | null>;
  /** How many orders of each strategy are not finished. None unless told otherwise. */
  readonly openOrders?: (db: Db | Tx) => Promise<ReadonlyMap<string, number>>;
  /** Open orders that a late holiday moves. There are none unless told otherwise. */
  readonly ordersOnHoliday?: OrdersOnHoliday;
  /** What waits for the NAV of a day, by strategy. Nothing unless told otherwise. */
  readonly ordersForNav?: (
    db: Db | Tx,
    date: string,
  ) => Promise<
    ReadonlyMap<string, { readonly orders: number; readonly baht: string; readonly units: string }>
  >;
  /** Who has an order in a strategy that is not finished. Nobody unless told otherwise. */
  readonly orderingIn?: (db: Db | Tx, strategy: string) => Promise<readonly string[]>;
  /** The fact `investor`, fresh: an order asks it again in its own transaction. */
  readonly investor: (context: FactContext) => Promise<JsonObject | null>;
  /** Tells when the calendar was changed. Unless told, it is kept for a minute. */
  readonly calendarChanges?: CalendarChanges;
  /** Whether figures are made without test accounts; they are counted unless told otherwise. */
  readonly withoutTests?: () => boolean;
  /** Whether a person may switch between strategies; on unless told otherwise. */
  readonly switching?: (tx: Tx, personId: string) => Promise<boolean>;
};

/** What the parts of this room share. */
export type Room = FundDeps & {
  readonly calendar: CalendarStore;
  readonly history: NavHistory;
};

/** Opens the fund room; its functions take what this answers as their first argument. */
export function createFund(deps: FundDeps): Room {
  return {
    ...deps,
    calendar: calendarStore(deps.clock.wall, { changes: deps.calendarChanges }),
    history: navHistory(),
  };
}
