import { profitOf, valueOfUnits } from "../../engine/values/fund.ts";
import { formatBaht, satangOf } from "../../engine/values/money.ts";
import { halfUp } from "../../engine/values/rounding.ts";
import { percentOfBps } from "../../engine/values/strategy-returns.ts";
import { formatUnits, tenThousandthsOf } from "../../engine/values/units.ts";
import type { History } from "./nav-history.ts";
import { type OrderView, orderView } from "./orders.ts";
import type { Room } from "./room.ts";
import { percentText, returnsOf } from "./strategies.ts";
import "./tables.ts";

/** Value, principal and the investor's own profit; baht with two decimals, percent of cost or `null`. */
type Figures = {
  readonly value: string;
  readonly principal: string;
  readonly profit: string;
  readonly profitPercent: string | null;
};

/** One strategy that an investor holds. `strategyReturn1y` is the strategy's, never mixed with her profit. */
export type HoldingView = Figures & {
  readonly code: string;
  readonly nameKey: string;
  readonly riskLevel: number;
  readonly units: string;
  readonly availableUnits: string;
  readonly averageCost: string | null;
  readonly nav: string;
  readonly navDate: string;
  readonly since: string;
  readonly strategyReturn1y: string | null;
  /** Share of the total value in percent. */
  readonly share: string;
};

/** An investor's account at one glance. */
export type Overview = {
  /** The latest NAV date among her strategies; `null` before her first allotment. */
  readonly asOf: string | null;
  readonly demo: boolean;
  readonly total: Figures & {
    /** Her strategies' returns of one year, weighted by value; `null` where one is not available. */
    readonly strategyReturn1y: string | null;
  };
  readonly holdings: readonly HoldingView[];
  /** Value and principal by NAV date since her first allotment. */
  readonly series: readonly {
    readonly date: string;
    readonly value: string;
    readonly principal: string;
  }[];
  /** Baht of paid orders whose units are still to come. */
  readonly waitingForUnits: string;
  readonly latestOrders: readonly OrderView[];
  /** What to do next. */
  readonly next: { readonly kind: "pay"; readonly order: OrderView } | { readonly kind: "none" };
};

const latestShown = 5;

/** Answers the overview of an investor. Source: specification, section 2 (My Account); decisions, "Fund". */
export async function overviewOf(room: Room, personId: string): Promise<Overview> {
  const histories = await room.history(room.db);
  const held = await room.db
    .selectFrom("holdings as h")
    .innerJoin("strategies as s", "s.code", "h.strategy")
    .select([
      "h.strategy",
      "h.units",
      "h.pending_units",
      "h.cost",
      "h.since",
      "s.name_key",
      "s.risk_level",
      "s.position",
    ])
    .where("h.person_id", "=", personId)
    .where("h.units", ">", "0")
    .orderBy("s.position")
    .execute();
  const open = await room.db
    .selectFrom("orders")
    .selectAll()
    .where("person_id", "=", personId)
    .where("status", "in", ["SUBMITTED", "APPROVED"])
    .orderBy("pay_by")
    .execute();
  const latest = await room.db
    .selectFrom("orders")
    .selectAll()
    .where("person_id", "=", personId)
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .limit(latestShown)
    .execute();
  const parts = held.map((row) => {
    const history = histories.get(row.strategy);
    const last = history?.points.at(-1);
    if (history === undefined || last === undefined)
      throw new Error(`overviewOf: units of ${row.strategy} without any NAV`);
    const units = tenThousandthsOf(row.units);
    return {
      row,
      history,
      last,
      units,
      value: valueOfUnits({ units, nav: last.nav }),
      cost: satangOf(row.cost),
    };
  });
  const value = sum(parts.map((part) => part.value));
  const cost = sum(parts.map((part) => part.cost));
  const due = open.find((order) => order.status === "SUBMITTED");
  return {
    asOf: parts.map((part) => part.last.date).reduce<string | null>(later, null),
    demo: parts.some((part) => part.history.demo),
    total: { ...figures(value, cost), strategyReturn1y: weightedReturn(parts) },
    holdings: parts.map(({ row, history, last, units, ...money }) => ({
      ...figures(money.value, money.cost),
      code: row.strategy,
      nameKey: row.name_key,
      riskLevel: row.risk_level,
      units: row.units,
      availableUnits: formatUnits(units - tenThousandthsOf(row.pending_units)),
      averageCost: formatUnits(halfUp(money.cost * 1_000_000n, units)),
      nav: formatUnits(last.nav),
      navDate: last.date,
      since: row.since,
      strategyReturn1y: percentText(returnsOf(history).year1),
      share: percentOfBps(value === 0n ? 0n : halfUp(money.value * 10_000n, value)),
    })),
    series: parts.length === 0 ? [] : await seriesOf(room, personId, histories),
    waitingForUnits: formatBaht(
      sum(open.filter((order) => order.status === "APPROVED").map((order) => satangOf(order.amount ?? "0"))),
    ),
    latestOrders: latest.map(orderView),
    next: due === undefined ? { kind: "none" } : { kind: "pay", order: orderView(due) },
  };
}

function figures(value: bigint, cost: bigint): Figures {
  const { profit, ofCost } = profitOf({ value, cost });
  return {
    value: formatBaht(value),
    principal: formatBaht(cost),
    profit: formatBaht(profit),
    profitPercent: ofCost.kind === "bps" ? percentOfBps(ofCost.bps) : null,
  };
}

function weightedReturn(
  parts: readonly { readonly history: History; readonly value: bigint }[],
): string | null {
  let weighted = 0n;
  for (const { history, value } of parts) {
    const { year1 } = returnsOf(history);
    if (year1.kind === "not-available") return null;
    weighted += year1.bps * value;
  }
  const total = sum(parts.map((part) => part.value));
  return total === 0n ? null : percentOfBps(halfUp(weighted, total));
}

/** Her value on every NAV date, from what was allotted by then at that day's NAV. */
async function seriesOf(
  room: Room,
  personId: string,
  histories: ReadonlyMap<string, History>,
): Promise<Overview["series"]> {
  const bought = await room.db
    .selectFrom("orders")
    .select(["strategy", "nav_date", "units", "amount"])
    .where("person_id", "=", personId)
    .where("kind", "=", "subscription")
    .where("status", "=", "ALLOTTED")
    .orderBy("nav_date")
    .execute();
  const first = bought[0]?.nav_date;
  if (first === undefined) return [];
  const dates = new Map<string, { value: bigint; principal: bigint }>();
  for (const code of new Set(bought.map((order) => order.strategy))) {
    const mine = bought.filter((order) => order.strategy === code);
    let at = 0;
    let units = 0n;
    let principal = 0n;
    for (const point of histories.get(code)?.points ?? []) {
      if (point.date < first) continue;
      for (let order = mine[at]; order !== undefined && order.nav_date <= point.date; order = mine[at]) {
        units += tenThousandthsOf(order.units ?? "0");
        principal += satangOf(order.amount ?? "0");
        at += 1;
      }
      const day = dates.get(point.date) ?? { value: 0n, principal: 0n };
      day.value += valueOfUnits({ units, nav: point.nav });
      day.principal += principal;
      dates.set(point.date, day);
    }
  }
  return [...dates]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, day]) => ({
      date,
      value: formatBaht(day.value),
      principal: formatBaht(day.principal),
    }));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function later(one: string | null, other: string): string {
  return one === null || other > one ? other : one;
}
