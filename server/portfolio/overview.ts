import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { halfUp } from "../../domain/rounding.ts";
import { percentOfBps } from "../../domain/strategy-returns.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import type { Db } from "../db/index.ts";
import { type History, percentText, returnsOf } from "../fund/index.ts";
import { kindsThat, orderView, payInOf, withCounters } from "../orders/index.ts";
import { movementsOf } from "./account.ts";
import type { Overview } from "./answers.ts";
import { goingBack, moneyOnTheWay, type OwedBesides, onTheWayOf, ordersById } from "./on-the-way.ts";
import { recommendedTo } from "./recommended.ts";
import type { PortfolioRoom } from "./room.ts";
import { figuresOf, type Movement, seriesOf, sharesOf, standingOf, together } from "./standing.ts";

const latestShown = 5;

/** An overview with its totals. Depending on a flag, the answer of the call leaves the totals out. */
export type WholeOverview = Omit<Overview, "dealing" | "total"> & {
  readonly total: NonNullable<Overview["total"]>;
};

/**
 * Returns the overview of an investor's account. Source: specification, section 2 (My Account); decisions,
 * "Fund".
 */
export async function overviewOf(room: PortfolioRoom, personId: string): Promise<WholeOverview> {
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
  const open = await openOrdersOf(room.db, personId);
  const latest = await latestOrdersOf(room.db, personId);
  const movements = await movementsOf(room.db, personId);

  const account = accountOf(
    strategies.flatMap(({ code, name_key: nameKey, risk_level: riskLevel }) => {
      const moved = movements.get(code);
      const books = accounts.find((one) => one.strategy === code);
      if (moved === undefined && books === undefined) return [];
      const history = histories.get(code);
      if (history === undefined) throw new Error(`overviewOf: units of ${code} without any NAV`);
      return [{ code, nameKey, riskLevel, history, movements: moved ?? [], books: books ?? null }];
    }),
  );

  const next = await nextOf(room, open, await slipsWaiting(room.db, personId));
  const navs = new Map(
    [...histories].flatMap(([code, { points }]) => points.slice(-1).map(({ nav }) => [code, nav] as const)),
  );
  const onTheWay = onTheWayOf(open, navs, {
    ...(await owedOf(room.db, personId)),
    goesBack: await goingBack(room.db, personId),
  });
  return {
    ...account,
    moneyOnTheWay: moneyOnTheWay(onTheWay),
    onTheWay,
    latestOrders: await withCounters(room, latest),
    recommended: await recommendedTo(room, personId, new Set(account.holdings.map(({ code }) => code))),
    next,
  };
}

/** An investor's position in one strategy: its NAVs, its movements, and the holding in the ledger. */
export type AccountPart = {
  readonly code: string;
  readonly nameKey: string;
  readonly riskLevel: number;
  readonly history: History;
  readonly movements: readonly Movement[];
  readonly books: {
    readonly units: string;
    readonly pending_units: string;
    readonly cost: string;
    readonly since: string;
  } | null;
};

/**
 * Computes all figures of an account at its last NAVs: for each strategy, in total, and for each day of the
 * past.
 */
export function accountOf(
  of: readonly AccountPart[],
): Pick<WholeOverview, "asOf" | "asOfFrom" | "demo" | "total" | "holdings" | "soldOut" | "series"> {
  const parts = of.map((part) => {
    const last = part.history.points.at(-1);
    if (last === undefined) throw new Error(`accountOf: units of ${part.code} without any NAV`);
    const units = tenThousandthsOf(part.books?.units ?? "0");
    // Units and cost are taken from the ledger.
    const at = { ...standingOf(part.movements), cost: satangOf(part.books?.cost ?? "0") };
    return { ...part, last, units, at, value: valueOfUnits({ units, nav: last.nav }) };
  });
  const held = parts.filter(({ units }) => units > 0n);
  const total = sum(held.map(({ value }) => value));
  const shares = sharesOf(held.map(({ value }) => value));
  const navDates = held.map((part) => part.last.date).sort();
  return {
    asOf: navDates.at(-1) ?? null,
    asOfFrom: navDates[0] ?? null,
    demo: held.some((part) => part.history.demo),
    total: {
      ...figuresOf(total, together(parts.map(({ at }) => at))),
      strategyReturn1y: weightedReturn(held),
    },
    holdings: held.map(({ code, nameKey, riskLevel, books, history, last, units, at, value }, place) => {
      const pending = tenThousandthsOf(books?.pending_units ?? "0");
      return {
        ...figuresOf(value, at),
        code,
        nameKey,
        riskLevel,
        units: formatUnits(units),
        availableUnits: formatUnits(units - pending),
        availableValue: formatBaht(valueOfUnits({ units: units - pending, nav: last.nav })),
        pendingUnits: formatUnits(pending),
        averageCost: formatUnits(halfUp(at.cost * 1_000_000n, units)),
        nav: formatUnits(last.nav),
        navDate: last.date,
        since: books?.since ?? last.date,
        strategyReturn1y: percentText(returnsOf(history).year1),
        share: percentOfBps(shares[place] ?? 0n),
      };
    }),
    soldOut: parts
      .filter(({ units }) => units === 0n)
      .map(({ code, nameKey, at }) => ({ ...figuresOf(0n, at), code, nameKey })),
    series: seriesOf(parts.map(({ history, movements }) => ({ points: history.points, movements }))),
  };
}

/**
 * Returns the orders that wait for payment, dealing or payout. The order that must be paid first is the first
 * in the list.
 */
async function openOrdersOf(db: Db, personId: string) {
  return await db
    .selectFrom("orders")
    .selectAll()
    .where("person_id", "=", personId)
    .where((order) =>
      order.or([
        order("status", "in", ["SUBMITTED", "WAITING", "APPROVED"]),
        order.and([
          order("status", "=", "ALLOTTED"),
          order(
            "kind",
            "in",
            kindsThat(({ money }) => money === "paid-out"),
          ),
          order("paid_out_at", "is", null),
        ]),
      ]),
    )
    .orderBy("pay_by")
    .orderBy("placed_at")
    .orderBy("id")
    .execute();
}

async function latestOrdersOf(db: Db, personId: string) {
  return await db
    .selectFrom("orders")
    .selectAll()
    .where("person_id", "=", personId)
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .limit(latestShown)
    .execute();
}

/**
 * Returns the investor's next task. It is the payment of the order that must be paid first, if there is one.
 */
async function nextOf(
  room: PortfolioRoom,
  open: Awaited<ReturnType<typeof openOrdersOf>>,
  slips: ReadonlySet<string>,
): Promise<Overview["next"]> {
  const now = room.clock.now().toJSDate();
  const unpaid = open.filter(
    ({ status, pay_by }) => status === "SUBMITTED" && pay_by !== null && pay_by > now,
  );
  // An order whose slip waits for finance needs no payment now. So if there is another unpaid order, that one
  // is the task.
  const due = unpaid.find(({ id }) => !slips.has(id)) ?? unpaid[0];
  const payIn = due === undefined ? null : await payInOf(room, due);
  return due === undefined || payIn === null
    ? { kind: "none" }
    : {
        kind: "pay",
        order: orderView(due),
        payIn,
        slipSent: slips.has(due.id),
        unpaid: unpaid.map(orderView),
      };
}

/** Returns the ids of a person's orders with a slip that waits for finance. */
async function slipsWaiting(db: Db, personId: string): Promise<ReadonlySet<string>> {
  const slips = await db
    .selectFrom("slips")
    .select("order_id")
    .where("person_id", "=", personId)
    .where("state", "=", "WAITING")
    .execute();
  return new Set(slips.map(({ order_id }) => order_id));
}

/**
 * Returns the compensations that are not yet paid, in baht, with their orders. Also returns the payout days
 * of sells.
 */
async function owedOf(
  db: Db,
  personId: string,
): Promise<{ readonly owed: readonly OwedBesides[]; readonly payDays: ReadonlyMap<string, string | null> }> {
  const unpaid = await db
    .selectFrom("payouts as p")
    .select(["p.order_id", "p.amount", "p.due_on", "p.state", "p.compensation"])
    .where("p.person_id", "=", personId)
    .where("p.order_id", "is not", null)
    .$narrowType<{ order_id: string }>()
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
  const besides = unpaid.filter(({ compensation }) => compensation !== null);
  const byId = await ordersById(
    db,
    besides.map(({ order_id }) => order_id),
  );
  const sales = unpaid.filter(({ compensation }) => compensation === null);
  const dayOf = ({ state, due_on }: (typeof unpaid)[number]) => (state === "RETURNED" ? null : due_on);
  return {
    owed: besides.flatMap((payout) => {
      const order = byId.get(payout.order_id);
      return order === undefined ? [] : [{ order, amount: payout.amount, due: dayOf(payout) }];
    }),
    payDays: new Map(sales.map((payout) => [payout.order_id, dayOf(payout)])),
  };
}

/**
 * Returns the one-year return of the strategies that are held, each weighted by its value. Returns `null` if
 * one of them has existed for less than a year.
 */
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
