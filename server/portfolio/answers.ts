import { BAHT, DealingBody, NAV, PERCENT, UNITS } from "../fund/index.ts";
import {
  DAY,
  exactly,
  exactlyOneOf,
  FLAG,
  listOf,
  named,
  objectOf,
  orNull,
  TEXT,
  type TypeOf,
  WHOLE,
} from "../http/index.ts";
import { Order, PayIn } from "../orders/index.ts";

// What calls about an investor's account answer.

const figures = {
  value: BAHT,
  principal: BAHT,
  profit: BAHT,
  profitPercent: orNull(PERCENT),
  fees: { ...BAHT, description: "Front-end fee and VAT within the principal" },
  beforeFees: { ...BAHT, description: "Profit before those fees" },
};

export const Holding = named(
  "Holding",
  objectOf(
    {
      ...figures,
      code: TEXT,
      nameKey: TEXT,
      riskLevel: WHOLE,
      units: UNITS,
      availableUnits: UNITS,
      averageCost: orNull(TEXT),
      nav: NAV,
      navDate: DAY,
      since: DAY,
      strategyReturn1y: orNull(PERCENT),
      share: { ...TEXT, description: "Of the total value, in percent" },
    },
    "One strategy that an investor holds; the strategy's return is never mixed with their profit",
  ),
);

export const Overview = named(
  "Overview",
  objectOf(
    {
      asOf: orNull(DAY),
      asOfFrom: orNull(DAY),
      demo: FLAG,
      total: objectOf({ ...figures, strategyReturn1y: orNull(PERCENT) }),
      holdings: listOf(Holding),
      series: listOf(objectOf({ date: DAY, value: BAHT, principal: BAHT })),
      waitingForUnits: BAHT,
      onTheWay: listOf(Order, "Paid orders whose units are still to come"),
      latestOrders: listOf(Order),
      next: exactlyOneOf(
        objectOf({ kind: exactly("pay"), order: Order, payIn: PayIn }),
        objectOf({ kind: exactly("none") }),
      ),
      dealing: orNull(DealingBody),
    },
    "An investor's account at one glance",
  ),
);
export type Overview = TypeOf<typeof Overview>;
