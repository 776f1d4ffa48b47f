import type { Selectable } from "kysely";
import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { tenThousandthsOf } from "../../domain/units.ts";
import { type OrdersTable, orderView } from "../orders/index.ts";
import type { OnTheWay } from "./answers.ts";

type Row = Selectable<OrdersTable>;

/** What a corrected NAV owes for an order besides what it brought, until it is paid. */
export type OwedBesides = { readonly order: Row; readonly amount: string; readonly due: string };

/** What of the orders of one person is between two places, soonest first. `navs`: the last NAV of each strategy. */
export function onTheWayOf(
  orders: readonly Row[],
  navs: ReadonlyMap<string, bigint>,
  owed: readonly OwedBesides[],
): readonly OnTheWay[] {
  const besides = owed.map(
    ({ order, amount, due }): OnTheWay => ({
      kind: "payout",
      order: orderView(order),
      amount,
      estimated: false,
      due,
    }),
  );
  return orders
    .flatMap((order): OnTheWay[] => {
      const kind = kindOf(order);
      if (kind === null) return [];
      return [{ kind, order: orderView(order), ...amountOf(order, kind, navs), due: order.allotment_date }];
    })
    .concat(besides)
    .sort((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0));
}

/** Money that is in no value: it left an account or a strategy and is not where it goes yet. */
export function moneyOnTheWay(items: readonly OnTheWay[]): string {
  return formatBaht(
    items
      .filter(({ kind }) => kind === "units" || kind === "payout" || kind === "transit")
      .reduce((sum, { amount }) => sum + satangOf(amount), 0n),
  );
}

function kindOf(order: Row): OnTheWay["kind"] | null {
  switch (order.kind) {
    case "subscription":
      return order.status === "APPROVED" ? "units" : null;
    case "switch-in":
      // Before its out leg is allotted there is no money: that leg is shown instead.
      return (order.status === "WAITING" || order.status === "APPROVED") && order.amount !== null
        ? "transit"
        : null;
    case "redemption":
    case "switch-out":
      if (order.status === "WAITING") return "approval";
      if (order.status === "APPROVED") return "allotment";
      return order.kind === "redemption" && order.status === "ALLOTTED" && order.paid_out_at === null
        ? "payout"
        : null;
  }
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
