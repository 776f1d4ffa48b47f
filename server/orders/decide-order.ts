import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { tellInvestor } from "./order-letters.ts";
import { sealReason } from "./rejections.ts";
import type { OrdersRoom } from "./room.ts";

/** A staff member's decision about a sell. The investor sees the reason of a rejection. */
export type OrderDecision =
  | { readonly order: string; readonly decision: "APPROVED" }
  | { readonly order: string; readonly decision: "REJECTED"; readonly reason: string };

/** The result of a decision. `counted` means that more approvals are needed. */
export type OrderDecided = {
  readonly outcome: "approved" | "counted" | "rejected";
  readonly given: number;
  readonly needed: number;
};

/** The reason why a decision is not accepted. */
export type OrderDecisionFailure = {
  readonly code:
    | "not-found"
    | "not-allowed"
    | "already-decided"
    | "approval-given"
    | "approval-own-nav"
    | "approval-turn";
};

/**
 * Records one decision about a sell, or about both legs of a switch. The value determines how many different
 * people must approve. Where compliance is required, it approves last. A person who entered the NAV used for
 * the valuation cannot approve. One rejection ends the order and releases the units. Source: decisions,
 * "Fund" and "Money" 4.
 */
export async function decideOrder(
  room: OrdersRoom,
  staffId: string,
  decided: OrderDecision,
): Promise<Result<OrderDecided, OrderDecisionFailure>> {
  const reason = decided.decision === "REJECTED" ? decided.reason.trim() : null;
  if (reason === "") throw new Error("decideOrder: a rejection has its reason");
  return await room.db.transaction().execute(async (tx) => {
    const sealed = reason === null ? null : await sealReason(room, tx, decided.order, reason);
    const { rows } = await sql<{
      outcome: OrderDecided["outcome"] | OrderDecisionFailure["code"];
      given: number;
      needed: number;
      out_order: string;
    }>`select * from decide_order(${staffId}::uuid, ${decided.order}::uuid, ${decided.decision}, ${sealed === null ? null : JSON.stringify(sealed)}::jsonb,
      ${room.clock.now().toJSDate()}::timestamptz)`.execute(tx);
    const answer = rows[0];
    if (answer === undefined) throw new Error("decideOrder: the database answered nothing");
    const { outcome, given, needed, out_order: order } = answer;
    switch (outcome) {
      case "approved":
        await tellInvestor(room, tx, { template: "order-approved", order });
        return ok({ outcome, given, needed });
      case "rejected":
        await tellInvestor(room, tx, { template: "order-rejected", order });
        return ok({ outcome, given, needed });
      case "counted":
        return ok({ outcome, given, needed });
      default:
        return fail({ code: outcome });
    }
  });
}
