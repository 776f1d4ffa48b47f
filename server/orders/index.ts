export type { AbleInvestor } from "./able-investor.ts";
export { Order, OrderStatus, OrderStep, PayIn } from "./answers.ts";
export { type CancelFailure, cancelOrder } from "./cancel-order.ts";
export { decideOrder, type OrderDecision } from "./decide-order.ts";
export { ordersEffects } from "./effects.ts";
export { expireOrders } from "./expire-orders.ts";
export { ordersFacts } from "./facts.ts";
export {
  kindOf,
  kindsThat,
  type OrderFamily,
  type OrderKindName,
  orderFamilies,
  orderFees,
  orderKinds,
} from "./kinds/index.ts";
export type { OrderKind } from "./kinds/order-kind.ts";
export {
  type PlacedRedemption,
  placeRedemption,
  type Redemption,
} from "./kinds/redemption/place-redemption.ts";
export {
  type PlacedOrder,
  placedJob,
  placeSubscription,
  type Subscription,
} from "./kinds/subscription/place-subscription.ts";
export { type PlacedSwitch, placeSwitch, type Switch } from "./kinds/switch/place-switch.ts";
export { orderBook } from "./order-book.ts";
export { ordersJobs, tellInvestor } from "./order-letters.ts";
export { writeToInvestor } from "./order-messages.ts";
export {
  chargesOf,
  findOrder,
  listOrders,
  netOf,
  orderView,
  orderWithTimeline,
  withCounters,
} from "./orders.ts";
export { ownOrder } from "./own-order.ts";
export { payInOf } from "./pay-in.ts";
export type { LetterRoom, OrdersRoom } from "./room.ts";
export { ordersRoutes } from "./routes.ts";
export type { SellWish } from "./sell-wish.ts";
export type { OrdersTable } from "./tables.ts";
export { listWaiting } from "./waiting-orders.ts";
