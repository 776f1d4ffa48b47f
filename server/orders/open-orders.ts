import { sql } from "kysely";
import { isCounted } from "../accounts/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { kindsThat } from "./kinds/index.ts";
import "./tables.ts";

/** Returns, for each strategy, the number of orders that are neither finished nor allotted. */
export async function openOrdersByStrategy(
  db: Db | Tx,
  { withoutTests }: { readonly withoutTests: boolean },
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("orders")
    .select(["strategy", (orders) => orders.fn.countAll<number>().as("count")])
    .where("status", "in", ["SUBMITTED", "WAITING", "APPROVED"])
    .where(isCounted(sql`orders.person_id`, withoutTests))
    .groupBy("strategy")
    .execute();
  return new Map(rows.map(({ strategy, count }) => [strategy, Number(count)]));
}

/**
 * Returns, for each strategy, the unfinished orders that wait for the NAV of a day. `baht` is the total of
 * the buys. `units` is the total of the units reserved for sells, including sells by amount and sells of all
 * units.
 */
export async function ordersForNav(
  db: Db | Tx,
  date: string,
): Promise<ReadonlyMap<string, { readonly orders: number; readonly baht: string; readonly units: string }>> {
  const { rows } = await sql<{ strategy: string; orders: number; baht: string; units: string }>`
    select strategy, count(*)::int as orders,
      coalesce(sum(amount) filter (where kind = any (${kindsThat(({ side }) => side === "buy")}::text[])), 0)::numeric(30, 2)::text as baht,
      sum(reserved_units)::numeric(30, 4)::text as units
      from orders where nav_date = ${date}::date and status in ('WAITING', 'APPROVED') group by strategy`.execute(
    db,
  );
  return new Map(rows.map(({ strategy, ...waiting }) => [strategy, waiting]));
}

/** Returns the ids of people with orders in a strategy that are neither finished nor allotted. */
export async function orderingIn(db: Db | Tx, strategy: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("orders")
    .select("person_id")
    .distinct()
    .where("strategy", "=", strategy)
    .where("status", "in", ["SUBMITTED", "WAITING", "APPROVED"])
    .execute();
  return rows.map(({ person_id }) => person_id);
}
