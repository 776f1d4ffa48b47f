import type { OrderBook } from "../fund/index.ts";
import { foreseeMoves, movedByChange, moveOrders } from "./move-orders.ts";
import { openOrdersByStrategy, orderingIn, ordersForNav } from "./open-orders.ts";

/** What the fund room asks about orders; passed with each of its calls. */
export const orderBook: OrderBook = {
  openOrdersByStrategy,
  ordersForNav,
  orderingIn,
  foreseeMoves,
  moveOrders,
  movedByChange,
};
