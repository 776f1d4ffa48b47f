import type { Selectable } from "kysely";
import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { tenThousandthsOf } from "../../domain/units.ts";
import type { Db } from "../db/index.ts";
import { kindOf, type OrdersTable, orderView } from "../orders/index.ts";
import { type AsideOf, moneyAside } from "../payments/index.ts";
import type { OnTheWay } from "./answers.ts";

type Row = Selectable<OrdersTable>;

/** Compensation for a corrected NAV that an investor has not yet got. */
export type OwedBesides = { readonly order: Row; readonly amount: string; readonly due: string | null };

/** Money that came for an order but cannot pay it, and is not yet refunded. */
export type GoesBack = {
  readonly order: Row;
  readonly amount: string;
  readonly due: string | null;
  readonly state: Exclude<AsideOf["state"], "arrived">;
};

/**
 * Returns the money and units that are on their way because of a person's orders. The earliest come first,
 * those without a day last. `navs` has the last NAV of each strategy. `payDays` has the payout day of each
 * order; it is `null` if the bank returned the money.
 */
export function onTheWayOf(
  orders: readonly Row[],
  navs: ReadonlyMap<string, bigint>,
  {
    owed,
    goesBack,
    payDays,
  }: {
    readonly owed: readonly OwedBesides[];
    readonly goesBack: readonly GoesBack[];
    readonly payDays: ReadonlyMap<string, string | null>;
  },
): readonly OnTheWay[] {
  const back = goesBack.map(
    ({ order, amount, due, state }): OnTheWay => ({
      kind: "refund",
      order: orderView(order),
      amount,
      estimated: false,
      due,
      refund: state,
    }),
  );
  const besides = owed.map(
    ({ order, amount, due }): OnTheWay => ({
      kind: "payout",
      order: orderView(order),
      amount,
      estimated: false,
      due,
      refund: null,
    }),
  );
  return orders
    .flatMap((order): OnTheWay[] => {
      const kind = kindOf(order.kind).onTheWay(order);
      if (kind === null) return [];
      const payDay = payDays.get(order.id);
      const due = payDay === undefined ? order.allotment_date : payDay;
      return [{ kind, order: orderView(order), ...amountOf(order, kind, navs), due, refund: null }];
    })
    .concat(besides, back)
    .sort((one, other) => {
      const [first, second] = [one.due ?? "9999", other.due ?? "9999"];
      return first < second ? -1 : first > second ? 1 : 0;
    });
}

/**
 * Returns the money of a person that is being refunded, or that waits for finance. Refunded money is included
 * until the bank confirms the refund.
 */
export async function goingBack(db: Db, personId: string): Promise<readonly GoesBack[]> {
  const aside = await moneyAside(db, { person: personId });
  const orders = await ordersById(
    db,
    aside.map(({ order }) => order),
  );
  return aside.flatMap(({ order: id, amount, backOn, state }) => {
    const order = orders.get(id);
    return order === undefined || state === "arrived" ? [] : [{ order, amount, due: backOn, state }];
  });
}

/** Returns the refunds of a person that were still in the company's books at the end of a day. */
export async function asideAt(
  db: Db,
  { personId, day }: { readonly personId: string; readonly day: string },
): Promise<readonly { readonly amount: string }[]> {
  const isGone = ({ state, backOn }: AsideOf) =>
    (state === "sent" || state === "arrived") && (backOn ?? "") <= day;
  return (await moneyAside(db, { person: personId })).filter(
    (aside) => aside.at.slice(0, 10) <= day && !isGone(aside),
  );
}

/** Returns the rows of the orders with these ids. */
export async function ordersById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("orders").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the total of the money that left one account or strategy and has not arrived at another, so that no
 * valuation includes it.
 */
export function moneyOnTheWay(items: readonly OnTheWay[]): string {
  return formatBaht(
    items
      .filter(({ kind }) => kind !== "approval" && kind !== "allotment")
      .reduce((sum, { amount }) => sum + satangOf(amount), 0n),
  );
}

function amountOf(
  order: Row,
  kind: OnTheWay["kind"],
  navs: ReadonlyMap<string, bigint>,
): Pick<OnTheWay, "amount" | "estimated"> {
  if (kind === "units" || kind === "transit") return { amount: order.amount ?? "0.00", estimated: false };
  if (kind === "payout") return { amount: order.proceeds ?? "0.00", estimated: false };
  if (order.amount !== null) return { amount: order.amount, estimated: false };
  const units = tenThousandthsOf(order.reserved_units);
  return {
    amount: formatBaht(valueOfUnits({ units, nav: navs.get(order.strategy) ?? 0n })),
    estimated: true,
  };
}
