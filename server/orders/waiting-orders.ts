import { sql } from "kysely";
import { DateTime } from "luxon";
import type { LocalDate } from "../../engine/values/local-date.ts";
import { ZONE } from "../clock/index.ts";
import { businessDayAfter, cutOffOf, instantText } from "../fund/index.ts";
import type { ApprovalHistory, WaitingOrder } from "./answers.ts";
import { businessDaysToApprove } from "./expire-orders.ts";
import { approvedKinds } from "./kinds/index.ts";
import { payoutOf, withCounters } from "./orders.ts";
import type { OrdersRoom } from "./room.ts";

const daysOfHistory = 30;
const mostShown = 100;

type Row = {
  readonly id: string;
  readonly reference: string;
  readonly kind: WaitingOrder["kind"];
  readonly strategy: string;
  readonly in_reference: string | null;
  readonly in_strategy: string | null;
  readonly investor: string;
  readonly person_id: string;
  readonly short: "finance" | "compliance" | null;
  readonly amount: string | null;
  readonly units_wished: string | null;
  readonly sell_all: boolean;
  readonly forced: boolean;
  readonly reserved_units: string;
  readonly units_held: string;
  readonly units_pending: string;
  readonly estimate: { readonly value: string; readonly nav: string; readonly navDay: string };
  readonly payout_label: string | null;
  readonly placed_at: Date;
  readonly nav_date: string;
  readonly allotment_date: string;
  readonly approvals_needed: number;
  readonly needs_compliance: boolean;
  readonly given: readonly {
    readonly by: string;
    readonly role: "finance" | "compliance";
    readonly at: string;
  }[];
  readonly is_yours: boolean;
  readonly own_nav: boolean;
};

/**
 * Returns the sells that wait for approval, oldest first, with the data that this member of staff may see.
 */
export async function listWaiting(
  room: OrdersRoom,
  staff: { readonly id: string; readonly role: string | null },
): Promise<readonly WaitingOrder[]> {
  const { rows } = await sql<Row>`
    select o.id, o.reference, o.kind, o.strategy, i.reference as in_reference, i.strategy as in_strategy, p.email as investor, o.person_id, approvers_short(o.id) as short,
      o.amount, o.units_wished, o.sell_all, o.forced, o.reserved_units, h.units as units_held, h.pending_units as units_pending,
      first.detail as estimate, o.payout_label, o.placed_at, o.nav_date, o.allotment_date, o.approvals_needed, o.needs_compliance,
      coalesce(a.given, '[]') as given, coalesce(a.is_yours, false) as is_yours,
      ${enteredBy(staff.id)} as own_nav
    from orders o join people p on p.id = o.person_id
      join holdings h on h.person_id = o.person_id and h.strategy = o.strategy
      left join orders i on i.id = o.counter_order
      cross join lateral (select detail from order_events e where e.order_id = o.id order by e.id limit 1) as first
      left join lateral (
        select json_agg(json_build_object('by', q.email, 'role', d.role, 'at', d.at) order by d.at) as given,
          bool_or(d.person_id = ${staff.id}::uuid) as is_yours
        from order_approvals d join people q on q.id = d.person_id where d.order_id = o.id
      ) as a on true
    where ${IS_WAITING}
    order by o.placed_at, o.id limit ${mostShown}`.execute(room.db);
  const calendar = await room.calendar(room.db);
  const waiting = rows.map(async (row): Promise<WaitingOrder> => {
    const last = businessDayAfter(calendar, row.nav_date as LocalDate, businessDaysToApprove);
    return {
      id: row.id,
      reference: row.reference,
      kind: row.kind,
      strategy: row.strategy,
      into:
        row.in_reference === null || row.in_strategy === null
          ? null
          : { reference: row.in_reference, strategy: row.in_strategy },
      investor: row.investor,
      name: await room.names(room.db, row.person_id),
      amount: row.amount,
      unitsWished: row.units_wished,
      sellAll: row.sell_all || row.forced,
      reservedUnits: row.reserved_units,
      unitsHeld: row.units_held,
      unitsPending: row.units_pending,
      estimate: { value: row.estimate.value, nav: row.estimate.nav, navDate: row.estimate.navDay },
      payout: payoutOf(row.payout_label),
      placedAt: momentText(row.placed_at),
      navDate: row.nav_date,
      allotmentDate: row.allotment_date,
      expiresAt: last.ok ? instantText(cutOffOf(last.value)) : null,
      needed: row.approvals_needed,
      needsCompliance: row.needs_compliance,
      given: row.given.map(({ by, role, at }) => ({ by, role, at: momentText(new Date(at)) })),
      yours: mayOf(row, staff.role),
      short: row.short,
    };
  });
  return await Promise.all(waiting);
}

/**
 * Returns how many sells wait, and how many of them this member of staff can decide now (by the rules of
 * `mayOf`).
 */
export async function countWaiting(
  room: OrdersRoom,
  staff: { readonly id: string; readonly role: string | null },
): Promise<{ readonly total: number; readonly yours: number }> {
  const { rows } = await sql<{ total: number; yours: number }>`
    select count(*)::integer as total, count(*) filter (where not a.is_yours and not ${enteredBy(staff.id)}
      and (o.needs_compliance and a.given = o.approvals_needed - 1) = ${staff.role === "compliance"})::integer as yours
    from orders o
      cross join lateral (select detail from order_events e where e.order_id = o.id order by e.id limit 1) as first
      cross join lateral (select count(*) as given, coalesce(bool_or(d.person_id = ${staff.id}::uuid), false) as is_yours
        from order_approvals d where d.order_id = o.id) as a
    where ${IS_WAITING}`.execute(room.db);
  return rows[0] ?? { total: 0, yours: 0 };
}

const IS_WAITING = sql`o.status = 'WAITING' and o.kind = any (${approvedKinds}::text[])`;

/** SQL condition: this person entered the NAV with which the sell was valued when it was placed. */
function enteredBy(person: string) {
  return sql`exists (select from navs n where n.strategy = o.strategy and n.entered_by = ${person}::uuid and n.status <> 'REJECTED'
    and n.date = (first.detail ->> 'navDay')::date)`;
}

function mayOf(row: Row, role: string | null): WaitingOrder["yours"] {
  if (row.is_yours) return "given";
  if (row.own_nav) return "own-nav";
  const isLast = row.needs_compliance && row.given.length === row.approvals_needed - 1;
  return isLast === (role === "compliance") ? "open" : "not-yours";
}

/**
 * Returns the orders of the same investor in the last 30 days, newest first; `null` if the order is unknown.
 */
export async function historyOf(room: OrdersRoom, order: string): Promise<ApprovalHistory["orders"] | null> {
  const found = await room.db
    .selectFrom("orders")
    .select("person_id")
    .where("id", "=", order)
    .executeTakeFirst();
  if (found === undefined) return null;
  const since = room.clock.now().minus({ days: daysOfHistory }).toJSDate();
  const rows = await room.db
    .selectFrom("orders")
    .selectAll()
    .where("person_id", "=", found.person_id)
    .where("id", "<>", order)
    .where("placed_at", ">=", since)
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .limit(mostShown)
    .execute();
  return (await withCounters(room, rows)).map(({ value, ...order }) => ({
    id: order.id,
    reference: order.reference,
    kind: order.kind,
    strategy: order.strategy,
    step: order.step,
    amount: value ?? order.amount,
    unitsWished: order.unitsWished,
    sellAll: order.sellAll,
    placedAt: order.placedAt,
  }));
}

function momentText(at: Date): string {
  return instantText(DateTime.fromJSDate(at, { zone: ZONE }) as DateTime<true>);
}
