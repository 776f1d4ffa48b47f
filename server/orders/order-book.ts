import type { OrderBook } from "../fund/index.ts";
import { foreseeMoves, movedByChange, moveOrders } from "./move-orders.ts";
import { openOrdersByStrategy, orderingIn, ordersForNav } from "./open-orders.ts";

/** The order queries that the fund room needs. They are passed to each of its calls. */
export const orderBook: OrderBook = {
  openOrdersByStrategy,
  ordersForNav,
  orderingIn,
  foreseeMoves,
  moveOrders,
  movedByChange,
};
