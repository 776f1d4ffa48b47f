import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { tellInvestor } from "./order-letters.ts";
import { sealReason } from "./rejections.ts";
import type { OrdersRoom } from "./room.ts";

/** What a member of staff decides about a sell. If it is rejected, the investor sees the reason. */
export type OrderDecision =
  | { readonly order: string; readonly decision: "APPROVED" }
  | { readonly order: string; readonly decision: "REJECTED"; readonly reason: string };

/** What became of a decision. `counted` means that the sell needs more approvals. */
export type OrderDecided = {
  readonly outcome: "approved" | "counted" | "rejected";
  readonly given: number;
  readonly needed: number;
};

/** The reason why a decision cannot be accepted. */
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
 * Stores the decision of one member of staff about a sell, or about both legs of a switch. How many different
 * people must approve depends on the value. If compliance must approve, it does so last. Nobody can approve
 * who entered the NAV with which the sell was valued. A single rejection ends the order and releases its
 * units. Source: decisions, "Fund" and "Money" 4.
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
