import { sql } from "kysely";
import { record } from "../audit/index.ts";
import type { FlowsDeps } from "./deps.ts";
import "./tables.ts";

/** Days after which an anonymous instance that nobody claimed is erased (decisions, "Definitions"). */
export const UNCLAIMED_DAYS = 7;

/**
 * Erases visitors' instances that were opened 7 days ago or longer, by the business clock: answers, receipts, all.
 * An instance that waits for an event stays until the wait ends. The result, such as a complaint on file, stays in
 * its own room. Returns the number of erased instances.
 */
export async function eraseUnclaimed({ db, clock }: Pick<FlowsDeps, "db" | "clock">): Promise<number> {
  const before = clock.now().minus({ days: UNCLAIMED_DAYS }).toJSDate();
  return await db.transaction().execute(async (tx) => {
    // Only with this setting does the trigger of receipts allow a delete.
    await sql`set local saphan.erase = 'unclaimed'`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      select id from flow_instances i where subject like 'visitor:%' and opened_at <= ${before}
        and not exists (select from flow_waits w where w.instance = i.id and w.state = 'open')
      for update`.execute(tx);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await tx.deleteFrom("flow_receipts").where("instance", "in", ids).execute();
    await tx.deleteFrom("flow_instances").where("id", "in", ids).execute();
    for (const id of ids)
      await record(tx, clock, {
        actor: "system:flows",
        action: "flows.erase",
        subject: `instance:${id}`,
        to: "erased",
      });
    return ids.length;
  });
}
