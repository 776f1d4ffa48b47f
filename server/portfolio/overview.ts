import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { halfUp } from "../../domain/rounding.ts";
import { percentOfBps } from "../../domain/strategy-returns.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import { type History, percentText, returnsOf } from "../fund/index.ts";
import { orderView, payInOf } from "../orders/index.ts";
import type { Overview } from "./answers.ts";
import { type Bought, figuresOf, seriesOf } from "./portfolio.ts";
import type { Room } from "./room.ts";

const latestShown = 5;

/** Answers the overview of an investor. Source: specification, section 2 (My Account); decisions, "Fund". */
export async function overviewOf(room: Room, personId: string): Promise<Omit<Overview, "dealing">> {
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
  const bought = await boughtBy(room, personId);
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
      fees: sum((bought.get(row.strategy) ?? []).map((order) => order.fees)),
    };
  });
  const total = {
    value: sum(parts.map((part) => part.value)),
    cost: sum(parts.map((part) => part.cost)),
    fees: sum(parts.map((part) => part.fees)),
  };
  const paid = open
    .filter((order) => order.status === "APPROVED")
    .sort((one, other) => (one.allotment_date < other.allotment_date ? -1 : 1));
  const now = room.clock.now().toJSDate();
  const due = open.find(({ status, pay_by }) => status === "SUBMITTED" && pay_by !== null && pay_by > now);
  const payIn = due === undefined ? null : await payInOf(room, due);
  const navDates = parts.map((part) => part.last.date).sort();
  return {
    asOf: navDates.at(-1) ?? null,
    asOfFrom: navDates[0] ?? null,
    demo: parts.some((part) => part.history.demo),
    total: { ...figuresOf(total), strategyReturn1y: weightedReturn(parts) },
    holdings: parts.map(({ row, history, last, units, ...money }) => ({
      ...figuresOf(money),
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
      share: percentOfBps(total.value === 0n ? 0n : halfUp(money.value * 10_000n, total.value)),
    })),
    series: seriesOf(
      parts.map(({ row, history }) => ({ points: history.points, bought: bought.get(row.strategy) ?? [] })),
    ),
    waitingForUnits: formatBaht(sum(paid.map((order) => satangOf(order.amount ?? "0")))),
    onTheWay: paid.map(orderView),
    latestOrders: latest.map(orderView),
    next:
      due === undefined || payIn === null ? { kind: "none" } : { kind: "pay", order: orderView(due), payIn },
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

/** What each strategy's allotted orders brought, by NAV date. */
async function boughtBy(room: Room, personId: string): Promise<ReadonlyMap<string, readonly Bought[]>> {
  const orders = await room.db
    .selectFrom("orders")
    .select(["strategy", "nav_date", "units", "amount", "fee", "vat"])
    .where("person_id", "=", personId)
    .where("kind", "=", "subscription")
    .where("status", "=", "ALLOTTED")
    .orderBy("nav_date")
    .execute();
  return Map.groupBy(
    orders.map((order) => ({
      strategy: order.strategy,
      navDate: order.nav_date,
      units: tenThousandthsOf(order.units ?? "0"),
      amount: satangOf(order.amount ?? "0"),
      fees: satangOf(order.fee) + satangOf(order.vat),
    })),
    ({ strategy }) => strategy,
  );
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
