import {
  answer,
  DAY,
  FLAG,
  INSTANT,
  listOf,
  objectOf,
  oneOf,
  orNull,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";

const baht = { type: "string", description: "Baht with two decimals, such as 10000.00" } as const;
const units = { type: "string", description: "Units with four decimals" } as const;
const nav = { type: "string", description: "Baht a unit with four decimals" } as const;
const percent = { type: "string", description: "Percent with two decimals, such as -12.50" } as const;
const bps = { type: "integer", description: "Hundredths of a percent" } as const;

const figures = {
  value: baht,
  principal: baht,
  profit: baht,
  profitPercent: orNull(percent),
  fees: { ...baht, description: "Front-end fee and VAT within the principal" },
  beforeFees: { ...baht, description: "Profit before those fees" },
};

const strategy = {
  code: TEXT,
  nameKey: TEXT,
  riskLevel: { type: "integer", description: "1 to 8" },
  open: { type: "boolean", description: "Whether it takes orders" },
  demo: { type: "boolean", description: "Demonstration values stand in its history" },
  nav: orNull(objectOf({ value: nav, date: DAY })),
  returns: answer("Returns"),
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

const order = {
  id: UUID,
  reference: TEXT,
  kind: oneOf("subscription", "redemption", "switch-out", "switch-in"),
  status: answer("OrderStatus"),
  step: oneOf("confirm", "waiting", "approved", "success", "reject", "cancelled", "expired"),
  strategy: TEXT,
  amount: orNull(baht),
  fee: baht,
  vat: baht,
  net: orNull(baht),
  method: { type: ["string", "null"], enum: ["qr", "transfer", null] },
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

const dealing = orNull(answer("Dealing"));

/** What the fund's calls answer. `tests/server/fund/answers.test.ts` holds real answers and the room's types against it. */
export const FUND_ANSWERS = {
  Dealing: objectOf(
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
  Returns: objectOf(
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
  Strategy: objectOf(strategy, "A strategy with what it did, costs and asks"),
  StrategyList: objectOf({ strategies: listOf(answer("Strategy")), dealing }),
  StrategyWithHistory: objectOf(
    { ...strategy, history: listOf(objectOf({ date: DAY, nav })), dealing },
    "A strategy with its whole NAV history",
  ),
  OrderStatus: oneOf("SUBMITTED", "WAITING", "APPROVED", "ALLOTTED", "REJECTED", "CANCELLED", "EXPIRED"),
  Order: objectOf(order, "An order as its investor sees it"),
  OrderPage: objectOf({ orders: listOf(answer("Order")), total: WHOLE, next: orNull(TEXT) }),
  OrderMoment: objectOf(
    {
      step: oneOf("received", "paid", "nav", "allotted", "reject", "cancelled", "expired"),
      at: orNull(INSTANT),
      expected: orNull(INSTANT),
    },
    "One line of an order's life: when it happened, or when it is expected",
  ),
  PayIn: objectOf(
    {
      account: orNull(objectOf({ bank: TEXT, holder: TEXT, number: TEXT, demo: FLAG })),
      days: listOf(
        objectOf({ before: INSTANT, navDate: DAY }),
        "The order gets the NAV of the first day whose instant the money comes before",
      ),
    },
    "How an unpaid order can be paid, and which day's NAV that gives",
  ),
  OrderWithTimeline: objectOf(
    { ...order, timeline: listOf(answer("OrderMoment")), payIn: orNull(answer("PayIn")) },
    "An order with what happened to it and what is expected, in order",
  ),
  Holding: objectOf(
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
      share: { type: "string", description: "Of the total value, in percent" },
    },
    "One strategy that an investor holds; the strategy's return is never mixed with her profit",
  ),
  Overview: objectOf(
    {
      asOf: orNull(DAY),
      asOfFrom: orNull(DAY),
      demo: FLAG,
      total: objectOf({ ...figures, strategyReturn1y: orNull(percent) }),
      holdings: listOf(answer("Holding")),
      series: listOf(objectOf({ date: DAY, value: baht, principal: baht })),
      waitingForUnits: baht,
      onTheWay: listOf(answer("Order"), "Paid orders whose units are still to come"),
      latestOrders: listOf(answer("Order")),
      next: {
        oneOf: [
          objectOf({ kind: { const: "pay" }, order: answer("Order"), payIn: answer("PayIn") }),
          objectOf({ kind: { const: "none" } }),
        ],
      },
      dealing,
    },
    "An investor's account at one glance",
  ),
  NavEntry: objectOf(
    {
      id: UUID,
      strategy: TEXT,
      date: DAY,
      nav,
      status: oneOf("ENTERED", "APPROVED", "REJECTED"),
      demo: FLAG,
      reason: orNull(TEXT),
      enteredBy: { type: ["string", "null"], description: "E-mail of the colleague" },
      enteredByYou: FLAG,
      decidedBy: orNull(TEXT),
    },
    "A NAV that somebody of finance entered; another approves or rejects it",
  ),
  NavEntered: objectOf({ id: UUID }),
  NavDecided: objectOf({ status: oneOf("APPROVED", "REJECTED") }),
  SetAside: objectOf(
    {
      order: UUID,
      reference: TEXT,
      strategy: TEXT,
      amount: baht,
      navDate: DAY,
      since: INSTANT,
      triedAt: INSTANT,
      tries: WHOLE,
      reason: { type: "string", description: "SQLSTATE and sentence of the database" },
    },
    "A paid order that the allotment could not turn into units, and why",
  ),
  NavDay: objectOf(
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
          entry: orNull(answer("NavEntry")),
        }),
      ),
      waiting: listOf(answer("NavEntry"), "Of any day, until somebody else decides"),
      setAside: listOf(
        answer("SetAside"),
        "Paid orders that could not be allotted; each allotment tries again",
      ),
    },
    "NAVs of one day, and those that wait for an approval",
  ),
};
