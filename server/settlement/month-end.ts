import { sql } from "kysely";
import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";
import type { SettlementRoom } from "./room.ts";
import "./tables.ts";

/** Maximum number of days per run. After a longer outage, the next runs accrue the rest. */
const mostDaysAtOnce = 400;

/**
 * Books the management fee of every completed calendar day that has none, oldest first, starting after the
 * last booked day or at the first ledger entry. A repeated call changes nothing. Returns the booked days.
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

/** Moves last year's rounding residues to or from each strategy, once. Returns the number of strategies. */
export async function sweepResidues(room: SettlementRoom): Promise<number> {
  const year = DateTime.fromISO(room.clock.today(), { zone: ZONE }).year - 1;
  const { rows } = await sql<{
    swept: number;
  }>`select sweep_residues(${year}::integer, ${room.clock.today()}::date,
    ${room.clock.now().toJSDate()}::timestamptz) as swept`.execute(room.db);
  return rows[0]?.swept ?? 0;
}
