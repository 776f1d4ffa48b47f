import type { Result } from "../../engine/values/result.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Calendar, CalendarRefusal } from "./calendar.ts";
import type { FundRoom } from "./room.ts";

/** The open orders that a holiday moves forward. */
export type MovedOrders = {
  readonly orders: number;
  readonly investors: number;
  /** The sum of buys and of sells by amount. */
  readonly baht: string;
  /** The sum of sells by units. */
  readonly units: string;
  /** Old and new days, with the number of orders. */
  readonly days: readonly {
    readonly what: "nav" | "allotment" | "pay-by";
    readonly from: string;
    readonly to: string;
    readonly orders: number;
  }[];
};

/** Orders that wait for a NAV: baht of the buys, reserved units of the sells. */
export type OrdersForNav = { readonly orders: number; readonly baht: string; readonly units: string };

/**
 * The order queries of this room. The orders room above implements them as `orderBook`; each call passes it.
 * `calendar` already contains the holiday in question.
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
  /** Returns the orders that a holiday would move. Fails if a new day lies in a year that is not loaded. */
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
