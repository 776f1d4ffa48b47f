import { sql } from "kysely";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { peopleWithRole } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { businessDayAfter, businessDayBefore, isBusinessDay } from "./calendar.ts";
import { cutOffOf } from "./dealing.ts";
import { newId } from "./new-id.ts";
import type { OrderBook } from "./order-book.ts";
import type { FundRoom } from "./room.ts";
import { suspendedJob } from "./tell-suspended.ts";
import "./tables.ts";

/** The job that checks every evening for missing NAVs. */
export const missingNavsJob = "fund.missing-navs";

const alarmHour = 20;
/**
 * Number of business days after a NAV day. If the NAV is still missing in the evening of the last of these
 * days, the strategy is suspended.
 */
const daysOfGrace = 2;
const openDaysLookedAt = 10;

/**
 * Alerts finance at 20:00 on a business day if NAVs of that day are missing or not approved, once per day and
 * person. If a NAV is still missing in the evening of the second business day after its own, suspends the
 * strategy. Open orders then stay and can be cancelled. Only people can end the suspension. Demonstration
 * strategies are never suspended. Source: decisions, "Fund" (a NAV is missing).
 */
export async function watchMissingNavs(
  room: FundRoom,
): Promise<{ readonly letters: number; readonly suspended: readonly string[] }> {
  const calendar = await room.calendar(room.db);
  const today = room.clock.today() as LocalDate;
  const business = isBusinessDay(calendar, today);
  // If the holidays of this year are not loaded, all orders are refused for that reason. An alert about NAVs
  // would not help then.
  if (!business.ok) return { letters: 0, suspended: [] };
  const evening = business.value && room.clock.now() >= cutOffOf(today).set({ hour: alarmHour });
  const letters = evening ? await alarm(room, today) : 0;
  let last = evening ? today : null;
  for (let back = last === null ? daysOfGrace + 1 : daysOfGrace; back > 0; back -= 1) {
    const before = businessDayBefore(calendar, last ?? today);
    if (!before.ok) return { letters, suspended: [] };
    last = before.value;
  }
  return { letters, suspended: last === null ? [] : await suspendWithout(room, last) };
}

/**
 * Returns the past business days on which a strategy has no NAV, not even one that waits for approval. Only
 * strategies that had a NAV before are included. A NAV is unnecessary on a day at whose cut-off the strategy
 * was suspended, if no orders wait for this NAV. If the strategy was suspended only later, the NAV is still
 * necessary.
 */
export async function openDaysBefore(
  room: FundRoom,
  day: LocalDate,
  orders: Pick<OrderBook, "ordersForNav">,
): Promise<readonly { readonly date: string; readonly strategies: readonly string[] }[]> {
  const calendar = await room.calendar(room.db);
  const looked: LocalDate[] = [];
  for (let at = day; looked.length < openDaysLookedAt; ) {
    const before = businessDayBefore(calendar, at);
    if (!before.ok) break;
    at = before.value;
    looked.push(at);
  }
  const over = looked.filter((one) => room.clock.now() >= cutOffOf(one));
  const cutOffs = over.map((one) => cutOffOf(one).toJSDate());
  const { rows } = await sql<{ date: string; code: string; suspended: boolean }>`
    select d.date, s.code, coalesce((select x.status = 'SUSPENDED' from strategy_dealing x
        where x.strategy = s.code and x.state = 'APPROVED' and x.decided_at <= d.cut_off order by x.decision desc limit 1), false) as suspended
    from unnest(${over}::date[], ${cutOffs}::timestamptz[]) as d (date, cut_off) cross join strategies s
    where not exists (select from navs n where n.strategy = s.code and n.date = d.date and n.status in ('APPROVED', 'ENTERED'))
      and exists (select from navs n where n.strategy = s.code and n.date < d.date and n.status = 'APPROVED')
    order by d.date, s.position`.execute(room.db);
  const days = [];
  for (const [date, missing] of Map.groupBy(rows, (row) => row.date)) {
    const waiting = missing.some(({ suspended }) => suspended)
      ? await orders.ordersForNav(room.db, date)
      : undefined;
    const strategies = missing
      .filter(({ code, suspended }) => !suspended || (waiting?.get(code)?.orders ?? 0) > 0)
      .map(({ code }) => code);
    if (strategies.length > 0) days.push({ date, strategies });
  }
  return days;
}

async function alarm(room: FundRoom, today: LocalDate): Promise<number> {
  const { rows } = await sql<{ code: string }>`
    select s.code from strategies s, dealing_of(s.code) d where d.status <> 'SUSPENDED'
      and not exists (select from navs n where n.strategy = s.code and n.date = ${today}::date and n.status = 'APPROVED')
    order by s.position`.execute(room.db);
  if (rows.length === 0) return 0;
  const until = businessDayAfter(await room.calendar(room.db), today, daysOfGrace);
  return await room.db.transaction().execute(async (tx) => {
    const finance = await peopleWithRole(tx, "finance");
    for (const { id, email, language } of finance)
      await room.messages.send(tx, {
        to: email,
        template: "nav-missing",
        language,
        data: {
          date: formatTypedDate(today),
          strategies: rows.map(({ code }) => code).join(", "),
          until: until.ok ? formatTypedDate(until.value) : "–",
          link: `${room.config.origin}/staff/nav`,
        },
        key: `nav-missing:${today}:${id}`,
      });
    return finance.length;
  });
}

/**
 * Suspends the strategies that have no NAV of this day or a later one. Demonstration strategies are never
 * suspended.
 */
async function suspendWithout(room: FundRoom, day: LocalDate): Promise<readonly string[]> {
  return await room.db.transaction().execute(async (tx: Tx) => {
    const { rows } = await sql<{ code: string }>`
      select s.code from strategies s, dealing_of(s.code) d where d.status <> 'SUSPENDED'
        and (select n.date < ${day}::date and not n.demo from navs n where n.strategy = s.code and n.status = 'APPROVED'
          order by n.date desc limit 1)
      order by s.position for update of s`.execute(tx);
    const at = room.clock.now().toJSDate();
    for (const { code } of rows) {
      const id = newId();
      await tx
        .insertInto("strategy_dealing")
        .values({
          id,
          strategy: code,
          status: "SUSPENDED",
          state: "APPROVED",
          note: `NAV ${formatTypedDate(day)} is missing`,
          entered_by: null,
          entered_at: at,
          decided_by: null,
          decided_at: at,
          decision_note: null,
        })
        .execute();
      await record(tx, room.clock, {
        actor: "system:missing-navs",
        action: "dealing.suspend",
        subject: `dealing:${id}`,
        to: "SUSPENDED",
        detail: { strategy: code, missing: day },
      });
      await room.jobs.send(tx, suspendedJob, { dealing: id });
    }
    return rows.map(({ code }) => code);
  });
}
