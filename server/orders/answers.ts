import { BAHT, NAV, UNITS } from "../fund/index.ts";
import {
  DAY,
  FLAG,
  INSTANT,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  TEXT,
  type TypeOf,
  UUID,
  WHOLE,
} from "../http/index.ts";

// What calls about orders answer.

export const OrderStatus = named(
  "OrderStatus",
  oneOf("SUBMITTED", "WAITING", "APPROVED", "ALLOTTED", "REJECTED", "CANCELLED", "EXPIRED"),
);

const order = {
  id: UUID,
  reference: TEXT,
  kind: oneOf("subscription", "redemption", "switch-out", "switch-in"),
  status: OrderStatus,
  step: oneOf("confirm", "waiting", "approved", "success", "reject", "cancelled", "expired"),
  strategy: TEXT,
  amount: orNull(BAHT),
  fee: BAHT,
  vat: BAHT,
  net: orNull(BAHT),
  method: orNull(oneOf("qr", "transfer")),
  riskAcknowledged: FLAG,
  placedAt: INSTANT,
  navDate: DAY,
  allotmentDate: DAY,
  payBy: orNull(INSTANT),
  paidAt: orNull(INSTANT),
  nav: orNull(NAV),
  units: orNull(UNITS),
  value: orNull(BAHT),
  allottedOn: orNull(DAY),
};

export const Order = named("Order", objectOf(order, "An order as its investor sees it"));
export type Order = TypeOf<typeof Order>;

export const OrderPage = named(
  "OrderPage",
  objectOf({ orders: listOf(Order), total: WHOLE, next: orNull(TEXT) }),
);
export type OrderPage = TypeOf<typeof OrderPage>;

export const OrderMoment = named(
  "OrderMoment",
  objectOf(
    {
      step: oneOf("received", "paid", "nav", "allotted", "reject", "cancelled", "expired"),
      at: orNull(INSTANT),
      expected: orNull(INSTANT),
    },
    "One line of an order's life: when it happened, or when it is expected",
  ),
);
export type OrderMoment = TypeOf<typeof OrderMoment>;

export const PayIn = named(
  "PayIn",
  objectOf(
    {
      account: orNull(objectOf({ bank: TEXT, holder: TEXT, number: TEXT, demo: FLAG })),
      days: listOf(
        objectOf({ before: INSTANT, navDate: DAY }),
        "The order gets the NAV of the first day whose instant the money comes before",
      ),
    },
    "How an unpaid order can be paid, and which day's NAV that gives",
  ),
);
export type PayIn = TypeOf<typeof PayIn>;

export const OrderWithTimeline = named(
  "OrderWithTimeline",
  objectOf(
    { ...order, timeline: listOf(OrderMoment), payIn: orNull(PayIn) },
    "An order with what happened to it and what is expected, in order",
  ),
);
export type OrderWithTimeline = TypeOf<typeof OrderWithTimeline>;
