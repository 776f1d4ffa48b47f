import { sql } from "kysely";
import { findPerson, isCounted, leavesTestsOut } from "../accounts/index.ts";
import type { StrategyDesk, TermsVersion } from "./answers.ts";
import type { OrderBook } from "./order-book.ts";
import type { FundRoom } from "./room.ts";
import type { DealingStatus, StrategyDealingTable, StrategyTermsTable } from "./tables.ts";
import { valuesOf } from "./term-values.ts";
import { termsDay } from "./terms.ts";
import "./tables.ts";
import type { Selectable } from "kysely";

type TermsRow = Selectable<StrategyTermsTable>;
type DealingRow = Selectable<StrategyDealingTable>;

/**
 * Returns the terms and dealing statuses of all strategies: those in force, future, proposed and past ones.
 * Also returns how many people a change would affect.
 */
export async function strategyDesk(
  room: FundRoom,
  personId: string,
  orders: Pick<OrderBook, "openOrdersByStrategy">,
): Promise<StrategyDesk> {
  const { db } = room;
  const day = await termsDay(room, db);
  const strategies = await db.selectFrom("strategies").selectAll().orderBy("position").execute();
  // If there are several approved terms with the same first day, those that were approved last apply.
  const terms = await db
    .selectFrom("strategy_terms")
    .selectAll()
    .orderBy("from_date", "desc")
    .orderBy(sql`decision desc nulls first`)
    .execute();
  const dealing = await db
    .selectFrom("strategy_dealing")
    .selectAll()
    .orderBy(sql`decision desc nulls first`)
    .execute();
  const holders = await holdersOf(room);
  const openOrders = await orders.openOrdersByStrategy(db, { withoutTests: leavesTestsOut(room.isOn) });
  const names = await emailsOf(room, [...terms, ...dealing]);
  const decided = decisionsFor(personId, names);
  return {
    today: room.clock.today(),
    after: day,
    strategies: strategies.map(({ code, name_key }) => {
      const own = terms.filter((row) => row.strategy === code);
      const statuses = dealing.filter((row) => row.strategy === code);
      return {
        code,
        nameKey: name_key,
        holders: holders.get(code) ?? 0,
        openOrders: openOrders.get(code) ?? 0,
        ...termsAt(day, own, decided),
        dealing: dealingOf(statuses, decided),
      };
    }),
  };
}

/**
 * Returns a function that describes how a row was decided: who entered it, who decided it, and whether the
 * person who reads the page entered it.
 */
function decisionsFor(personId: string, names: ReadonlyMap<string, string>) {
  return (row: TermsRow | DealingRow) => ({
    id: row.id,
    state: row.state,
    note: row.note,
    enteredBy: row.entered_by === null ? null : (names.get(row.entered_by) ?? null),
    enteredAt: row.entered_at.toISOString(),
    own: row.entered_by === personId,
    decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? null),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionNote: row.decision_note,
  });
}

type Decisions = ReturnType<typeof decisionsFor>;
type DeskStrategy = StrategyDesk["strategies"][number];

/**
 * Sorts the terms of one strategy into those in force on a day, future ones, proposed ones, and earlier ones.
 */
function termsAt(
  day: string,
  own: readonly TermsRow[],
  decided: Decisions,
): Pick<DeskStrategy, "inForce" | "coming" | "waiting" | "earlier"> {
  const version = (row: TermsRow): TermsVersion => ({
    ...decided(row),
    from: row.from_date,
    terms: valuesOf(row),
  });
  const approved = own.filter((row) => row.state === "APPROVED");
  const inForce = approved.find((row) => row.from_date <= day) as TermsRow;
  const coming = approved.filter(
    (row, at) => row.from_date > day && approved[at - 1]?.from_date !== row.from_date,
  );
  const waiting = own.find((row) => row.state === "PROPOSED");
  return {
    inForce: version(inForce),
    coming: coming.toReversed().map(version),
    waiting: waiting === undefined ? null : version(waiting),
    earlier: own.filter((row) => ![inForce, waiting, ...coming].includes(row)).map(version),
  };
}

/** Sorts the dealing statuses of one strategy into the current one, a proposed one, and earlier ones. */
function dealingOf(statuses: readonly DealingRow[], decided: Decisions): DeskStrategy["dealing"] {
  const now = statuses.find((row) => row.state === "APPROVED") as DealingRow;
  const proposed = statuses.find((row) => row.state === "PROPOSED");
  return {
    now: { ...decided(now), status: now.status as DealingStatus },
    waiting: proposed === undefined ? null : { ...decided(proposed), status: proposed.status },
    earlier: statuses
      .filter((row) => row !== now && row !== proposed)
      .map((row) => ({ ...decided(row), status: row.status })),
  };
}

/**
 * Returns the number of people who hold units of each strategy. If figures exclude test accounts, these are
 * not counted.
 */
export async function holdersOf({
  db,
  isOn,
}: Pick<FundRoom, "db" | "isOn">): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("holdings")
    .select(["strategy", (held) => held.fn.countAll<number>().as("count")])
    .where("units", ">", "0")
    .where(isCounted(sql`holdings.person_id`, leavesTestsOut(isOn)))
    .groupBy("strategy")
    .execute();
  return new Map(rows.map(({ strategy, count }) => [strategy, Number(count)]));
}

type Decided = { readonly entered_by: string | null; readonly decided_by: string | null };

/** Returns the e-mail addresses of these people, by which pages name members of staff. */
export async function emailsOf(
  { db }: Pick<FundRoom, "db">,
  rows: readonly Decided[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.flatMap((row) => [row.entered_by, row.decided_by]));
  const names = new Map<string, string>();
  for (const personId of ids) {
    if (personId === null) continue;
    const person = await findPerson(db, personId);
    if (person !== null) names.set(personId, person.email);
  }
  return names;
}
