import { sql } from "kysely";
import type { DateTime } from "luxon";
import { writeToInvestor } from "../orders/index.ts";
import type { Room } from "./room.ts";
import { tellFinance } from "./set-aside.ts";
import "./tables.ts";

/** The job that writes to investors whose orders were allotted. */
export const allottedJob = "fund.orders-allotted";

const batchSize = 1_000;
const messagesPerJob = 100;

/**
 * Allots every paid order whose NAV is approved and whose T+1 has come, a batch per transaction. Stopped anywhere it goes
 * on where it was; run twice it finds nothing to do. An order that cannot be allotted is set aside with the reason, and
 * finance is told; at the end those set aside earlier are tried again. Answers how many orders it allotted and set aside.
 */
export async function allot(
  room: Room,
  now: DateTime<true> = room.clock.now(),
  options: { readonly batchSize?: number; readonly mayGoOn?: () => boolean } = {},
): Promise<{ readonly orders: number; readonly setAside: number }> {
  const size = options.batchSize ?? batchSize;
  const mayGoOn = options.mayGoOn ?? (() => true);
  let orders = 0;
  let setAside = 0;
  for (const again of [false, true])
    while (mayGoOn()) {
      const batch = await allotBatch(room, now, { size, again });
      orders += batch.allotted.length;
      if (!again) setAside += batch.setAside.length;
      if (batch.allotted.length + batch.setAside.length < size) break;
    }
  return { orders, setAside };
}

async function allotBatch(
  room: Room,
  now: DateTime<true>,
  of: { readonly size: number; readonly again: boolean },
): Promise<{ readonly allotted: readonly string[]; readonly setAside: readonly string[] }> {
  return await room.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ order_id: string; set_aside: boolean }>`
      select * from allot_batch(${now.toISODate()}::date, ${now.toJSDate()}::timestamptz, ${of.size}, ${of.again})`.execute(
      tx,
    );
    const allotted = rows.filter((row) => !row.set_aside).map((row) => row.order_id);
    const setAside = rows.filter((row) => row.set_aside).map((row) => row.order_id);
    for (let at = 0; at < allotted.length; at += messagesPerJob)
      await room.jobs.send(tx, allottedJob, { orders: allotted.slice(at, at + messagesPerJob) });
    if (!of.again) await tellFinance(room, tx, setAside);
    return { allotted, setAside };
  });
}

/** Writes to the investors of allotted orders; each gets one message, however often this runs, and whatever becomes of others. */
export async function announceAllotted(room: Room, orders: readonly string[]): Promise<void> {
  const faults: unknown[] = [];
  for (const order of orders)
    await room.db
      .transaction()
      .execute((tx) => writeToInvestor(room, tx, { template: "order-allotted", order }))
      .catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, `announceAllotted: ${faults.length} not written`);
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
