import type { Result } from "../../engine/values/result.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Calendar, CalendarRefusal } from "./calendar.ts";
import type { FundRoom } from "./room.ts";

/** The open orders that a holiday moves to later days. */
export type MovedOrders = {
  readonly orders: number;
  readonly investors: number;
  /** Sum in baht of the buys, and of the sells by amount. */
  readonly baht: string;
  /** Sum of the units of sells by units. */
  readonly units: string;
  /** The old and new days, each with the number of orders. */
  readonly days: readonly {
    readonly what: "nav" | "allotment" | "pay-by";
    readonly from: string;
    readonly to: string;
    readonly orders: number;
  }[];
};

/** The orders that wait for a NAV: baht of the buys, reserved units of the sells. */
export type OrdersForNav = { readonly orders: number; readonly baht: string; readonly units: string };

/**
 * The order queries that this room needs. The orders room depends on this one and implements them as
 * `orderBook`; the caller passes it to each function. `calendar` already contains the new holiday.
 */
export type OrderBook = {
  /** Returns the number of unfinished orders per strategy, with or without test accounts. */
  readonly openOrdersByStrategy: (
    db: Db | Tx,
    of: { readonly withoutTests: boolean },
  ) => Promise<ReadonlyMap<string, number>>;
  /** Returns the orders that wait for the NAV of a day, by strategy. */
  readonly ordersForNav: (db: Db | Tx, date: string) => Promise<ReadonlyMap<string, OrdersForNav>>;
  /** Returns the ids of people with an unfinished order in a strategy. */
  readonly orderingIn: (db: Db | Tx, strategy: string) => Promise<readonly string[]>;
  /**
   * Returns the orders that a holiday would move. Fails if one of the new days lies in a year that is not
   * loaded.
   */
  readonly foreseeMoves: (
    db: Db | Tx,
    of: { readonly day: string; readonly calendar: Calendar },
  ) => Promise<Result<MovedOrders, CalendarRefusal>>;
  /** Moves the orders and notifies their investors. */
  readonly moveOrders: (
    room: Pick<FundRoom, "clock" | "jobs">,
    tx: Tx,
    of: { readonly day: string; readonly calendar: Calendar; readonly change: string; readonly by: string },
  ) => Promise<Result<MovedOrders, CalendarRefusal>>;
  /** Returns the number of orders that each calendar change moved. */
  readonly movedByChange: (db: Db | Tx) => Promise<ReadonlyMap<string, number>>;
};
