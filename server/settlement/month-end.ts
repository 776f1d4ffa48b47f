import { sql } from "kysely";
import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";
import type { SettlementRoom } from "./room.ts";
import "./tables.ts";

/** Maximum number of days that one run books. After a long outage, later runs book the other days. */
const mostDaysAtOnce = 400;

/**
 * Books the management fee for each past day that has none yet, oldest first. It starts after the last booked
 * day; if no day was booked, it starts with the first entry of the ledger. A second call changes nothing.
 * Returns the days that it booked.
 */
export async function accrueManagement(room: SettlementRoom): Promise<readonly string[]> {
  const today = room.clock.today();
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day from generate_series(
      coalesce((select max(day) + 1 from management_accruals), (select min(booked_on) from ledger_entries where asset <> 'THB')),
      ${today}::date - 1, interval '1 day') as day limit ${mostDaysAtOnce}`.execute(room.db);
  for (const { day } of rows)
    await sql`select accrue_management(${day}::date, ${today}::date, ${room.clock.now().toJSDate()}::timestamptz)`.execute(
      room.db,
    );
  return rows.map(({ day }) => day);
}

/**
 * Clears what rounding left over in each strategy during the last year, by an entry in favour of the strategy
 * or against it. Does this once per year. Returns the number of strategies.
 */
export async function sweepResidues(room: SettlementRoom): Promise<number> {
  const year = DateTime.fromISO(room.clock.today(), { zone: ZONE }).year - 1;
  const { rows } = await sql<{
    swept: number;
  }>`select sweep_residues(${year}::integer, ${room.clock.today()}::date,
    ${room.clock.now().toJSDate()}::timestamptz) as swept`.execute(room.db);
  return rows[0]?.swept ?? 0;
}
