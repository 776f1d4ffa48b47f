import { sql } from "kysely";
import { BRANDS } from "../../../../domain/brands.ts";
import { fail, ok, type Result } from "../../../../engine/values/result.ts";
import type { Tx } from "../../../db/index.ts";
import { dealingAt, newId } from "../../../fund/index.ts";
import { type AbleInvestor, maxRiskOf } from "../../able-investor.ts";
import type { OrdersRoom } from "../../room.ts";
import "../../tables.ts";

/**
 * A subscription (a buy with paid-in money), as the investor confirmed it. Amounts are in baht with two
 * decimals.
 */
export type Subscription = {
  readonly personId: string;
  /** Idempotency key. If a submission is repeated, the key is the same. */
  readonly key: string;
  readonly strategy: string;
  readonly amount: string;
  readonly method: "qr" | "transfer";
  readonly fee: string;
  readonly vat: string;
  readonly navDate: string;
  readonly riskAcknowledged: boolean;
};

/** A subscription that was placed. */
export type PlacedOrder = {
  readonly order: string;
  readonly reference: string;
  readonly payBy: Date;
  readonly navDate: string;
  readonly allotmentDate: string;
};

/** The reason why a subscription cannot be placed. These are the error codes of the effect `orders.place`. */
export type PlacingFailure = {
  readonly code: "not-able" | "minimum" | "maximum" | "strategy-closed" | "nav-day-changed" | "unavailable";
};

/** Name of the job that runs after each order that was placed. */
export const placedJob = "fund.order-placed";

type Answer = {
  readonly outcome:
    | "ok"
    | "not-able"
    | "strategy-closed"
    | "minimum"
    | "maximum"
    | "terms-changed"
    | "risk-not-acknowledged";
  readonly order_id: string;
  readonly order_reference: string;
  readonly order_pay_by: Date;
  readonly order_nav_date: string;
  readonly order_allotment_date: string;
};

/**
 * Places a subscription in the given transaction. First checks again whether the investor may invest. Then writes the order, its timeline and
 * the audit line in one round trip. If there is already an order with this key, returns that order.
 */
export async function placeSubscription(
  room: OrdersRoom,
  tx: Tx,
  wish: Subscription,
  able: AbleInvestor,
): Promise<Result<PlacedOrder, PlacingFailure>> {
  const now = room.clock.now();
  const dealing = dealingAt(await room.calendar(tx), now);
  if (!dealing.ok) return fail({ code: "unavailable" });
  const { today, navDate, allotmentDate, payBy } = dealing.value;
  const investor = await able();
  if (investor === null) return fail({ code: "not-able" });
  const { rows } = await sql<Answer>`select * from place_subscription(
    ${newId()}::uuid, ${wish.key}, ${BRANDS[room.config.brand].referencePrefix}, ${wish.personId}::uuid, ${wish.strategy},
    ${wish.amount}::numeric, ${wish.method}, ${wish.fee}::numeric, ${wish.vat}::numeric,
    ${wish.riskAcknowledged}, ${maxRiskOf(investor)}::integer, ${now.toJSDate()}::timestamptz, ${today}::date, ${wish.navDate}::date,
    ${navDate}::date, ${allotmentDate}::date, ${payBy.toJSDate()}::timestamptz)`.execute(tx);
  const answer = rows[0] as Answer;
  if (answer.outcome !== "ok") return fail({ code: codeOf(answer.outcome) });
  await room.jobs.send(tx, placedJob, { order: answer.order_id });
  return ok({
    order: answer.order_id,
    reference: answer.order_reference,
    payBy: answer.order_pay_by,
    navDate: answer.order_nav_date,
    allotmentDate: answer.order_allotment_date,
  });
}

function codeOf(outcome: Exclude<Answer["outcome"], "ok">): PlacingFailure["code"] {
  switch (outcome) {
    // The values that the investor confirmed have changed since. The page shows the new ones, and the
    // investor must confirm again.
    case "terms-changed":
      return "nav-day-changed";
    // The risk level changed after the investor confirmed. The order is refused. If the investor starts the
    // flow again, it asks to acknowledge the risk.
    case "risk-not-acknowledged":
      return "not-able";
    default:
      return outcome;
  }
}
