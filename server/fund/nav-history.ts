import { sql } from "kysely";
import type { NavPoint } from "../../domain/strategy-returns.ts";
import { tenThousandthsOf } from "../../domain/units.ts";
import { type Db, soon, type Tx } from "../db/index.ts";
import "./tables.ts";

/** Approved NAVs of a strategy, ascending by date. `demo` tells whether they contain demonstration values. */
export type History = { readonly points: readonly NavPoint[]; readonly demo: boolean };

/**
 * Returns the NAV history of every strategy. The result is cached until another NAV or correction is
 * approved.
 */
export type NavHistory = (db: Db | Tx) => Promise<ReadonlyMap<string, History>>;

/** Creates a function that returns NAV histories, with an empty cache. */
export function navHistory(): NavHistory {
  let kept: { readonly key: string; readonly histories: ReadonlyMap<string, History> } | null = null;
  return async (db) => {
    // Each approval of a NAV gets the next sequence number. So the number of the last approval shows whether
    // the cache is outdated.
    const asked = sql<{ latest: string | null }>`
      select max(decision)::text as latest from navs where status = 'APPROVED'`;
    const [now] = await soon(db, asked.compile(db));
    const key = now?.latest ?? "";
    if (kept?.key !== key) kept = { key, histories: await read(db) };
    return kept.histories;
  };
}

async function read(db: Db | Tx): Promise<ReadonlyMap<string, History>> {
  const rows = await db
    .selectFrom("navs")
    .select(["strategy", "date", "nav", "demo"])
    .where("status", "=", "APPROVED")
    .orderBy("strategy")
    .orderBy("date")
    .execute();
  const histories = new Map<string, { points: NavPoint[]; demo: boolean }>();
  for (const row of rows) {
    const history = histories.get(row.strategy) ?? { points: [], demo: false };
    history.points.push({ date: row.date, nav: tenThousandthsOf(row.nav) });
    history.demo ||= row.demo;
    histories.set(row.strategy, history);
  }
  return histories;
}
