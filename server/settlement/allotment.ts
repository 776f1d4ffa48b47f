import { sql } from "kysely";
import type { DateTime } from "luxon";
import type { Tx } from "../db/index.ts";
import { writeContractNote } from "./contract-note.ts";
import type { SettlementRoom } from "./room.ts";
import { tellFinance } from "./set-aside.ts";
import { ESTABLISHMENT } from "./tax-number.ts";
import "./tables.ts";

/** Name of the job that writes to investors whose orders were allotted. */
export const allottedJob = "fund.orders-allotted";

const batchSize = 1_000;
const messagesPerJob = 100;

/**
 * Allots every order that is due and whose NAV is approved. Orders with the same strategy, NAV day and side
 * form a run; each batch of a run has its own transaction. The function can safely be interrupted, repeated
 * and run in parallel: workers share the runs, and each one returns when all runs are done. If an order
 * cannot be allotted, it is set aside with the reason, and finance is notified. At the end, orders that were
 * set aside earlier are tried again. Returns the numbers of orders that were allotted and set aside.
 */
export async function allot(
  room: SettlementRoom,
  now: DateTime<true> = room.clock.now(),
  options: { readonly batchSize?: number; readonly mayGoOn?: () => boolean } = {},
): Promise<{ readonly orders: number; readonly setAside: number }> {
  const size = options.batchSize ?? batchSize;
  const mayGoOn = options.mayGoOn ?? (() => true);
  const done = { orders: 0, setAside: 0 };
  await openRuns(room, now);
  while (mayGoOn()) {
    const batch = await allotBatch(room, now, size);
    if (batch !== null) {
      done.orders += batch.allotted.length;
      done.setAside += batch.aside.length;
    }
    // Other workers were working on all open runs. They may have only looked at a run and left it, so this
    // worker continues as long as any run is open.
    else if (await runsLeftByOthers(room)) continue;
    // An allotment can make other orders due, such as the in leg of a switch. So this worker checks again
    // whether there are open runs.
    else if ((await openRuns(room, now)) === 0) break;
  }
  while (mayGoOn()) {
    const tried = await allotAgain(room, now);
    if (tried === null) break;
    if (tried) done.orders += 1;
  }
  return done;
}

async function openRuns(room: SettlementRoom, now: DateTime<true>): Promise<number> {
  const { rows } = await sql<{ opened: number }>`
    select open_settlement_runs(${now.toISODate()}::date, ${now.toJSDate()}::timestamptz) as opened`.execute(
    room.db,
  );
  return rows[0]?.opened ?? 0;
}

/**
 * Waits for the other workers to finish with the open runs. Returns whether a run is still open after that.
 */
async function runsLeftByOthers(room: SettlementRoom): Promise<boolean> {
  const open = await room.db
    .selectFrom("settlement_runs")
    .select("strategy")
    .where("done_at", "is", null)
    .orderBy("nav_date")
    .orderBy("side", "desc")
    .orderBy("strategy")
    .forShare()
    .execute();
  return open.length > 0;
}

/**
 * Processes one batch of the oldest run on which no other worker is working. Returns `null` if there is no
 * such run.
 */
async function allotBatch(
  room: SettlementRoom,
  now: DateTime<true>,
  size: number,
): Promise<{ readonly allotted: readonly string[]; readonly aside: readonly string[] } | null> {
  return await room.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ allotted: readonly string[]; aside: readonly string[] }>`
      select allotted, aside from allot_batch(${now.toISODate()}::date, ${now.toJSDate()}::timestamptz, ${size})`.execute(
      tx,
    );
    const [batch] = rows;
    if (batch === undefined) return null;
    for (let at = 0; at < batch.allotted.length; at += messagesPerJob)
      await room.jobs.send(tx, allottedJob, { orders: batch.allotted.slice(at, at + messagesPerJob) });
    await invoice(room, tx, now, batch.allotted);
    await tellFinance(room, tx, batch.aside);
    return batch;
  });
}

/**
 * Tries again to allot the oldest order that was set aside. Returns whether it was allotted, or `null` if no
 * such order is left.
 */
async function allotAgain(room: SettlementRoom, now: DateTime<true>): Promise<boolean | null> {
  return await room.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ order_id: string; done: boolean }>`
      select * from allot_again(${now.toISODate()}::date, ${now.toJSDate()}::timestamptz)`.execute(tx);
    const [tried] = rows;
    if (tried === undefined) return null;
    if (tried.done) {
      await room.jobs.send(tx, allottedJob, { orders: [tried.order_id] });
      await invoice(room, tx, now, [tried.order_id]);
    }
    return tried.done;
  });
}

/** Issues tax invoices for charges, in the same transaction that books the charges. */
async function invoice(
  room: SettlementRoom,
  tx: Tx,
  now: DateTime<true>,
  orders: readonly string[],
): Promise<void> {
  if (!room.isOn("generate-tax-invoice-number") || orders.length === 0) return;
  await sql`select issue_tax_invoices(${ESTABLISHMENT}, ${orders}::uuid[], ${now.toISODate()}::date)`.execute(
    tx,
  );
}

/**
 * Writes to the investors of allotted orders. Nobody gets a second message about the same order, even if this
 * runs again. If one letter fails, the others are still written.
 */
export async function announceAllotted(room: SettlementRoom, orders: readonly string[]): Promise<void> {
  const faults: unknown[] = [];
  for (const order of orders)
    await room.db
      .transaction()
      .execute((tx) => writeContractNote(room, tx, order))
      .catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, `announceAllotted: ${faults.length} not written`);
}
