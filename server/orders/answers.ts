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
import { approvedKinds, orderKinds } from "./kinds/index.ts";

// Answer schemas of the calls about orders.

export const OrderStatus = named(
  "OrderStatus",
  oneOf("SUBMITTED", "WAITING", "APPROVED", "ALLOTTED", "REJECTED", "CANCELLED", "EXPIRED"),
);

/**
 * The state of an order as its investor sees it. An allotted order becomes `success` only when all its money
 * or units have arrived.
 */
export const OrderStep = named(
  "OrderStep",
  oneOf("confirm", "waiting", "approved", "success", "reject", "cancelled", "expired"),
);

const kind = oneOf(...orderKinds);

const Payout = objectOf({
  bank: { ...TEXT, description: "Code of the bank" },
  number: { ...TEXT, description: "Masked but for its last four digits" },
});

const order = {
  id: UUID,
  reference: TEXT,
  kind,
  status: OrderStatus,
  step: OrderStep,
  strategy: TEXT,
  counter: {
    ...orNull(objectOf({ id: UUID, reference: TEXT, kind, strategy: TEXT, status: OrderStatus })),
    description: "The other leg of a switch",
  },
  amount: orNull(BAHT),
  unitsWished: orNull(UNITS),
  sellAll: { ...FLAG, description: "Everything is sold, as wished or because too little would remain" },
  reservedUnits: { ...UNITS, description: "What an open sell keeps from other orders" },
  fee: BAHT,
  vat: BAHT,
  net: { ...orNull(BAHT), description: "What is invested, or what a sell brings" },
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
  payout: { ...orNull(Payout), description: "Where the money of a reduction goes" },
  sentAt: { ...orNull(INSTANT), description: "When its money was sent to the bank" },
  paidOutAt: { ...orNull(INSTANT), description: "When the bank confirmed it" },
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
      step: oneOf(
        "received",
        "paid",
        "approved",
        "moved",
        "nav",
        "allotted",
        "returned",
        "paid-out",
        "bought",
        "reject",
        "cancelled",
        "expired",
      ),
      at: orNull(INSTANT),
      expected: orNull(INSTANT),
      "holiday?": { ...DAY, description: "The late holiday that moved its days" },
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

const OrderCorrection = objectOf(
  {
    id: UUID,
    at: INSTANT,
    strategy: { ...TEXT, description: "Whose NAV was corrected: of an in leg, that of the out leg may be" },
    date: DAY,
    nav: NAV,
    units: { ...UNITS, description: "Added to the holding" },
    baht: { ...BAHT, description: "A sell brought that much more, after charges" },
    paidAt: { ...orNull(INSTANT), description: "When those baht were sent" },
  },
  "A NAV was corrected after the allotment; units and baht are 0 where its investor got as much or more, and keeps it",
);

export const OrderWithTimeline = named(
  "OrderWithTimeline",
  objectOf(
    {
      ...order,
      timeline: listOf(OrderMoment),
      payIn: orNull(PayIn),
      approvals: {
        ...orNull(objectOf({ given: WHOLE, needed: WHOLE })),
        description: "How many people approved a sell, of how many",
      },
      rejectReason: orNull(TEXT),
      corrections: listOf(OrderCorrection, "What was made good, as it happened"),
      cancellableUntil: { ...orNull(INSTANT), description: "Until when its investor may take it back" },
    },
    "An order with what happened to it and what is expected, in order",
  ),
);
export type OrderWithTimeline = TypeOf<typeof OrderWithTimeline>;

export const WaitingOrder = named(
  "WaitingOrder",
  objectOf(
    {
      id: UUID,
      reference: TEXT,
      kind: oneOf(...approvedKinds),
      strategy: TEXT,
      into: {
        ...orNull(objectOf({ reference: TEXT, strategy: TEXT })),
        description: "The in leg of a switch",
      },
      investor: { ...TEXT, description: "E-mail" },
      name: { ...orNull(objectOf({ th: TEXT, en: TEXT })), description: "By the identity review" },
      amount: orNull(BAHT),
      unitsWished: orNull(UNITS),
      sellAll: FLAG,
      reservedUnits: UNITS,
      unitsHeld: UNITS,
      unitsPending: UNITS,
      estimate: objectOf(
        { value: BAHT, nav: NAV, navDate: DAY },
        "By the last approved NAV when it was given",
      ),
      payout: orNull(Payout),
      placedAt: INSTANT,
      navDate: DAY,
      allotmentDate: DAY,
      expiresAt: orNull(INSTANT),
      needed: WHOLE,
      needsCompliance: FLAG,
      given: listOf(objectOf({ by: TEXT, role: oneOf("finance", "compliance"), at: INSTANT })),
      yours: {
        ...oneOf("open", "given", "own-nav", "not-yours"),
        description: "Whether who asks may approve: not twice, not one's own NAV, compliance last",
      },
      short: {
        ...orNull(oneOf("finance", "compliance")),
        description: "Of whom too few are left who may approve it",
      },
    },
    "A reduction or a switch that waits for approvals",
  ),
);
export type WaitingOrder = TypeOf<typeof WaitingOrder>;

export const WaitingOrders = named(
  "WaitingOrders",
  objectOf({
    waiting: listOf(WaitingOrder, "The oldest first"),
    total: { ...WHOLE, description: "How many wait, those that are not listed included" },
    yours: { ...WHOLE, description: "How many of them the caller may decide now" },
  }),
);

export const ApprovalHistory = named(
  "ApprovalHistory",
  objectOf({
    orders: listOf(
      objectOf({
        id: UUID,
        reference: TEXT,
        kind,
        strategy: TEXT,
        step: OrderStep,
        amount: orNull(BAHT),
        unitsWished: orNull(UNITS),
        sellAll: FLAG,
        placedAt: INSTANT,
      }),
    ),
  }),
);
export type ApprovalHistory = TypeOf<typeof ApprovalHistory>;

export const OrderDecidedBody = named(
  "OrderDecided",
  objectOf({ outcome: oneOf("approved", "counted", "rejected"), given: WHOLE, needed: WHOLE }),
);
