import type { Result } from "../../engine/values/result.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Calendar, CalendarRefusal } from "./calendar.ts";
import type { FundRoom } from "./room.ts";

/** The open orders that a holiday moves to later days, in numbers. */
export type MovedOrders = {
  readonly orders: number;
  readonly investors: number;
  /** Total amount in baht: of all buys, and of those sells that name an amount. */
  readonly baht: string;
  /** Total number of units of those sells that name units. */
  readonly units: string;
  /** Each pair of an old and a new day, with the number of orders that move from one to the other. */
  readonly days: readonly {
    readonly what: "nav" | "allotment" | "pay-by";
    readonly from: string;
    readonly to: string;
    readonly orders: number;
  }[];
};

/**
 * The orders that wait for a NAV: their number, the baht of the buys, and the units reserved for the sells.
 */
export type OrdersForNav = { readonly orders: number; readonly baht: string; readonly units: string };

/**
 * The queries about orders that the fund room needs. The orders room implements them as `orderBook`. The fund
 * room cannot import it, because the orders room already depends on the fund room. So callers pass it to each
 * function. A `calendar` parameter already contains the new holiday.
 */
export type OrderBook = {
  /**
   * Returns the number of unfinished orders per strategy. `withoutTests` leaves out those of test accounts.
   */
  readonly openOrdersByStrategy: (
    db: Db | Tx,
    of: { readonly withoutTests: boolean },
  ) => Promise<ReadonlyMap<string, number>>;
  /** Returns the orders that wait for the NAV of a day, by strategy. */
  readonly ordersForNav: (db: Db | Tx, date: string) => Promise<ReadonlyMap<string, OrdersForNav>>;
  /** Returns the ids of people with an unfinished order in a strategy. */
  readonly orderingIn: (db: Db | Tx, strategy: string) => Promise<readonly string[]>;
  /**
   * Returns the orders that a holiday would move. Fails if an order would move to a year that is not loaded.
   */
  readonly foreseeMoves: (
    db: Db | Tx,
    of: { readonly day: string; readonly calendar: Calendar },
  ) => Promise<Result<MovedOrders, CalendarRefusal>>;
  /** Moves the orders away from a new holiday, and notifies their investors. */
  readonly moveOrders: (
    room: Pick<FundRoom, "clock" | "jobs">,
    tx: Tx,
    of: { readonly day: string; readonly calendar: Calendar; readonly change: string; readonly by: string },
  ) => Promise<Result<MovedOrders, CalendarRefusal>>;
  /** Returns, for each change of the calendar, the number of orders that it moved. */
  readonly movedByChange: (db: Db | Tx) => Promise<ReadonlyMap<string, number>>;
};
