import { sql } from "kysely";
import { unitsBought, valueOfUnits } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import {
  type BoughtIn,
  boughtForMore,
  differenceAt,
  isMadeGood,
  type MadeGood,
  madeGoodAt,
  type Settled,
} from "../../domain/nav-correction.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import type { Db, Tx } from "../db/index.ts";
import { kindOf, kindsThat, type OrderKindName } from "../orders/index.ts";
import type { MadeGoodFigures } from "./correction-answers.ts";

/** How an order is compensated for a wrong NAV, or why it is not. */
export type MadeGoodHow =
  /** The investor gets units of the same strategy. */
  | "units"
  /** The investor gets baht, which are paid to the account that the order names. */
  | "payout"
  /** The in leg of the switch has not bought yet. It will buy for a larger amount. */
  | "switch-amount"
  /** The in leg of the switch has already bought. The compensation is made there, and has its own line. */
  | "next-leg"
  /** There is no compensation, because the investor got the right amount or more. The investor keeps it. */
  | "kept"
  /** There is no compensation, because the error is too small. The right NAV applies only from now on. */
  | "forward";

/**
 * An order that a corrected NAV affects, and how it is compensated. Baht are in satang, units in
 * ten-thousandths.
 */
export type CorrectedOrder = {
  readonly id: string;
  readonly personId: string;
  readonly strategy: string;
  readonly how: MadeGoodHow;
  /** The NAV that the order has once the correction is posted. */
  readonly nav: bigint;
  /**
   * How much more the investor should have got at the right NAV. It is negative if the investor got too much.
   * The compensation is computed from it.
   */
  readonly units: bigint;
  readonly baht: bigint;
  readonly made: MadeGood;
  /** The additional amount for which an in leg buys, because its out leg had brought too little. */
  readonly amount: bigint;
};

/** A corrected NAV, with its strategy and NAV day. */
export type RightNav = { readonly strategy: string; readonly date: string; readonly nav: bigint };

const PAGE = 1_000;

/**
 * Returns the orders of a day that were allotted at another NAV than the right one, and how each is
 * compensated. Earlier corrections are taken into account. For a switch, the in leg is included too. The
 * proposal, the preview and the posting of a correction all use this function, so that they agree. With
 * `lock`, in legs cannot change until the transaction of the caller ends.
 */
export async function correctedOrders(
  db: Db | Tx,
  of: RightNav,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<readonly CorrectedOrder[]> {
  if (lock) await lockLegs(db, of);
  const found: CorrectedOrder[] = [];
  for (let last: string | null = null; ; ) {
    const rows: readonly Row[] = await page(db, of, last);
    const moved = rows.flatMap((row) =>
      kindOf(row.kind).leg === "out" && row.counter_order ? [row.counter_order] : [],
    );
    const legs = new Map((await legsOf(db, moved)).map((leg) => [leg.id, leg]));
    for (const row of rows) found.push(...linesOf(row, of, legs.get(row.counter_order ?? "")));
    last = rows.at(-1)?.id ?? null;
    if (rows.length < PAGE || last === null) return found;
  }
}

/** Returns the totals that a person sees before deciding about the compensation. */
export function figuresOf(orders: readonly CorrectedOrder[], strategy: string): MadeGoodFigures {
  const sum = (some: readonly CorrectedOrder[], value: (one: CorrectedOrder) => bigint) =>
    some.reduce((total, one) => total + value(one), 0n);
  // An in leg that gets an additional amount belongs to another strategy. So it is not counted among the
  // orders of this strategy.
  const own = orders.filter((one) => one.amount === 0n);
  const counted = own.filter(({ how }) => how !== "forward");
  const owed = orders.filter(isOwed);
  return {
    orders: own.length,
    lost: counted.filter(({ units, baht }) => units > 0n || baht > 0n).length,
    gained: counted.filter(({ units, baht }) => units < 0n || baht < 0n).length,
    forward: own.length - counted.length,
    units: formatUnits(
      sum(
        owed.filter((one) => one.strategy === strategy),
        ({ made }) => made.units,
      ),
    ),
    baht: formatBaht(sum(owed, ({ baht }) => baht)),
    payouts: formatBaht(
      sum(
        owed.filter(({ how }) => how === "payout"),
        ({ made }) => made.proceeds,
      ),
    ),
    borne: formatBaht(sum(orders, ({ made }) => made.borne)),
  };
}

/**
 * Returns whether a line counts in the total that investors get. If the compensation of an out leg goes to
 * the in leg, only the line of the in leg counts.
 */
export function isOwed({ how }: Pick<CorrectedOrder, "how">): boolean {
  return how === "units" || how === "payout" || how === "switch-amount";
}

type Row = {
  readonly id: string;
  readonly kind: OrderKindName;
  readonly status: string;
  readonly person_id: string;
  readonly strategy: string;
  readonly counter_order: string | null;
  readonly amount: string | null;
  readonly units: string | null;
  readonly nav: string | null;
  readonly value: string | null;
  readonly fee: string;
  readonly vat: string;
  readonly cost: string | null;
  readonly proceeds: string | null;
  readonly forced: boolean;
  readonly fee_bps: number | null;
  readonly vat_bps: number | null;
  readonly withheld_bps: number | null;
  /**
   * The totals of earlier corrections of this order. `standing` is the NAV that the order has after the last
   * of them.
   */
  readonly more: { readonly [sum in MoreOf]: string } & { readonly standing: string | null };
};
type MoreOf = "units" | "cost" | "amount" | "gross" | "fee" | "vat" | "withheld" | "residue" | "borne";

const ROW = sql`
  select o.id, o.kind, o.status, o.person_id, o.strategy, o.counter_order, o.amount, o.units, o.nav, o.value, o.fee, o.vat, o.cost,
    o.proceeds, o.forced, o.fee_bps, o.vat_bps, w.bps as withheld_bps, to_jsonb(c) as more
  from orders o
    left join lateral (select bps from withholding_rates where begins <= o.nav_date order by begins desc limit 1) as w on true
    cross join lateral (
      select coalesce(sum(units), 0)::text as units, coalesce(sum(cost), 0)::text as cost, coalesce(sum(amount), 0)::text as amount,
        coalesce(sum(gross), 0)::text as gross, coalesce(sum(fee), 0)::text as fee, coalesce(sum(vat), 0)::text as vat,
        coalesce(sum(withheld), 0)::text as withheld, coalesce(sum(residue), 0)::text as residue, coalesce(sum(borne), 0)::text as borne,
        (array_agg(nav order by seq desc))[1]::text as standing
      from nav_compensations where order_id = o.id
    ) as c`;

async function page(db: Db | Tx, of: RightNav, after: string | null): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`${ROW}
    where o.strategy = ${of.strategy} and o.nav_date = ${of.date}::date and o.status = 'ALLOTTED'
      and coalesce(c.standing::numeric, o.nav) <> ${formatUnits(of.nav)}::numeric
      and o.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by o.id limit ${PAGE}`.execute(db);
  return rows;
}

async function legsOf(db: Db | Tx, ids: readonly string[]): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  return (await sql<Row>`${ROW} where o.id = any (${ids}::uuid[])`.execute(db)).rows;
}

/** Waits until no allotment of these in legs is in progress, and prevents that one begins. */
async function lockLegs(db: Db | Tx, of: RightNav): Promise<void> {
  const legs = sql`select counter_order from orders
    where strategy = ${of.strategy} and nav_date = ${of.date}::date and kind = any (${kindsThat(({ leg }) => leg === "out")}::text[]) and status = 'ALLOTTED'`;
  await sql`select from settlement_runs r where r.side = 'buy' and r.done_at is null
    and (r.strategy, r.nav_date) in (select strategy, nav_date from orders where id in (${legs})) order by strategy, nav_date for update`.execute(
    db,
  );
  await sql`select from orders_set_aside where order_id in (${legs}) order by order_id for update`.execute(
    db,
  );
  await sql`select from orders where id in (${legs}) order by id for update`.execute(db);
}

/** Reads a column with an amount of baht, as satang. What rounding left over can be negative. */
function baht(text: string | null): bigint {
  if (text === null) return 0n;
  return text.startsWith("-") ? -satangOf(text.slice(1)) : satangOf(text);
}

/**
 * Returns the line for an order. If its in leg has bought for too little, also returns the line for the in
 * leg.
 */
function linesOf(row: Row, right: RightNav, leg: Row | undefined): readonly CorrectedOrder[] {
  const { nav } = right;
  const settled = settledOf(row);
  const difference = differenceAt(settled, nav);
  const line = {
    id: row.id,
    personId: row.person_id,
    strategy: row.strategy,
    nav,
    ...difference,
    amount: 0n,
  };
  const standing = tenThousandthsOf(row.more.standing ?? row.nav ?? "0");
  if (!isMadeGood({ was: standing, is: nav })) return [{ ...line, how: "forward", made: nothing }];
  const made = madeGoodAt(settled, nav);
  if (made.units > 0n) return [{ ...line, how: "units", made }];
  if (made.proceeds === 0n) return [{ ...line, how: "kept", made }];
  if (kindOf(row.kind).money === "paid-out") return [{ ...line, how: "payout", made }];
  if (leg === undefined) throw new Error(`linesOf: switch-out ${row.id} has no in leg`);
  if (leg.status !== "ALLOTTED") return [{ ...line, how: "switch-amount", made }];
  const at = tenThousandthsOf(leg.more.standing ?? leg.nav ?? "0");
  const bought = boughtForMore(boughtIn(leg), { more: made.proceeds, nav: at });
  return [
    { ...line, how: "next-leg", made },
    {
      id: leg.id,
      personId: leg.person_id,
      strategy: leg.strategy,
      how: bought.units > 0n ? "units" : "kept",
      nav: at,
      units: bought.units,
      baht: valueOfUnits({ units: bought.units, nav: at }),
      made: bought,
      amount: made.proceeds,
    },
  ];
}

const nothing: MadeGood = {
  units: 0n,
  cost: 0n,
  gross: 0n,
  fee: 0n,
  vat: 0n,
  withheld: 0n,
  proceeds: 0n,
  residue: 0n,
  borne: 0n,
};

/**
 * Converts an allotted order and its earlier compensation to the form that the computation needs. Throws if a
 * value is missing that every allotted order has.
 */
function settledOf(row: Row): Settled {
  if (kindOf(row.kind).side === "buy") return boughtIn(row);
  const { more } = row;
  const sold = tenThousandthsOf(row.units ?? "0");
  const was = tenThousandthsOf(row.nav ?? "0");
  const units = sold - tenThousandthsOf(more.units);
  const cost = baht(row.cost) - baht(more.cost);
  const borne = baht(more.borne);
  const amount = row.amount === null ? null : baht(row.amount);
  if (amount !== null && !row.forced && sold === unitsBought({ net: amount, nav: was }))
    return {
      kind: "sell-amount",
      units,
      amount,
      cost,
      residue: valueOfUnits({ units: sold, nav: was }) - amount + baht(more.residue),
      borne,
    };
  const [value, fee, vat] = [baht(row.value), baht(row.fee), baht(row.vat)];
  return {
    kind: "sell-units",
    units,
    gross: value + baht(more.gross),
    fee: fee + baht(more.fee),
    vat: vat + baht(more.vat),
    withheld: value - fee - vat - baht(row.proceeds) + baht(more.withheld),
    cost,
    feeBps: BigInt(row.fee_bps ?? 0),
    vatBps: BigInt(row.vat_bps ?? 0),
    withheldBps: BigInt(row.withheld_bps ?? 0),
    borne,
  };
}

function boughtIn(row: Row): BoughtIn {
  const { more } = row;
  if (row.units === null) throw new Error(`boughtIn: order ${row.id} has no units`);
  const first = baht(row.amount) - baht(row.fee) - baht(row.vat);
  const amount = baht(row.amount) + baht(more.amount);
  const fee = baht(row.fee) + baht(more.fee);
  const vat = baht(row.vat) + baht(more.vat);
  return {
    kind: "buy",
    units: tenThousandthsOf(row.units) + tenThousandthsOf(more.units),
    net: amount - fee - vat,
    residue: first - baht(row.value) + baht(more.residue),
    borne: baht(more.borne),
    amount,
    fee,
    vat,
    feeBps: BigInt(row.fee_bps ?? 0),
    vatBps: BigInt(row.vat_bps ?? 0),
  };
}
