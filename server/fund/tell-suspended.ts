import { findPerson, peopleWithRole } from "../accounts/index.ts";
import type { OrderBook } from "./order-book.ts";
import type { FundRoom } from "./room.ts";
import "./tables.ts";

/** The job that runs after each suspension. */
export const suspendedJob = "fund.suspended";

/**
 * Notifies finance, compliance, people who hold units of the strategy, and people with an open order in it,
 * that the strategy was suspended. Each person is notified once.
 */
export async function tellSuspended(
  room: FundRoom,
  id: string,
  orders: Pick<OrderBook, "orderingIn">,
): Promise<void> {
  const change = await room.db
    .selectFrom("strategy_dealing")
    .select(["strategy", "note"])
    .where("id", "=", id)
    .where("status", "=", "SUSPENDED")
    .where("state", "=", "APPROVED")
    .executeTakeFirst();
  if (change === undefined) return;
  const { strategy, note } = change;
  await room.db.transaction().execute(async (tx) => {
    for (const role of ["finance", "compliance"] as const)
      for (const { id: person, email, language } of await peopleWithRole(tx, role))
        await room.messages.send(tx, {
          to: email,
          template: "strategy-suspended-staff",
          language,
          data: { strategy, note, link: `${room.config.origin}/staff/strategies` },
          key: `strategy-suspended-staff:${id}:${person}`,
        });
  });
  const holders = await room.db
    .selectFrom("holdings")
    .select("person_id")
    .where("strategy", "=", strategy)
    .where("units", ">", "0")
    .execute();
  const ordering = await orders.orderingIn(room.db, strategy);
  for (const personId of new Set([...holders.map(({ person_id }) => person_id), ...ordering]))
    await room.db.transaction().execute(async (tx) => {
      const person = await findPerson(tx, personId);
      if (person === null) return;
      await room.messages.send(tx, {
        to: person.email,
        template: "strategy-suspended",
        language: person.language,
        data: { strategy, link: `${room.config.origin}/transactions` },
        key: `strategy-suspended:${id}:${personId}`,
      });
    });
}
