import { sql } from "kysely";
import { BRANDS } from "../../../../domain/brands.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { fail, ok, type Result } from "../../../../engine/values/result.ts";
import type { Tx } from "../../../db/index.ts";
import { dealingAt, newId } from "../../../fund/index.ts";
import type { OrdersRoom } from "../../room.ts";
import "../../tables.ts";

/** A subscription, as confirmed by the investor. Amounts in baht with two decimals. */
export type Subscription = {
  readonly personId: string;
  /** Idempotency key. Identical for every retry of one submission. */
  readonly key: string;
  readonly strategy: string;
  readonly amount: string;
  readonly method: "qr" | "transfer";
  readonly fee: string;
  readonly vat: string;
  readonly navDate: string;
  readonly riskAcknowledged: boolean;
};

/** The result of placing a subscription. */
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

/** The job that runs after each placed order. */
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
 * Places a subscription in the given transaction. Checks the investor again with fresh facts; `isAble` is the
 * rule `able-to-invest`. Writes order, timeline and audit in one round trip. A repeated key returns the
 * existing order.
 */
export async function placeSubscription(
  room: OrdersRoom,
  tx: Tx,
  wish: Subscription,
  isAble: (investor: JsonObject) => Promise<boolean>,
): Promise<Result<PlacedOrder, PlacingFailure>> {
  const now = room.clock.now();
  const dealing = dealingAt(await room.calendar(tx), now);
  if (!dealing.ok) return fail({ code: "unavailable" });
  const { today, navDate, allotmentDate, payBy } = dealing.value;
  const investor = await room.investor(tx, wish.personId);
  if (investor === null || !(await isAble(investor))) return fail({ code: "not-able" });
  const maxRisk = typeof investor.suitMaxRisk === "number" ? investor.suitMaxRisk : null;
  const judgedRisk = investor.customerType === "JURISTIC" ? null : maxRisk;
  const { rows } = await sql<Answer>`select * from place_subscription(
    ${newId()}::uuid, ${wish.key}, ${BRANDS[room.config.brand].referencePrefix}, ${wish.personId}::uuid, ${wish.strategy},
    ${wish.amount}::numeric, ${wish.method}, ${wish.fee}::numeric, ${wish.vat}::numeric,
    ${wish.riskAcknowledged}, ${judgedRisk}::integer, ${now.toJSDate()}::timestamptz, ${today}::date, ${wish.navDate}::date,
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
    // The confirmed values are no longer valid. The investor sees the new values and must confirm again.
    case "terms-changed":
      return "nav-day-changed";
    // The risk level changed after the confirmation. When the investor starts the flow again, it asks for the
    // acknowledgement.
    case "risk-not-acknowledged":
      return "not-able";
    default:
      return outcome;
  }
}
