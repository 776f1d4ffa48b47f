import { peopleWithRole } from "../accounts/index.ts";
import type { Tx } from "../db/index.ts";
import type { SetAside } from "./answers.ts";
import type { SettlementRoom } from "./room.ts";
import "./tables.ts";

const namedInLetter = 10;

/**
 * Returns the orders that could not be allotted and were set aside, oldest first. Orders that were cancelled,
 * rejected or allotted since then are left out.
 */
export async function listSetAside(room: Pick<SettlementRoom, "db">): Promise<readonly SetAside[]> {
  const rows = await room.db
    .selectFrom("orders_set_aside as a")
    .innerJoin("orders as o", "o.id", "a.order_id")
    .select(["o.id", "o.reference", "o.strategy", "o.amount", "o.nav_date"])
    .select(["a.since", "a.tried_at", "a.tries", "a.reason"])
    .where("o.status", "=", "APPROVED")
    .orderBy("a.since")
    .orderBy("o.reference")
    .execute();
  return rows.map((row) => ({
    order: row.id,
    reference: row.reference,
    strategy: row.strategy,
    amount: row.amount ?? "0.00",
    navDate: row.nav_date,
    since: row.since.toISOString(),
    triedAt: row.tried_at.toISOString(),
    tries: row.tries,
    reason: row.reason,
  }));
}

/**
 * Notifies everybody in finance that orders could not be allotted. Runs in the transaction of the allotment.
 */
export async function tellFinance(room: SettlementRoom, tx: Tx, orders: readonly string[]): Promise<void> {
  const [first] = orders;
  if (first === undefined) return;
  const named = await tx
    .selectFrom("orders")
    .select("reference")
    .where("id", "in", orders.slice(0, namedInLetter))
    .orderBy("reference")
    .execute();
  const references = named.map(({ reference }) => reference).join(", ");
  for (const { id, email, language } of await peopleWithRole(tx, "finance"))
    await room.messages.send(tx, {
      to: email,
      template: "orders-set-aside",
      language,
      data: {
        count: orders.length,
        references: orders.length > namedInLetter ? `${references} …` : references,
        link: `${room.config.origin}/staff/nav`,
      },
      key: `orders-set-aside:${first}:${id}`,
    });
}
