import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";

/**
 * Returns the units in circulation per strategy, as decimal text. The number is stored, so no accounts are
 * summed.
 */
export async function unitsIssued(db: Db | Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ strategy: string; units: string }>`
    select strategy, sum(units)::text as units from units_issued group by strategy`.execute(db);
  return new Map(rows.map(({ strategy, units }) => [strategy, units]));
}
