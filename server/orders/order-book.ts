import type { OrderBook } from "../fund/index.ts";
import { foreseeMoves, movedByChange, moveOrders } from "./move-orders.ts";
import { openOrdersByStrategy, orderingIn, ordersForNav } from "./open-orders.ts";

/**
 * The implementation of the order queries that the fund room needs. Callers pass it to functions of the fund
 * room, because that room cannot import this one.
 */
export const orderBook: OrderBook = {
  openOrdersByStrategy,
  ordersForNav,
  orderingIn,
  foreseeMoves,
  moveOrders,
  movedByChange,
};
