import { sql } from "kysely";
import { isLocalDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { type Calendar, type CalendarRefusal, isBusinessDay } from "./calendar.ts";
import { readCalendar } from "./calendar-store.ts";
import { newId } from "./new-id.ts";
import type { MovedOrders, OrderBook } from "./order-book.ts";
import {
  type Decision,
  type DecisionFailure,
  decideProposal,
  enteredBy,
  proposalToDecide,
} from "./proposals.ts";
import type { FundRoom } from "./room.ts";
import type { CalendarChangesTable } from "./tables.ts";
import { holidayAddedJob } from "./tell-holiday.ts";
import "./tables.ts";

/** A change of the business calendar, as a person of finance enters it. */
export type CalendarProposal = { readonly note: string } & (
  | { readonly kind: "CONFIRM_YEAR"; readonly year: number }
  | { readonly kind: "ADD_HOLIDAY"; readonly date: string; readonly th: string; readonly en: string }
  | { readonly kind: "WITHDRAW_HOLIDAY"; readonly date: string }
);

export type CalendarFailure = {
  readonly code:
    | "calendar-year-not-loaded"
    | "calendar-year-confirmed"
    | "calendar-change-waits"
    | "holiday-date-not-valid"
    | "holiday-weekend"
    | "holiday-known"
    | "holiday-unknown"
    | "holiday-over"
    | "holiday-has-nav";
  /** The year that is not loaded. Present only if the proposal failed for this reason. */
  readonly year?: number;
};

/** What a proposal would do: the row that it would write, and the orders that it would move to other days. */
type Foreseen = {
  readonly row: Pick<CalendarChangesTable, "kind" | "year" | "date" | "th" | "en">;
  readonly moves: MovedOrders | null;
};

/**
 * Stores a proposed change of the calendar. Another person must decide about it. For each day, and for the
 * confirmation of each year, only one proposal can be open at a time.
 */
export async function proposeCalendarChange(
  room: FundRoom,
  personId: string,
  given: CalendarProposal,
  orders: Pick<OrderBook, "foreseeMoves">,
): Promise<Result<{ readonly id: string }, CalendarFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const foreseen = await foresee(room, tx, given, orders);
    if (!foreseen.ok) return foreseen;
    const { row } = foreseen.value;
    const id = newId();
    const written = await tx
      .insertInto("calendar_changes")
      .values({ id, ...row, ...enteredBy(room, personId, given.note) })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (written === undefined) return fail({ code: "calendar-change-waits" });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "calendar.propose",
      subject: `calendar:${id}`,
      to: "PROPOSED",
      detail: { kind: row.kind, of: row.date ?? String(row.year) },
    });
    return ok({ id });
  });
}

/**
 * Returns the open orders that a holiday would move to other days, before anyone proposes it. Fails if the
 * day cannot become a holiday.
 */
export async function foreseeHoliday(
  room: FundRoom,
  date: string,
  orders: Pick<OrderBook, "foreseeMoves">,
): Promise<Result<MovedOrders, CalendarFailure>> {
  const foreseen = await foresee(
    room,
    room.db,
    { kind: "ADD_HOLIDAY", date, th: "", en: "", note: "" },
    orders,
  );
  return foreseen.ok ? ok(foreseen.value.moves ?? NONE) : foreseen;
}

/**
 * Approves or rejects a proposed change of the calendar. The person who proposed it cannot decide. An
 * approved change applies from the commit of this transaction. If a holiday is added, open orders move to
 * later days, and their investors are notified. If a holiday is withdrawn, orders stay where they are. Fails
 * if the change is no longer possible.
 */
export async function decideCalendarChange(
  room: FundRoom,
  personId: string,
  of: Decision,
  orders: Pick<OrderBook, "foreseeMoves" | "moveOrders">,
): Promise<Result<{ readonly id: string; readonly state: string }, DecisionFailure | CalendarFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    // This waits until all transactions that use the present calendar have ended. Transactions that begin
    // later use the changed calendar.
    if (of.decision === "APPROVED") await sql`select calendar_to_change()`.execute(tx);
    const about = { table: "calendar_changes", id: of.id, personId } as const;
    const found = await proposalToDecide<CalendarChangesTable & { state: "PROPOSED"; entered_by: string }>(
      tx,
      about,
    );
    if (!found.ok) return found;
    const given = proposalOf(found.value);
    if (of.decision === "APPROVED") {
      const foreseen = await foresee(room, tx, given, orders);
      if (!foreseen.ok) return foreseen;
    }
    await decideProposal(room, tx, { ...of, ...about, about: "calendar" });
    if (of.decision === "APPROVED" && given.kind === "ADD_HOLIDAY") {
      const moved = await orders.moveOrders(room, tx, {
        day: given.date,
        calendar: await readCalendar(tx),
        change: of.id,
        by: `person:${personId}`,
      });
      // The moves cannot fail here, because `foresee` already computed them in this transaction.
      if (!moved.ok) throw new Error(`decideCalendarChange: ${moved.error.code}`);
      await room.jobs.send(tx, holidayAddedJob, { change: of.id, orders: moved.value.orders });
    }
    return ok({ id: of.id, state: of.decision });
  });
}

/** Converts a row of the database to the proposal that it stores. */
export function proposalOf(
  row: Pick<CalendarChangesTable, "kind" | "year" | "date" | "th" | "en" | "note">,
): CalendarProposal {
  const { kind, year, note } = row;
  if (kind === "CONFIRM_YEAR") return { kind, year, note };
  const date = row.date ?? "";
  return kind === "ADD_HOLIDAY"
    ? { kind, date, th: row.th ?? "", en: row.en ?? "", note }
    : { kind, date, note };
}

const NONE: MovedOrders = { orders: 0, investors: 0, baht: "0.00", units: "0.0000", days: [] };

/**
 * Returns what a change would do to the present calendar and to orders. Fails if the change is not possible.
 */
export async function foresee(
  room: FundRoom,
  db: Db | Tx,
  given: CalendarProposal,
  orders: Pick<OrderBook, "foreseeMoves">,
): Promise<Result<Foreseen, CalendarFailure>> {
  const calendar = await readCalendar(db);
  switch (given.kind) {
    case "CONFIRM_YEAR": {
      const { year } = given;
      const loaded = calendar.years.get(year);
      if (loaded === undefined) return fail({ code: "calendar-year-not-loaded", year });
      if (loaded.confirmed) return fail({ code: "calendar-year-confirmed" });
      return ok({ row: { kind: given.kind, year, date: null, th: null, en: null }, moves: null });
    }
    case "ADD_HOLIDAY":
      return await foreseeAdded(db, { calendar, given }, orders);
    case "WITHDRAW_HOLIDAY": {
      const { kind, date } = given;
      const known = await db
        .selectFrom("bank_holidays")
        .select(["year", "th", "en"])
        .where("date", "=", isLocalDate(date) ? date : null)
        .executeTakeFirst();
      if (known === undefined) return fail({ code: "holiday-unknown" });
      // A holiday can be withdrawn only before its day. On the day itself it already had effects: no NAV is
      // entered, and new orders get a later NAV.
      if (date <= room.clock.today()) return fail({ code: "holiday-over" });
      return ok({ row: { kind, date, ...known }, moves: null });
    }
  }
}

async function foreseeAdded(
  db: Db | Tx,
  of: { readonly calendar: Calendar; readonly given: CalendarProposal & { readonly kind: "ADD_HOLIDAY" } },
  orders: Pick<OrderBook, "foreseeMoves">,
): Promise<Result<Foreseen, CalendarFailure>> {
  const { kind, date, th, en } = of.given;
  if (!isLocalDate(date)) return fail({ code: "holiday-date-not-valid" });
  const business = isBusinessDay(of.calendar, date);
  if (!business.ok) return notLoaded(business.error);
  if (of.calendar.holidays.has(date)) return fail({ code: "holiday-known" });
  if (!business.value) return fail({ code: "holiday-weekend" });
  const nav = await db
    .selectFrom("navs")
    .select("id")
    .where("date", "=", date)
    .where("status", "in", ["ENTERED", "APPROVED"])
    .limit(1)
    .executeTakeFirst();
  if (nav !== undefined) return fail({ code: "holiday-has-nav" });
  const moves = await orders.foreseeMoves(db, {
    day: date,
    calendar: withHoliday(of.calendar, date),
  });
  if (!moves.ok) return notLoaded(moves.error);
  const row = { kind, date, th: th.trim(), en: en.trim(), year: Number(date.slice(0, 4)) };
  return ok({ row, moves: moves.value });
}

function notLoaded({ year }: CalendarRefusal): Result<never, CalendarFailure> {
  return fail({ code: "calendar-year-not-loaded", year });
}

function withHoliday(calendar: Calendar, date: LocalDate): Calendar {
  return { ...calendar, holidays: new Set([...calendar.holidays, date]) };
}
