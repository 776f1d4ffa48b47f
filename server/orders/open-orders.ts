import type { Db, Tx } from "../db/index.ts";
import "./tables.ts";

/** How many orders of each strategy are neither finished nor allotted. */
export async function openOrdersByStrategy(db: Db | Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("orders")
    .select(["strategy", (orders) => orders.fn.countAll<number>().as("count")])
    .where("status", "in", ["SUBMITTED", "WAITING", "APPROVED"])
    .groupBy("strategy")
    .execute();
  return new Map(rows.map(({ strategy, count }) => [strategy, Number(count)]));
}

/** Whose orders in a strategy are neither finished nor allotted. */
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
