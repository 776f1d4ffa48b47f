import type { SettlementRoom } from "./room.ts";
import "./tables.ts";

const runsShown = 60;

/** Returns the newest allotment runs, and how far each of them is. */
export async function listRuns(room: Pick<SettlementRoom, "db">) {
  const rows = await room.db
    .selectFrom("settlement_runs")
    .selectAll()
    .orderBy("nav_date", "desc")
    .orderBy("strategy")
    .orderBy("side", "desc")
    .limit(runsShown)
    .execute();
  return rows.map((run) => ({
    strategy: run.strategy,
    navDate: run.nav_date,
    side: run.side,
    due: run.due,
    allotted: run.allotted,
    setAside: run.set_aside,
    begunAt: run.begun_at.toISOString(),
    doneAt: run.done_at?.toISOString() ?? null,
  }));
}
