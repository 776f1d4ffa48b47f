import type { Result } from "../../engine/values/result.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Calendar, CalendarRefusal } from "./calendar.ts";
import type { FundRoom } from "./room.ts";

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

/** Orders that wait for a NAV: what buyers gave in baht, what sellers promised away in units. */
export type OrdersForNav = { readonly orders: number; readonly baht: string; readonly units: string };

/**
 * What this room asks about orders. The orders room, which stands above, implements it as `orderBook`; it is passed with each
 * call. `calendar` already has the holiday that it is asked about.
 */
export type OrderBook = {
  /** Unfinished orders of each strategy, with or without those of test accounts. */
  readonly openOrdersByStrategy: (
    db: Db | Tx,
    of: { readonly withoutTests: boolean },
  ) => Promise<ReadonlyMap<string, number>>;
  /** Orders that wait for the NAV of a day, by strategy. */
  readonly ordersForNav: (db: Db | Tx, date: string) => Promise<ReadonlyMap<string, OrdersForNav>>;
  /** Ids of people with an unfinished order in a strategy. */
  readonly orderingIn: (db: Db | Tx, strategy: string) => Promise<readonly string[]>;
  /** Orders that a holiday would move. Refused if a day would lie in a year that is not loaded. */
  readonly foreseeMoves: (
    db: Db | Tx,
    of: { readonly day: string; readonly calendar: Calendar },
  ) => Promise<Result<MovedOrders, CalendarRefusal>>;
  /** Moves them and tells their investors. */
  readonly moveOrders: (
    room: Pick<FundRoom, "clock" | "jobs">,
    tx: Tx,
    of: { readonly day: string; readonly calendar: Calendar; readonly change: string; readonly by: string },
  ) => Promise<Result<MovedOrders, CalendarRefusal>>;
  /** How many orders each change of the calendar moved. */
  readonly movedByChange: (db: Db | Tx) => Promise<ReadonlyMap<string, number>>;
};
