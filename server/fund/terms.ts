import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import { dealingAt } from "./dealing.ts";
import type { FundRoom } from "./room.ts";
import type { Proposal, StrategyTermsTable } from "./tables.ts";
import "./tables.ts";

/**
 * Conditions, charges and description of a strategy. Amounts are in baht, rates in hundredths of a percent.
 */
export type Terms = Omit<Selectable<StrategyTermsTable>, keyof Proposal>;

/** Returns the terms of a strategy on a NAV day; undefined if the strategy is unknown. */
export async function termsOf(db: Db | Tx, strategy: string, day: string): Promise<Terms | undefined> {
  const { rows } = await sql<Terms>`select * from terms_on(${strategy}, ${day}::date)`.execute(db);
  return rows[0];
}

/**
 * Returns the day whose terms apply to an order that is placed now, which is the order's NAV day. If that day
 * is in a year that is not loaded, no orders are possible, and today is returned.
 */
export async function termsDay(room: Pick<FundRoom, "calendar" | "clock">, db: Db | Tx): Promise<string> {
  const dealing = dealingAt(await room.calendar(db), room.clock.now());
  return dealing.ok ? dealing.value.navDate : room.clock.today();
}
