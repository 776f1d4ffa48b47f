import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { halfUp } from "../../domain/rounding.ts";
import { percentOfBps } from "../../domain/strategy-returns.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import type { Db } from "../db/index.ts";
import { type History, percentText, returnsOf } from "../fund/index.ts";
import { orderView, payInOf, withCounters } from "../orders/index.ts";
import { movementsOf } from "./account.ts";
import type { Overview } from "./answers.ts";
import { goingBack, moneyOnTheWay, type OwedBesides, onTheWayOf, ordersById } from "./on-the-way.ts";
import type { Room } from "./room.ts";
import { figuresOf, seriesOf, standingOf, together } from "./standing.ts";

const latestShown = 5;

/** Answers the overview of an investor. Source: specification, section 2 (My Account); decisions, "Fund". */
export async function overviewOf(room: Room, personId: string): Promise<Omit<Overview, "dealing">> {
  const histories = await room.history(room.db);
  const strategies = await room.db
    .selectFrom("strategies")
    .select(["code", "name_key", "risk_level"])
    .orderBy("position")
    .execute();
  const accounts = await room.db
    .selectFrom("holdings")
    .select(["strategy", "units", "pending_units", "cost", "since"])
    .where("person_id", "=", personId)
    .execute();
  const open = await room.db
    .selectFrom("orders")
    .selectAll()
    .where("person_id", "=", personId)
    .where((order) =>
      order.or([
        order("status", "in", ["SUBMITTED", "WAITING", "APPROVED"]),
        order.and([
          order("status", "=", "ALLOTTED"),
          order("kind", "=", "redemption"),
          order("paid_out_at", "is", null),
        ]),
      ]),
    )
    .orderBy("pay_by")
    .orderBy("placed_at")
    .orderBy("id")
    .execute();
  const latest = await room.db
    .selectFrom("orders")
    .selectAll()
    .where("person_id", "=", personId)
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .limit(latestShown)
    .execute();
  const movements = await movementsOf(room.db, personId);

  const parts = strategies.flatMap((strategy) => {
    const moved = movements.get(strategy.code);
    const account = accounts.find((one) => one.strategy === strategy.code);
    if (moved === undefined && account === undefined) return [];
    const history = histories.get(strategy.code);
    const last = history?.points.at(-1);
    if (history === undefined || last === undefined)
      throw new Error(`overviewOf: units of ${strategy.code} without any NAV`);
    const units = tenThousandthsOf(account?.units ?? "0");
    // What is held and what it cost is what the books say.
    const at = { ...standingOf(moved ?? []), cost: satangOf(account?.cost ?? "0") };
    const value = valueOfUnits({ units, nav: last.nav });
    return [{ strategy, account, history, last, units, at, value, movements: moved ?? [] }];
  });
  const held = parts.filter(({ units }) => units > 0n);
  const total = sum(held.map(({ value }) => value));

  const now = room.clock.now().toJSDate();
  const slips = await slipsWaiting(room.db, personId);
  const unpaid = open.filter(
    ({ status, pay_by }) => status === "SUBMITTED" && pay_by !== null && pay_by > now,
  );
  // What somebody is looking at already asks for nothing.
  const due = unpaid.find(({ id }) => !slips.has(id)) ?? unpaid[0];
  const payIn = due === undefined ? null : await payInOf(room, due);
  const navDates = held.map((part) => part.last.date).sort();
  const navs = new Map(
    [...histories].flatMap(([code, { points }]) => points.slice(-1).map(({ nav }) => [code, nav] as const)),
  );
  const onTheWay = onTheWayOf(open, navs, {
    owed: await owedBesides(room.db, personId),
    goesBack: await goingBack(room.db, personId),
  });
  return {
    asOf: navDates.at(-1) ?? null,
    asOfFrom: navDates[0] ?? null,
    demo: held.some((part) => part.history.demo),
    total: {
      ...figuresOf(total, together(parts.map(({ at }) => at))),
      strategyReturn1y: weightedReturn(held),
    },
    holdings: held.map(({ strategy, account, history, last, units, at, value }) => {
      const pending = tenThousandthsOf(account?.pending_units ?? "0");
      return {
        ...figuresOf(value, at),
        code: strategy.code,
        nameKey: strategy.name_key,
        riskLevel: strategy.risk_level,
        units: formatUnits(units),
        availableUnits: formatUnits(units - pending),
        availableValue: formatBaht(valueOfUnits({ units: units - pending, nav: last.nav })),
        pendingUnits: formatUnits(pending),
        averageCost: formatUnits(halfUp(at.cost * 1_000_000n, units)),
        nav: formatUnits(last.nav),
        navDate: last.date,
        since: account?.since ?? last.date,
        strategyReturn1y: percentText(returnsOf(history).year1),
        share: percentOfBps(total === 0n ? 0n : halfUp(value * 10_000n, total)),
      };
    }),
    soldOut: parts
      .filter(({ units }) => units === 0n)
      .map(({ strategy, at }) => ({
        ...figuresOf(0n, at),
        code: strategy.code,
        nameKey: strategy.name_key,
      })),
    series: seriesOf(
      parts.map(({ history, movements: moved }) => ({ points: history.points, movements: moved })),
    ),
    moneyOnTheWay: moneyOnTheWay(onTheWay),
    onTheWay,
    latestOrders: await withCounters(room, latest),
    next:
      due === undefined || payIn === null
        ? { kind: "none" }
        : {
            kind: "pay",
            order: orderView(due),
            payIn,
            slipSent: slips.has(due.id),
            unpaid: unpaid.map(orderView),
          },
  };
}

/** The orders of somebody whose slip waits for finance. */
async function slipsWaiting(db: Db, personId: string): Promise<ReadonlySet<string>> {
  const slips = await db
    .selectFrom("slips")
    .select("order_id")
    .where("person_id", "=", personId)
    .where("state", "=", "WAITING")
    .execute();
  return new Set(slips.map(({ order_id }) => order_id));
}

/** What corrected NAVs owe somebody in baht and is not paid yet, each with its order. */
async function owedBesides(db: Db, personId: string): Promise<readonly OwedBesides[]> {
  const owed = await db
    .selectFrom("payouts as p")
    .select(["p.order_id", "p.amount", "p.due_on"])
    .where("p.person_id", "=", personId)
    .where("p.compensation", "is not", null)
    .where(({ or, and, not, exists, selectFrom, eb }) =>
      or([
        eb("p.state", "in", ["DUE", "FILED"]),
        and([
          eb("p.state", "=", "RETURNED"),
          not(exists(selectFrom("payouts as next").select("next.id").whereRef("next.follows", "=", "p.id"))),
        ]),
      ]),
    )
    .execute();
  const byId = await ordersById(
    db,
    owed.map(({ order_id }) => order_id),
  );
  return owed.flatMap(({ order_id, amount, due_on }) => {
    const order = byId.get(order_id);
    return order === undefined ? [] : [{ order, amount, due: due_on }];
  });
}

/** The strategies' own return of a year by what is held of each; `null` where one of them is younger. */
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

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
