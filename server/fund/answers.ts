import {
  DAY,
  exactly,
  exactlyOneOf,
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

// What the fund's calls answer.

const baht = { ...TEXT, description: "Baht with two decimals, such as 10000.00" };
const units = { ...TEXT, description: "Units with four decimals" };
const nav = { ...TEXT, description: "Baht a unit with four decimals" };
const percent = { ...TEXT, description: "Percent with two decimals, such as -12.50" };
const bps = { ...WHOLE, description: "Hundredths of a percent" };

const figures = {
  value: baht,
  principal: baht,
  profit: baht,
  profitPercent: orNull(percent),
  fees: { ...baht, description: "Front-end fee and VAT within the principal" },
  beforeFees: { ...baht, description: "Profit before those fees" },
};

export const Returns = named(
  "Returns",
  objectOf(
    {
      day1: orNull(percent),
      days7: orNull(percent),
      months3: orNull(percent),
      months6: orNull(percent),
      year1: orNull(percent),
      yearToDate: orNull(percent),
      sinceInception: orNull(percent),
      sinceInceptionPerYear: FLAG,
      maxDrawdown: orNull(objectOf({ percent, peak: DAY, trough: DAY })),
    },
    "A strategy's returns; null where its history is too short",
  ),
);
export type Returns = TypeOf<typeof Returns>;

const strategy = {
  code: TEXT,
  nameKey: TEXT,
  riskLevel: { ...WHOLE, description: "1 to 8" },
  open: { ...FLAG, description: "Whether it takes orders" },
  demo: { ...FLAG, description: "Demonstration values stand in its history" },
  nav: orNull(objectOf({ value: nav, date: DAY })),
  returns: Returns,
  trend: listOf(nav, "About once a week over the last year"),
  fees: objectOf({
    frontEndBps: bps,
    vatBps: bps,
    managementBps: bps,
    reductionProfitBps: bps,
    switchInBps: bps,
  }),
  minimums: objectOf({ first: baht, next: baht, reduction: baht, remainder: baht }),
  startingNav: nav,
  startedOn: DAY,
  netAssets: orNull(baht),
};

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
  amount: orNull(baht),
  fee: baht,
  vat: baht,
  net: orNull(baht),
  method: orNull(oneOf("qr", "transfer")),
  riskAcknowledged: FLAG,
  placedAt: INSTANT,
  navDate: DAY,
  allotmentDate: DAY,
  payBy: orNull(INSTANT),
  paidAt: orNull(INSTANT),
  nav: orNull(nav),
  units: orNull(units),
  value: orNull(baht),
  allottedOn: orNull(DAY),
};

export const Dealing = named(
  "Dealing",
  objectOf(
    {
      today: DAY,
      now: INSTANT,
      navDate: DAY,
      cutOff: INSTANT,
      allotmentDate: DAY,
      payBy: INSTANT,
      beforeCutOff: FLAG,
    },
    "Which NAV an order given now gets, by the server's clock",
  ),
);

const dealing = orNull(Dealing);

export const Strategy = named("Strategy", objectOf(strategy, "A strategy with what it did, costs and asks"));
export type Strategy = TypeOf<typeof Strategy>;

export const StrategyList = named("StrategyList", objectOf({ strategies: listOf(Strategy), dealing }));

export const StrategyWithHistory = named(
  "StrategyWithHistory",
  objectOf(
    { ...strategy, history: listOf(objectOf({ date: DAY, nav })), dealing },
    "A strategy with its whole NAV history",
  ),
);

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

export const Holding = named(
  "Holding",
  objectOf(
    {
      ...figures,
      code: TEXT,
      nameKey: TEXT,
      riskLevel: WHOLE,
      units,
      availableUnits: units,
      averageCost: orNull(TEXT),
      nav,
      navDate: DAY,
      since: DAY,
      strategyReturn1y: orNull(percent),
      share: { ...TEXT, description: "Of the total value, in percent" },
    },
    "One strategy that an investor holds; the strategy's return is never mixed with her profit",
  ),
);

export const Overview = named(
  "Overview",
  objectOf(
    {
      asOf: orNull(DAY),
      asOfFrom: orNull(DAY),
      demo: FLAG,
      total: objectOf({ ...figures, strategyReturn1y: orNull(percent) }),
      holdings: listOf(Holding),
      series: listOf(objectOf({ date: DAY, value: baht, principal: baht })),
      waitingForUnits: baht,
      onTheWay: listOf(Order, "Paid orders whose units are still to come"),
      latestOrders: listOf(Order),
      next: exactlyOneOf(
        objectOf({ kind: exactly("pay"), order: Order, payIn: PayIn }),
        objectOf({ kind: exactly("none") }),
      ),
      dealing,
    },
    "An investor's account at one glance",
  ),
);
export type Overview = TypeOf<typeof Overview>;

export const NavEntry = named(
  "NavEntry",
  objectOf(
    {
      id: UUID,
      strategy: TEXT,
      date: DAY,
      nav,
      status: oneOf("ENTERED", "APPROVED", "REJECTED"),
      demo: FLAG,
      reason: orNull(TEXT),
      enteredBy: { ...orNull(TEXT), description: "E-mail of the colleague" },
      enteredByYou: FLAG,
      decidedBy: orNull(TEXT),
    },
    "A NAV that somebody of finance entered; another approves or rejects it",
  ),
);

export const NavEntered = named("NavEntered", objectOf({ id: UUID }));

export const NavDecided = named("NavDecided", objectOf({ status: oneOf("APPROVED", "REJECTED") }));
export type NavDecided = TypeOf<typeof NavDecided>;

export const SetAside = named(
  "SetAside",
  objectOf(
    {
      order: UUID,
      reference: TEXT,
      strategy: TEXT,
      amount: baht,
      navDate: DAY,
      since: INSTANT,
      triedAt: INSTANT,
      tries: WHOLE,
      reason: { ...TEXT, description: "SQLSTATE and sentence of the database" },
    },
    "A paid order that the allotment could not turn into units, and why",
  ),
);
export type SetAside = TypeOf<typeof SetAside>;

export const NavDay = named(
  "NavDay",
  objectOf(
    {
      date: DAY,
      businessDay: FLAG,
      calendarLoaded: FLAG,
      from: { ...INSTANT, description: "From when the day's NAV may be entered" },
      strategies: listOf(
        objectOf({
          code: TEXT,
          nameKey: TEXT,
          before: orNull(objectOf({ date: DAY, nav })),
          entry: orNull(NavEntry),
        }),
      ),
      waiting: listOf(NavEntry, "Of any day, until somebody else decides"),
      setAside: listOf(SetAside, "Paid orders that could not be allotted; each allotment tries again"),
    },
    "NAVs of one day, and those that wait for an approval",
  ),
);
