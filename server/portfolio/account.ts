import type { Selectable } from "kysely";
import { satangOf } from "../../domain/money.ts";
import { tenThousandthsOf } from "../../domain/units.ts";
import type { Db, Tx } from "../db/index.ts";
import type { OrdersTable } from "../orders/index.ts";
import type { Movement } from "./standing.ts";

/** What each strategy's allotted orders moved, by NAV date: what every figure of an account is made of. */
export async function movementsOf(
  db: Db | Tx,
  personId: string,
): Promise<ReadonlyMap<string, readonly Movement[]>> {
  const orders = await db
    .selectFrom("orders")
    .select(["kind", "strategy", "nav_date", "units", "amount", "value", "cost", "fee", "vat"])
    .where("person_id", "=", personId)
    .where("status", "=", "ALLOTTED")
    .orderBy("nav_date")
    // On one day what comes in comes first.
    .orderBy((order) => order("kind", "in", ["redemption", "switch-out"]))
    .orderBy("reference")
    .execute();
  return Map.groupBy(
    orders.map((order) => ({ strategy: order.strategy, ...movementOf(order) })),
    ({ strategy }) => strategy,
  );
}

type Allotted = Pick<
  Selectable<OrdersTable>,
  "kind" | "nav_date" | "units" | "amount" | "value" | "cost" | "fee" | "vat"
>;

/** What one allotted order moved. */
export function movementOf(order: Allotted): Movement {
  const sells = order.kind === "redemption" || order.kind === "switch-out";
  return {
    kind: order.kind,
    navDate: order.nav_date,
    units: tenThousandthsOf(order.units ?? "0"),
    gross: satangOf((sells ? order.value : order.amount) ?? "0"),
    cost: satangOf(order.cost ?? "0"),
    fee: satangOf(order.fee),
    vat: satangOf(order.vat),
  };
}
