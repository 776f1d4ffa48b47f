import { type Selectable, sql } from "kysely";
import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { instantText } from "../fund/index.ts";
import {
  chargesOf,
  kindOf,
  kindsThat,
  netOf,
  type Order,
  type OrderFamily,
  type OrdersTable,
  withCounters,
} from "../orders/index.ts";
import type { Transaction, TransactionPage } from "./answers.ts";
import type { PortfolioRoom } from "./room.ts";

/**
 * What the history is filtered by: a group of order kinds (both legs of a switch are in the same group), and
 * a search term.
 */
export type Wanted = { readonly kind?: OrderFamily; readonly search?: string };

/**
 * Returns one page of a person's history, newest first. `before` is the value `next` of the previous page.
 */
export async function listTransactions(
  room: PortfolioRoom,
  personId: string,
  page: Wanted & { readonly limit: number; readonly before?: string },
): Promise<TransactionPage> {
  const wanted = historyOf(room.db, personId, page);
  const { total } = await wanted
    .select((all) => all.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const from =
    page.before === undefined
      ? wanted
      : wanted.where(
          sql<boolean>`(o.placed_at, o.id) < (select placed_at, id from orders where id = ${page.before} and person_id = ${personId})`,
        );
  const rows = await newestFirst(from)
    .limit(page.limit + 1)
    .execute();
  const shown = rows.slice(0, page.limit);
  return {
    transactions: await linesOf(room, shown),
    total,
    next: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/**
 * Returns the whole history of a person for a file, newest first. It has at most `mostInFile` transactions.
 */
export async function allTransactions(
  room: PortfolioRoom,
  personId: string,
  wanted: Wanted,
): Promise<readonly Transaction[]> {
  const rows = await newestFirst(historyOf(room.db, personId, wanted))
    .limit(mostInFile)
    .execute();
  return await linesOf(room, rows);
}

/** Returns the transactions that were allotted at NAVs of a period, oldest first. */
export async function transactionsBetween(
  room: PortfolioRoom,
  personId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly Transaction[]> {
  const rows = await historyOf(room.db, personId, {})
    .where("o.status", "=", "ALLOTTED")
    .where("o.nav_date", ">=", from)
    .where("o.nav_date", "<=", to)
    .selectAll("o")
    .orderBy("o.nav_date")
    .orderBy("o.placed_at")
    .orderBy("o.id")
    .execute();
  return await linesOf(room, rows);
}

/** Returns an order as a line of the history; `null` if it is not an allotted order. */
export async function allottedTransaction(room: PortfolioRoom, order: string): Promise<Transaction | null> {
  const row = await room.db
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", order)
    .where("status", "=", "ALLOTTED")
    .executeTakeFirst();
  return row === undefined ? null : ((await linesOf(room, [row]))[0] ?? null);
}

const mostInFile = 20_000;

function historyOf(db: Db, personId: string, { kind, search = "" }: Wanted) {
  let query = db.selectFrom("orders as o").where("o.person_id", "=", personId);
  if (kind !== undefined)
    query = query.where(
      "o.kind",
      "in",
      kindsThat(({ family }) => family === kind),
    );
  // As in every search, upper and lower case, spaces, hyphens and dots are ignored: `mbtca` finds `M-BTCA`.
  const words = search.toLowerCase().replace(/[\s.-]/g, "");
  if (words === "") return query;
  const like = `%${words.replace(/[\\%_]/g, "\\$&")}%`;
  // The search includes the reference of the other leg, so each of the two references finds both legs of a
  // switch.
  return query.where(
    sql<boolean>`regexp_replace(lower(o.strategy || ' ' || o.reference || ' ' || coalesce((select reference from orders where id = o.counter_order), '')), '[\\s.-]', '', 'g') like ${like}`,
  );
}

function newestFirst(query: ReturnType<typeof historyOf>) {
  return query.selectAll("o").orderBy("o.placed_at", "desc").orderBy("o.id", "desc");
}

type Row = Selectable<OrdersTable>;

async function linesOf(room: PortfolioRoom, rows: readonly Row[]): Promise<readonly Transaction[]> {
  const orders = await withCounters(room, rows);
  const made = await madeGood(room.db, rows);
  return rows.map((row, at) => ({
    ...transactionOf(row, orders[at] as Order),
    corrections: made.get(row.id) ?? [],
  }));
}

/** Returns, by order, the compensation for corrected NAVs that was booked. */
async function madeGood(
  db: Db,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Transaction["corrections"]>> {
  const allotted = rows.filter(({ status }) => status === "ALLOTTED").map(({ id }) => id);
  if (allotted.length === 0) return new Map();
  const { rows: made } = await sql<Transaction["corrections"][number] & { readonly order: string }>`
    select c.order_id as order, (k.posted_at at time zone ${ZONE})::date as on, c.nav, c.units, c.gross + c.amount as amount, c.fee, c.vat,
      c.gross + c.amount - c.fee - c.vat - c.withheld as net
    from nav_compensations c join nav_corrections k on k.nav_id = c.nav_id
    where c.order_id = any (${allotted}::uuid[]) and (c.units > 0 or c.gross > 0 or c.amount > 0) order by c.seq`.execute(
    db,
  );
  const byOrder = Map.groupBy(made, ({ order }) => order);
  return new Map(
    [...byOrder].map(([id, lines]) => [id, lines.map(({ order: _, ...line }) => line)] as const),
  );
}

/** Converts the database row of an order to a line of the history. */
export function transactionOf(row: Row, { step, counter }: Order): Omit<Transaction, "corrections"> {
  const { side, fee: feeKind } = kindOf(row.kind);
  const sells = side === "sell";
  const allotted = row.status === "ALLOTTED";
  const amount = sells && allotted ? row.value : row.amount;
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    status: row.status,
    step,
    strategy: row.strategy,
    placedAt: instantText(DateTime.fromJSDate(row.placed_at, { zone: ZONE }) as DateTime<true>),
    navDate: row.nav_date,
    allottedOn: row.allotted_on,
    amount,
    nav: row.nav,
    unitsIn: sells ? null : row.units,
    unitsOut: sells ? (row.units ?? row.units_wished) : null,
    sellAll: row.sell_all,
    ...chargesOf(row),
    feeKind,
    net: netOf(row),
    counter:
      counter === null ? null : { id: counter.id, reference: counter.reference, strategy: counter.strategy },
    paidOut: row.paid_out_at !== null,
  };
}
