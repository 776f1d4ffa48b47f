import { sql } from "kysely";
import { BRANDS } from "../../../../domain/brands.ts";
import { fail, ok, type Result } from "../../../../engine/values/result.ts";
import type { Tx } from "../../../db/index.ts";
import { dealingAt, newId } from "../../../fund/index.ts";
import type { AbleInvestor } from "../../able-investor.ts";
import { tellInvestor } from "../../order-letters.ts";
import type { OrdersRoom } from "../../room.ts";
import { type SellWish, wishColumns } from "../../sell-wish.ts";
import "../../tables.ts";

/** A redemption (a sell that pays out money), as the investor confirmed it. */
export type Redemption = {
  readonly personId: string;
  /** Idempotency key. If a submission is repeated, the key is the same. */
  readonly key: string;
  readonly strategy: string;
  readonly wish: SellWish;
  /** The investor's bank account to which the money is paid. */
  readonly payoutAccount: string;
  readonly navDate: string;
  /** Whether the flag `prevent-withdraw-dust` is on. */
  readonly dustRule: boolean;
};

/** A redemption that was placed. */
export type PlacedRedemption = {
  readonly order: string;
  readonly reference: string;
  readonly navDate: string;
  readonly allotmentDate: string;
  /** The day on which the money is sent to the investor. It is T+1, like the allotment. */
  readonly payoutDate: string;
  /** Whether, at the last NAV, all units are sold and none remain. */
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
 * Places a redemption in the given transaction. First checks again whether the investor may sell. Then writes the order, its timeline, the audit line and the
 * reserved units in one round trip. If there is already an order with this key, returns that order.
 */
export async function placeRedemption(
  room: OrdersRoom,
  tx: Tx,
  wish: Redemption,
  able: AbleInvestor,
): Promise<Result<PlacedRedemption, { readonly code: SellFailure | "destination-not-verified" }>> {
  const now = room.clock.now();
  const dealing = dealingAt(await room.calendar(tx), now);
  if (!dealing.ok) return fail({ code: "unavailable" });
  const { today, navDate, allotmentDate } = dealing.value;
  if ((await able()) === null) return fail({ code: "not-able" });
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
