import { sql } from "kysely";
import type { DateTime } from "luxon";
import { writeToInvestor } from "./order-messages.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** The job that writes to investors whose orders were allotted. */
export const allottedJob = "fund.orders-allotted";

const batchSize = 1_000;
const messagesPerJob = 100;

/**
 * Allots every paid order whose NAV is approved and whose T+1 has come, a batch per transaction. Stopped anywhere it goes
 * on where it was; run twice it finds nothing to do. Answers how many orders it allotted.
 */
export async function allot(
  room: Room,
  now: DateTime<true> = room.clock.now(),
  options: { readonly batchSize?: number; readonly mayGoOn?: () => boolean } = {},
): Promise<{ readonly orders: number }> {
  const size = options.batchSize ?? batchSize;
  const mayGoOn = options.mayGoOn ?? (() => true);
  let orders = 0;
  while (mayGoOn()) {
    const batch = await room.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from allot_batch(${now.toISODate()}::date, ${now.toJSDate()}::timestamptz, ${size}) as id`.execute(
        tx,
      );
      for (let at = 0; at < rows.length; at += messagesPerJob)
        await room.jobs.send(tx, allottedJob, {
          orders: rows.slice(at, at + messagesPerJob).map((row) => row.id),
        });
      return rows.length;
    });
    orders += batch;
    if (batch < size) break;
  }
  return { orders };
}

/** Writes to the investors of allotted orders; each gets one message, however often this runs. */
export async function announceAllotted(room: Room, orders: readonly string[]): Promise<void> {
  for (const order of orders)
    await room.db
      .transaction()
      .execute((tx) => writeToInvestor(room, tx, { template: "order-allotted", order }));
}

/** Expires orders that nobody paid by the cut-off of their third business day. Answers how many. */
export async function expireUnpaid(room: Room): Promise<{ readonly orders: number }> {
  const now = room.clock.now().toJSDate();
  const expired = await room.db
    .updateTable("orders")
    .set({ status: "EXPIRED", changed_by: "system:expiry", changed_at: now, change: "{}" })
    .where("status", "=", "SUBMITTED")
    .where("pay_by", "<=", now)
    .executeTakeFirst();
  return { orders: Number(expired.numUpdatedRows) };
}
