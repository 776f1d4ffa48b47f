import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import "./tables.ts";

/** Maximum number of earlier instances that are searched. */
const MOST = 50;

/**
 * Returns the earlier instances that led to this one, nearest first. An instance is an earlier one if the
 * person repeated the flow after it.
 */
export async function earlierInstances(db: Db | Tx, instance: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    with recursive chain as (
      select again as id, 1 as depth from flow_instances where id = ${instance}::uuid
      union all
      select i.again, c.depth + 1 from chain c join flow_instances i on i.id = c.id where c.depth < ${MOST}
    )
    select id from chain where id is not null order by depth`.execute(db);
  return rows.map(({ id }) => id);
}
