import type { Selectable } from "kysely";
import { satangOf } from "../../domain/money.ts";
import { tenThousandthsOf } from "../../domain/units.ts";
import type { Db, Tx } from "../db/index.ts";
import { kindOf, kindsThat, type OrdersTable } from "../orders/index.ts";
import type { Movement } from "./standing.ts";

/**
 * Returns, for each strategy, how the allotted orders of a person changed the holding, by NAV date. All
 * figures of an account are computed from these movements. Compensation for a corrected NAV counts from the
 * order's NAV day, as if the order had been allotted at the correct NAV.
 */
export async function movementsOf(
  db: Db | Tx,
  personId: string,
): Promise<ReadonlyMap<string, readonly Movement[]>> {
  const orders = await db
    .selectFrom("orders as o")
    .innerJoinLateral(
      (made) =>
        made
          .selectFrom("nav_compensations as c")
          .whereRef("c.order_id", "=", "o.id")
          .select(({ fn, val }) => [
            fn.coalesce(fn.sum<string>("c.units"), val("0")).as("more_units"),
            fn.coalesce(fn.sum<string>("c.cost"), val("0")).as("more_cost"),
            fn.coalesce(fn.sum<string>("c.amount"), val("0")).as("more_amount"),
            fn.coalesce(fn.sum<string>("c.gross"), val("0")).as("more_gross"),
            fn.coalesce(fn.sum<string>("c.fee"), val("0")).as("more_fee"),
            fn.coalesce(fn.sum<string>("c.vat"), val("0")).as("more_vat"),
          ])
          .as("made"),
      (join) => join.onTrue(),
    )
    .select(["kind", "strategy", "nav_date", "units", "amount", "value", "cost", "fee", "vat"])
    .select(["more_units", "more_cost", "more_amount", "more_gross", "more_fee", "more_vat"])
    .where("person_id", "=", personId)
    .where("status", "=", "ALLOTTED")
    .orderBy("nav_date")
    // Buys come before sells on the same day.
    .orderBy((order) =>
      order(
        "o.kind",
        "in",
        kindsThat(({ side }) => side === "sell"),
      ),
    )
    .orderBy("reference")
    .execute();
  return Map.groupBy(
    orders.map((order) => ({ strategy: order.strategy, ...movementOf(order) })),
    ({ strategy }) => strategy,
  );
}

export type Allotted = Pick<
  Selectable<OrdersTable>,
  "kind" | "nav_date" | "units" | "amount" | "value" | "cost" | "fee" | "vat"
> & { readonly [sum in `more_${"units" | "cost" | "amount" | "gross" | "fee" | "vat"}`]: string };

/** Converts an allotted order, together with its compensation, to a movement of the holding. */
export function movementOf(order: Allotted): Movement {
  const units = tenThousandthsOf(order.units ?? "0");
  const more = tenThousandthsOf(order.more_units);
  const charged = {
    fee: satangOf(order.fee) + satangOf(order.more_fee),
    vat: satangOf(order.vat) + satangOf(order.more_vat),
  };
  const common = { kind: order.kind, navDate: order.nav_date, ...charged };
  return kindOf(order.kind).side === "buy"
    ? {
        ...common,
        units: units + more,
        gross: satangOf(order.amount ?? "0") + satangOf(order.more_amount),
        cost: 0n,
      }
    : {
        ...common,
        // If a correction gives units back to a sell by amount, these units count as never sold, and keep
        // their cost.
        units: units - more,
        gross: satangOf(order.value ?? "0") + satangOf(order.more_gross),
        cost: satangOf(order.cost ?? "0") - satangOf(order.more_cost),
      };
}
