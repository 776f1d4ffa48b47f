import { sql } from "kysely";
import { formatBaht } from "../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { newId } from "../fund/index.ts";
import { type CorrectedOrder, correctedOrders } from "./made-good.ts";
import type { SettlementRoom } from "./room.ts";
import { ESTABLISHMENT } from "./tax-number.ts";
import "./correction-tables.ts";

/** Name of the job that writes to investors whose orders were compensated. */
export const madeGoodJob = "fund.orders-made-good";

/** Name of the job that allots orders. Operators use this name to start it by hand. */
export const allotJob = "fund.allot";

const PAGE = 1_000;
const lettersPerJob = 100;

/**
 * Posts an approved correction in the transaction of the caller, as a whole or not at all. For each order it
 * writes the compensation, ledger entries, payouts, timeline, audit lines, tax documents, and jobs for
 * letters. A second call does nothing. `orders` is the result of `correctedOrders` in the same transaction.
 * Returns the number of orders.
 */
export async function postCorrection(
  room: SettlementRoom,
  tx: Tx,
  of: { readonly id: string; readonly by: string; readonly orders?: readonly CorrectedOrder[] },
): Promise<number> {
  const correction = await tx
    .selectFrom("nav_corrections as c")
    .innerJoin("navs as n", "n.id", "c.nav_id")
    .select(["n.strategy", "n.date", "n.nav"])
    .where("c.nav_id", "=", of.id)
    .where("c.state", "=", "APPROVED")
    .where("c.posted_at", "is", null)
    .forUpdate("c")
    .executeTakeFirst();
  if (correction === undefined) return 0;
  const right = { ...correction, nav: tenThousandthsOf(correction.nav) };
  const found = of.orders ?? (await correctedOrders(tx, right, { lock: true }));
  const rows = found.filter(({ how }) => how !== "forward").map((order) => rowOf(of.id, order));
  for (let at = 0; at < rows.length; at += PAGE)
    await tx
      .insertInto("nav_compensations")
      .values(rows.slice(at, at + PAGE))
      .execute();
  const establishment = room.isOn("generate-tax-invoice-number") ? ESTABLISHMENT : null;
  const now = room.clock.now();
  await sql`select post_compensations(${of.id}::uuid, ${of.by}, ${now.toISODate()}::date, ${now.toJSDate()}::timestamptz,
    ${establishment}::text)`.execute(tx);
  const told = rows.filter(({ units, proceeds }) => !isZero(units) || !isZero(proceeds)).map(({ id }) => id);
  for (let at = 0; at < told.length; at += lettersPerJob)
    await room.jobs.send(tx, madeGoodJob, { compensations: told.slice(at, at + lettersPerJob) });
  // While the in leg with the larger amount was locked, an allotment may have passed over it. So the
  // allotment job runs once more.
  if (found.some(({ how }) => how === "switch-amount")) await room.jobs.send(tx, allotJob, {});
  await record(tx, room.clock, {
    actor: of.by,
    action: "nav-correction.post",
    subject: `nav:${of.id}`,
    detail: { orders: rows.length },
  });
  return rows.length;
}

/**
 * Posts all approved corrections that are not posted yet, each in its own transaction. Returns their number.
 */
export async function postCorrections(room: SettlementRoom): Promise<number> {
  const open = await room.db
    .selectFrom("nav_corrections")
    .select("nav_id")
    .where("state", "=", "APPROVED")
    .where("posted_at", "is", null)
    .orderBy("found_at")
    .orderBy("nav_id")
    .execute();
  for (const { nav_id: id } of open)
    await room.db
      .transaction()
      .execute((tx) => postCorrection(room, tx, { id, by: "system:nav-correction" }));
  return open.length;
}

function rowOf(navId: string, order: CorrectedOrder) {
  const { made } = order;
  return {
    id: newId(),
    nav_id: navId,
    order_id: order.id,
    person_id: order.personId,
    strategy: order.strategy,
    nav: formatUnits(order.nav),
    units: formatUnits(made.units),
    cost: formatBaht(made.cost),
    amount: formatBaht(order.amount),
    gross: formatBaht(made.gross),
    fee: formatBaht(made.fee),
    vat: formatBaht(made.vat),
    withheld: formatBaht(made.withheld),
    proceeds: formatBaht(made.proceeds),
    residue: formatBaht(made.residue),
    borne: formatBaht(made.borne),
  };
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount);
}
