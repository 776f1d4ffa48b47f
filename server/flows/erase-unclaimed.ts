import { sql } from "kysely";
import { record } from "../audit/index.ts";
import type { FlowsDeps } from "./deps.ts";
import "./tables.ts";

/**
 * Number of days after which a visitor's instance is erased if no account has taken it over (decisions,
 * "Definitions").
 */
export const UNCLAIMED_DAYS = 7;

/**
 * Erases visitors' instances that were opened at least 7 days ago, by the business clock, with all answers
 * and receipts. An instance that waits for an event is erased only after the wait has ended. What an instance
 * has created in another room, such as a filed complaint, stays there. Returns the number of erased
 * instances.
 */
export async function eraseUnclaimed({ db, clock }: Pick<FlowsDeps, "db" | "clock">): Promise<number> {
  const before = clock.now().minus({ days: UNCLAIMED_DAYS }).toJSDate();
  return await db.transaction().execute(async (tx) => {
    // The trigger on receipts allows a delete only with this setting.
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
