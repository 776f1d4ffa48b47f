import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";

/** Units that people hold of each strategy, as decimal text: kept with the entries, never added up over accounts. */
export async function unitsIssued(db: Db | Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ strategy: string; units: string }>`
    select strategy, sum(units)::text as units from units_issued group by strategy`.execute(db);
  return new Map(rows.map(({ strategy, units }) => [strategy, units]));
}
