import { sql } from "kysely";
import type { Tx } from "../db/index.ts";

/**
 * Returns the number of people in finance who must confirm that an amount belongs to an order
 * (`payment_approval_tiers`).
 */
export async function approvalsFor(tx: Tx, amount: string): Promise<number> {
  const { rows } = await sql<{ approvals: number }>`select approvals from payment_approval_tiers
    where from_value <= ${amount}::numeric order by from_value desc limit 1`.execute(tx);
  if (rows[0] === undefined) throw new Error(`approvalsFor: no tier has ${amount}`);
  return rows[0].approvals;
}
