import { answer, listOf, oneOf, orNull, record } from "../http/index.ts";

const text = { type: "string" } as const;
const whole = { type: "integer" } as const;
const flag = { type: "boolean" } as const;
const baht = { type: "string", description: "Baht with two decimals, such as 10000.00" } as const;
const units = { type: "string", description: "Units with four decimals" } as const;
const nav = { type: "string", description: "Baht a unit with four decimals" } as const;
const percent = { type: "string", description: "Percent with two decimals, such as -12.50" } as const;
const bps = { type: "integer", description: "Hundredths of a percent" } as const;
const date = { type: "string", format: "date" } as const;
const instant = { type: "string", format: "date-time" } as const;

const figures = { value: baht, principal: baht, profit: baht, profitPercent: orNull(percent) };

const strategy = {
  code: text,
  nameKey: text,
  riskLevel: { type: "integer", description: "1 to 8" },
  open: { type: "boolean", description: "Whether it takes orders" },
  demo: { type: "boolean", description: "Demonstration values stand in its history" },
  nav: orNull(record({ value: nav, date })),
  returns: answer("Returns"),
  trend: listOf(nav, "About once a week over the last year"),
  fees: record({
    frontEndBps: bps,
    vatBps: bps,
    managementBps: bps,
    reductionProfitBps: bps,
    switchInBps: bps,
  }),
  minimums: record({ first: baht, next: baht, reduction: baht, remainder: baht }),
  startingNav: nav,
  startedOn: date,
  netAssets: orNull(baht),
};

const order = {
  id: { type: "string", format: "uuid" },
  reference: text,
  kind: oneOf("subscription", "redemption", "switch-out", "switch-in"),
  status: answer("OrderStatus"),
  step: oneOf("confirm", "waiting", "approved", "success", "reject", "cancelled", "expired"),
  strategy: text,
  amount: orNull(baht),
  fee: baht,
  vat: baht,
  net: orNull(baht),
  method: { type: ["string", "null"], enum: ["qr", "transfer", null] },
  riskAcknowledged: flag,
  placedAt: instant,
  navDate: date,
  allotmentDate: date,
  payBy: orNull(instant),
  paidAt: orNull(instant),
  nav: orNull(nav),
  units: orNull(units),
  value: orNull(baht),
  allottedOn: orNull(date),
};

const dealing = orNull(answer("Dealing"));

/** What the fund's calls answer. `tests/server/fund/answers.test.ts` holds real answers and the room's types against it. */
export const FUND_ANSWERS = {
  Dealing: record(
    {
      today: date,
      now: instant,
      navDate: date,
      cutOff: instant,
      allotmentDate: date,
      payBy: instant,
      beforeCutOff: flag,
    },
    "Which NAV an order given now gets, by the server's clock",
  ),
  Returns: record(
    {
      day1: orNull(percent),
      days7: orNull(percent),
      months3: orNull(percent),
      months6: orNull(percent),
      year1: orNull(percent),
      yearToDate: orNull(percent),
      sinceInception: orNull(percent),
      sinceInceptionPerYear: flag,
      maxDrawdown: orNull(record({ percent, peak: date, trough: date })),
    },
    "A strategy's returns; null where its history is too short",
  ),
  Strategy: record(strategy, "A strategy with what it did, costs and asks"),
  StrategyList: record({ strategies: listOf(answer("Strategy")), dealing }),
  StrategyWithHistory: record(
    { ...strategy, history: listOf(record({ date, nav })), dealing },
    "A strategy with its whole NAV history",
  ),
  OrderStatus: oneOf("SUBMITTED", "WAITING", "APPROVED", "ALLOTTED", "REJECTED", "CANCELLED", "EXPIRED"),
  Order: record(order, "An order as its investor sees it"),
  OrderPage: record({ orders: listOf(answer("Order")), total: whole, next: orNull(text) }),
  OrderMoment: record(
    {
      step: oneOf("received", "paid", "nav", "allotted", "reject", "cancelled", "expired"),
      at: orNull(instant),
      expected: orNull(instant),
    },
    "One line of an order's life: when it happened, or when it is expected",
  ),
  OrderWithTimeline: record(
    { ...order, timeline: listOf(answer("OrderMoment")) },
    "An order with what happened to it and what is expected, in order",
  ),
  Holding: record(
    {
      ...figures,
      code: text,
      nameKey: text,
      riskLevel: whole,
      units,
      availableUnits: units,
      averageCost: orNull(text),
      nav,
      navDate: date,
      since: date,
      strategyReturn1y: orNull(percent),
      share: { type: "string", description: "Of the total value, in percent" },
    },
    "One strategy that an investor holds; the strategy's return is never mixed with her profit",
  ),
  Overview: record(
    {
      asOf: orNull(date),
      demo: flag,
      total: record({ ...figures, strategyReturn1y: orNull(percent) }),
      holdings: listOf(answer("Holding")),
      series: listOf(record({ date, value: baht, principal: baht })),
      waitingForUnits: baht,
      latestOrders: listOf(answer("Order")),
      next: {
        oneOf: [
          record({ kind: { const: "pay" }, order: answer("Order") }),
          record({ kind: { const: "none" } }),
        ],
      },
      dealing,
    },
    "An investor's account at one glance",
  ),
};
