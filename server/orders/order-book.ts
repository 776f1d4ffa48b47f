import type { OrderBook } from "../fund/index.ts";
import { foreseeMoves, movedByChange, moveOrders } from "./move-orders.ts";
import { openOrdersByStrategy, orderingIn, ordersForNav } from "./open-orders.ts";

/** The order queries that the fund room needs. Callers pass them to the functions of that room. */
export const orderBook: OrderBook = {
  openOrdersByStrategy,
  ordersForNav,
  orderingIn,
  foreseeMoves,
  moveOrders,
  movedByChange,
};
