import { sql } from "kysely";
import { BRANDS } from "../../../../domain/brands.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { fail, ok, type Result } from "../../../../engine/values/result.ts";
import type { Tx } from "../../../db/index.ts";
import { dealingAt, newId } from "../../../fund/index.ts";
import { tellInvestor } from "../../order-letters.ts";
import type { OrdersRoom } from "../../room.ts";
import { type SellWish, wishColumns } from "../../sell-wish.ts";
import "../../tables.ts";

/** A redemption, as confirmed by the investor. */
export type Redemption = {
  readonly personId: string;
  /** Idempotency key. Identical for every retry of one submission. */
  readonly key: string;
  readonly strategy: string;
  readonly wish: SellWish;
  /** Bank account of the investor that receives the money. */
  readonly payoutAccount: string;
  readonly navDate: string;
  /** Whether the flag `prevent-withdraw-dust` is on. */
  readonly dustRule: boolean;
};

/** The result of placing a redemption. */
export type PlacedRedemption = {
  readonly order: string;
  readonly reference: string;
  readonly navDate: string;
  readonly allotmentDate: string;
  /** Day on which the money is sent, also T+1. */
  readonly payoutDate: string;
  /** Whether no units remain, according to the last NAV. */
  readonly sellAll: boolean;
};

/** The reason why a sell cannot be placed. */
export type SellFailure =
  | "not-able"
  | "minimum"
  | "remainder"
  | "not-enough-units"
  | "everything-pending"
  | "strategy-closed"
  | "nav-day-changed"
  | "unavailable";

type Answer = {
  readonly outcome: "ok" | SellFailure | "destination-not-verified";
  readonly order_id: string;
  readonly order_reference: string;
  readonly order_nav_date: string;
  readonly order_allotment_date: string;
  readonly order_sells_all: boolean;
};

/**
 * Places a redemption in the given transaction. Checks the investor again with fresh facts; `isAble` is the
 * rule for reductions. Writes order, timeline, audit and reserved units in one round trip. A repeated key
 * returns the existing order.
 */
export async function placeRedemption(
  room: OrdersRoom,
  tx: Tx,
  wish: Redemption,
  isAble: (investor: JsonObject) => Promise<boolean>,
): Promise<Result<PlacedRedemption, { readonly code: SellFailure | "destination-not-verified" }>> {
  const now = room.clock.now();
  const dealing = dealingAt(await room.calendar(tx), now);
  if (!dealing.ok) return fail({ code: "unavailable" });
  const { today, navDate, allotmentDate } = dealing.value;
  const investor = await room.investor(tx, wish.personId);
  if (investor === null || !(await isAble(investor))) return fail({ code: "not-able" });
  const { amount, units, all } = wishColumns(wish.wish);
  const { rows } = await sql<Answer>`select * from place_redemption(
    ${newId()}::uuid, ${wish.key}, ${BRANDS[room.config.brand].referencePrefix}, ${wish.personId}::uuid, ${wish.strategy},
    ${amount}::numeric, ${units}::numeric, ${all}, ${wish.dustRule}, ${wish.payoutAccount}::uuid,
    ${now.toJSDate()}::timestamptz, ${today}::date, ${wish.navDate}::date, ${navDate}::date, ${allotmentDate}::date)`.execute(
    tx,
  );
  const answer = rows[0] as Answer;
  if (answer.outcome !== "ok") return fail({ code: answer.outcome });
  await tellInvestor(room, tx, { template: "redemption-received", order: answer.order_id });
  return ok({
    order: answer.order_id,
    reference: answer.order_reference,
    navDate: answer.order_nav_date,
    allotmentDate: answer.order_allotment_date,
    payoutDate: answer.order_allotment_date,
    sellAll: answer.order_sells_all,
  });
}
