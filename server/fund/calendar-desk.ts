import { type Selectable, sql } from "kysely";
import type { LocalDate } from "../../engine/values/local-date.ts";
import type { CalendarChange, CalendarDesk, CalendarTasks } from "./answers.ts";
import { businessDayAfter, businessDayBefore, type Calendar, isBusinessDay } from "./calendar.ts";
import { readCalendar } from "./calendar-store.ts";
import { foresee, proposalOf } from "./change-calendar.ts";
import { businessDaysToPay } from "./dealing.ts";
import type { OrderBook } from "./order-book.ts";
import type { FundRoom } from "./room.ts";
import { emailsOf } from "./strategy-desk.ts";
import type { CalendarChangesTable } from "./tables.ts";
import "./tables.ts";
import { addDays } from "../../engine/values/local-date.ts";
import { unsettledYears } from "./watch-calendar.ts";

/**
 * Returns the data of the page "Business calendar": the loaded years with their holidays, and the last day on
 * whose NAV orders are possible. Also returns proposals with the orders that they affect, and past decisions.
 */
export async function calendarDesk(
  room: FundRoom,
  personId: string,
  orders: OrderBook,
): Promise<CalendarDesk> {
  const { db } = room;
  const calendar = await readCalendar(db);
  const holidays = await db.selectFrom("bank_holidays").selectAll().orderBy("date").execute();
  const changes = await db
    .selectFrom("calendar_changes")
    .selectAll()
    .orderBy(sql`decision desc nulls first`)
    .orderBy("entered_at")
    .execute();
  const names = await emailsOf(room, changes);
  const moved = await orders.movedByChange(db);
  const shown = (row: Selectable<CalendarChangesTable>): CalendarChange => ({
    id: row.id,
    kind: row.kind,
    year: row.year,
    date: row.date,
    name: row.th === null || row.en === null ? null : { th: row.th, en: row.en },
    state: row.state,
    note: row.note,
    enteredBy: row.entered_by === null ? null : (names.get(row.entered_by) ?? null),
    enteredAt: row.entered_at.toISOString(),
    own: row.entered_by === personId,
    decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? null),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionNote: row.decision_note,
    moved: moved.get(row.id) ?? 0,
  });
  const waiting: CalendarDesk["waiting"][number][] = [];
  for (const row of changes.filter(({ state }) => state === "PROPOSED")) {
    const foreseen = await foresee(room, db, proposalOf(row), orders);
    waiting.push({
      ...shown(row),
      affects: foreseen.ok ? foreseen.value.moves : null,
      refusal: foreseen.ok ? null : foreseen.error.code,
    });
  }
  const today = room.clock.today();
  return {
    today,
    years: [...calendar.years]
      .sort(([left], [right]) => left - right)
      .map(([year, { confirmed }]) => ({
        year,
        confirmed,
        businessDays: businessDaysOf(calendar, year),
        holidays: holidays
          .filter((holiday) => holiday.year === year)
          .map(({ date, th, en }) => ({ date, name: { th, en }, over: date <= today })),
      })),
    lastNavDay: lastNavDay(calendar),
    unsettled: unsettledYears(calendar, today),
    waiting,
    earlier: changes.filter(({ state }) => state !== "PROPOSED").map(shown),
  };
}

/**
 * Returns what a person must do for the calendar: the number of proposals by others that they can decide, and
 * the years whose holidays are not confirmed.
 */
export async function calendarTasks(room: FundRoom, personId: string): Promise<CalendarTasks> {
  const { toDecide } = await room.db
    .selectFrom("calendar_changes")
    .select((changes) => changes.fn.countAll<number>().as("toDecide"))
    .where("state", "=", "PROPOSED")
    .where("entered_by", "<>", personId)
    .executeTakeFirstOrThrow();
  return {
    toDecide: Number(toDecide),
    unsettled: unsettledYears(await readCalendar(room.db), room.clock.today()),
  };
}

function businessDaysOf(calendar: Calendar, year: number): number {
  let days = 0;
  for (let day = `${year}-01-01` as LocalDate; day.startsWith(String(year)); day = addDays(day, 1)) {
    const business = isBusinessDay(calendar, day);
    if (business.ok && business.value) days += 1;
  }
  return days;
}

/**
 * Returns the last NAV day for which orders are possible. It must leave enough loaded days after it for the
 * investor to pay.
 */
function lastNavDay(calendar: Calendar): string | null {
  if (calendar.years.size === 0) return null;
  let day = `${Math.max(...calendar.years.keys()) + 1}-01-01` as LocalDate;
  for (let back = 0; back <= businessDaysToPay; back += 1) {
    const before = businessDayBefore(calendar, day);
    if (!before.ok) return null;
    day = before.value;
  }
  return businessDayAfter(calendar, day, businessDaysToPay).ok ? day : null;
}
