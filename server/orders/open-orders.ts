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
