import { sql } from "kysely";
import { formatBaht, satangOf } from "../../domain/money.ts";
import type { Db, Tx } from "../db/index.ts";
import { instantText } from "../fund/index.ts";
import type { MoneyAside } from "./answers.ts";
import { momentOf } from "./moment-of.ts";
import type { HeldReason } from "./tables.ts";
import "./tables.ts";

/** Money of an investor that bought no units, and the order for which it came. */
export type AsideOf = MoneyAside & { readonly order: string };

type Row = {
  readonly id: string;
  readonly order_id: string;
  readonly amount: string;
  readonly reason: HeldReason | "order-ended";
  readonly state: MoneyAside["state"];
  readonly transferred_at: Date;
  readonly back_on: string | null;
  readonly back_to: string | null;
  readonly wanted: string;
  readonly open_until: Date | null;
};

/**
 * Returns money that came for orders but cannot pay them: too little, too much, twice, late, from a third
 * party, or for an order that ended. `of` selects it by order, case or person. The earliest comes first;
 * refunds are included. Money that resembles a booked transfer is included only once two people have
 * confirmed that it is a different transfer.
 */
export async function moneyAside(
  db: Db | Tx,
  of: { readonly order: string } | { readonly person: string } | { readonly case: string },
): Promise<readonly AsideOf[]> {
  const whose =
    "order" in of
      ? sql`o.id = ${of.order}::uuid`
      : "person" in of
        ? sql`o.person_id = ${of.person}::uuid`
        : sql`c.id = ${of.case}::uuid`;
  const { rows } = await sql<Row>`
    select c.id, o.id as order_id, c.amount, c.reason, r.state, p.transferred_at, r.day::text as back_on, r.account as back_to,
      o.amount as wanted, case when o.status = 'SUBMITTED' then o.pay_by end as open_until
    from payment_cases c join payments p on p.id = c.payment_id cross join lateral refund_stands(c.id) as r
      left join payment_cases m on m.payment_id = p.id and m.state = 'MATCHED'
      join orders o on o.id = coalesce(m.matched_order, p.order_id)
    where c.state not in ('MATCHED', 'KNOWN') and not (c.reason = 'alike' and c.state in ('OPEN', 'HELD')) and ${whose}
    order by p.transferred_at, c.opened_at, c.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    order: row.order_id,
    amount: row.amount,
    at: instantText(momentOf(row.transferred_at)),
    reason: row.reason === "alike" ? "paid-already" : row.reason,
    state: row.state,
    backOn: row.back_on,
    backTo: row.back_to,
    wanted: row.wanted,
    differs: differenceOf(row),
    openUntil: row.open_until === null ? null : instantText(momentOf(row.open_until)),
  }));
}

/**
 * Returns how the money of a paid order is refunded. For an order that ended, this is the actual refund. For
 * an open order, it is the refund that a cancellation now would cause. Returns `null` if there is nothing to
 * refund.
 */
export async function refundOfOrder(
  db: Db | Tx,
  of: { readonly order: string; readonly at: Date },
): Promise<Pick<MoneyAside, "state" | "backOn" | "backTo"> | null> {
  const { rows } = await sql<{
    state: MoneyAside["state"] | null;
    day: string | null;
    account: string | null;
  }>`select state, day::text, account from refund_of_order(${of.order}::uuid, ${of.at}::timestamptz)`.execute(
    db,
  );
  const [found] = rows;
  return found?.state == null ? null : { state: found.state, backOn: found.day, backTo: found.account };
}

/**
 * Returns the difference between the money and the amount of the order. Returns `null` if the money is held
 * for a reason that is not about the amount.
 */
function differenceOf({ reason, amount, wanted }: Row): string | null {
  if (reason === "amount-short") return formatBaht(satangOf(wanted) - satangOf(amount));
  const over = satangOf(amount) - satangOf(wanted);
  // If the money is less than the order and still too much, another part of it has already paid the order. So
  // all of this is surplus.
  return reason === "amount-over" ? (over > 0n ? formatBaht(over) : amount) : null;
}
