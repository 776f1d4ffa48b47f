import { sql } from "kysely";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import type { LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Db, Tx } from "../db/index.ts";
import { type Calendar, cutOffOf, type MovedOrders } from "../fund/index.ts";
import { kindsThat } from "./kinds/index.ts";
import { type MovedDays, movedDays } from "./moved-days.ts";
import type { OrdersRoom } from "./room.ts";
import "./tables.ts";

/** Name of the job that notifies investors whose orders a holiday moved. */
export const ordersMovedJob = "fund.orders-moved";

type Refusal = { readonly code: "calendar-not-loaded"; readonly year: number };

/** Open orders that have the same days, with their number, and the days to which they move. */
type Group = MovedDays & {
  readonly orders: number;
  readonly people: readonly string[];
  readonly baht: string;
  readonly units: string;
  readonly to: { readonly nav: LocalDate; readonly allotment: LocalDate; readonly pay: LocalDate | null };
};

/**
 * Returns the open orders that a holiday would move, with their old and new days. `calendar` already contains
 * the holiday. Fails if an order would move to a year that is not loaded.
 */
export async function foreseeMoves(
  db: Db | Tx,
  of: { readonly day: string; readonly calendar: Calendar },
): Promise<Result<MovedOrders, Refusal>> {
  const groups = await groupsToMove(db, of);
  return groups.ok ? ok(summary(groups.value)) : groups;
}

/**
 * Moves open orders away from a new holiday. Runs in the transaction that changes the calendar. The NAV day,
 * the day of allotment (also the day of payout) and the end of the time to pay can only move to later days.
 * The legs of a switch keep their sequence. Each order gets a line in its timeline, and a job writes a letter
 * to its investor. Source: decisions of the fund, 12.
 */
export async function moveOrders(
  room: Pick<OrdersRoom, "clock" | "jobs">,
  tx: Tx,
  of: { readonly day: string; readonly calendar: Calendar; readonly change: string; readonly by: string },
): Promise<Result<MovedOrders, Refusal>> {
  // With this lock, the change waits for cancellations, decisions and payments that are in progress. Money
  // that arrives during the change waits, and is then booked by the new calendar.
  await sql`select from orders where status in ('SUBMITTED', 'WAITING', 'APPROVED') order by id for update`.execute(
    tx,
  );
  const groups = await groupsToMove(tx, of);
  if (!groups.ok) return groups;
  const moves = JSON.stringify(
    groups.value.map(({ to, people: _people, ...group }) => ({
      ...group,
      nav_to: to.nav,
      allotment_to: to.allotment,
      pay_by_to: to.pay === null ? null : cutOffOf(to.pay).toISO(),
    })),
  );
  await sql`insert into order_moves
    (calendar_change, order_id, nav_from, nav_to, allotment_from, allotment_to, pay_by_from, pay_by_to)
    select ${of.change}::uuid, o.id, o.nav_date, m.nav_to, o.allotment_date, m.allotment_to,
      case when m.pay is not null then o.pay_by end, m.pay_by_to
    from (${DAYS}) as o join jsonb_to_recordset(${moves}::jsonb) as m
      (kind text, nav date, allotment date, pay date, "outNav" date, "outAllotment" date, nav_to date, allotment_to date, pay_by_to timestamptz)
      on (o.kind, o.nav_date, o.allotment_date) = (m.kind, m.nav, m.allotment)
        and (o.pay, o."outNav", o."outAllotment") is not distinct from (m.pay, m."outNav", m."outAllotment")`.execute(
    tx,
  );
  await sql`update orders o set nav_date = m.nav_to, allotment_date = m.allotment_to, pay_by = coalesce(m.pay_by_to, o.pay_by),
      changed_by = ${of.by}, changed_at = ${room.clock.now().toJSDate()}::timestamptz,
      change = ${JSON.stringify({ what: "moved", holiday: of.day, calendarChange: of.change })}::jsonb
    from order_moves m where m.calendar_change = ${of.change}::uuid and m.order_id = o.id`.execute(tx);
  const moved = summary(groups.value);
  if (moved.orders > 0) await room.jobs.send(tx, ordersMovedJob, { change: of.change });
  return ok(moved);
}

/** Returns, for each change of the calendar, the number of orders that it moved. */
export async function movedByChange(db: Db | Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("order_moves")
    .select(["calendar_change", (moves) => moves.fn.countAll<number>().as("count")])
    .groupBy("calendar_change")
    .execute();
  return new Map(rows.map(({ calendar_change, count }) => [calendar_change, Number(count)]));
}

const inLegs = kindsThat(({ leg }) => leg === "in");

/**
 * Selects open orders with the days that a holiday can move: for an unpaid order the end of the time to pay,
 * and for an in leg the days of its open out leg.
 */
const DAYS = sql`select o.id, o.kind, o.person_id, o.nav_date, o.allotment_date, o.pay_by, o.amount, o.units_wished,
    case when o.status = 'SUBMITTED' then (o.pay_by at time zone 'Asia/Bangkok')::date end as pay,
    case when o.kind = any (${inLegs}::text[]) and c.status <> 'ALLOTTED' then c.nav_date end as "outNav",
    case when o.kind = any (${inLegs}::text[]) and c.status <> 'ALLOTTED' then c.allotment_date end as "outAllotment"
  from orders o left join orders c on c.id = o.counter_order where o.status in ('SUBMITTED', 'WAITING', 'APPROVED')`;

async function groupsToMove(
  db: Db | Tx,
  of: { readonly day: string; readonly calendar: Calendar },
): Promise<Result<readonly Group[], Refusal>> {
  const { rows } = await sql<Omit<Group, "to">>`
    select kind, nav_date as nav, allotment_date as allotment, pay, "outNav", "outAllotment", count(*)::int as orders,
      array_agg(distinct person_id::text) as people,
      coalesce(sum(amount) filter (where kind <> all (${inLegs}::text[])), 0)::numeric(30, 2)::text as baht,
      coalesce(sum(units_wished), 0)::numeric(30, 4)::text as units
    from (${DAYS}) as o
    where greatest(nav_date, allotment_date, pay) >= ${of.day}::date and least(nav_date, "outNav") <= ${of.day}::date
    group by 1, 2, 3, 4, 5, 6 order by 2, 3, 1`.execute(db);
  const groups: Group[] = [];
  for (const row of rows) {
    const to = movedDays(of.calendar, row);
    if (!to.ok) return fail(to.error);
    const { nav, allotment, pay } = to.value;
    if (nav !== row.nav || allotment !== row.allotment || pay !== row.pay)
      groups.push({ ...row, to: to.value });
  }
  return ok(groups);
}

function summary(groups: readonly Group[]): MovedOrders {
  const days = new Map<string, MovedOrders["days"][number]>();
  const count = (
    what: "nav" | "allotment" | "pay-by",
    from: string | null,
    to: string | null,
    orders: number,
  ) => {
    if (from === null || to === null || from === to) return;
    const key = `${from} ${what} ${to}`;
    days.set(key, { what, from, to, orders: orders + (days.get(key)?.orders ?? 0) });
  };
  for (const { nav, allotment, pay, to, orders } of groups) {
    count("nav", nav, to.nav, orders);
    count("allotment", allotment, to.allotment, orders);
    count("pay-by", pay, to.pay, orders);
  }
  return {
    orders: groups.reduce((sum, { orders }) => sum + orders, 0),
    investors: new Set(groups.flatMap(({ people }) => people)).size,
    baht: formatBaht(groups.reduce((sum, { baht }) => sum + satangOf(baht), 0n)),
    units: formatUnits(groups.reduce((sum, { units }) => sum + tenThousandthsOf(units), 0n)),
    days: [...days].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, moved]) => moved),
  };
}
