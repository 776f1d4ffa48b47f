import { sql } from "kysely";
import { BRANDS } from "../../../../domain/brands.ts";
import type { LocalDate } from "../../../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../../../engine/values/result.ts";
import type { Tx } from "../../../db/index.ts";
import { businessDayAfter, dealingAt, newId } from "../../../fund/index.ts";
import { type AbleInvestor, maxRiskOf } from "../../able-investor.ts";
import { tellInvestor } from "../../order-letters.ts";
import type { OrdersRoom } from "../../room.ts";
import { type SellWish, wishColumns } from "../../sell-wish.ts";
import type { SellFailure } from "../redemption/place-redemption.ts";
import "../../tables.ts";

/** A switch from one strategy to another, as the investor confirmed it. */
export type Switch = {
  readonly personId: string;
  /** Idempotency key. If a submission is repeated, the key is the same. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly wish: SellWish;
  readonly navDate: string;
  /** Whether the flag `prevent-withdraw-dust` is on. */
  readonly dustRule: boolean;
  readonly riskAcknowledged: boolean;
};

/**
 * A switch that was placed. It sells at NAV(T) and buys at NAV(T+1); the bought units are allotted on T+2.
 */
export type PlacedSwitch = {
  readonly order: string;
  readonly reference: string;
  readonly inOrder: string;
  readonly inReference: string;
  readonly navDate: string;
  readonly inNavDate: string;
  readonly allotmentDate: string;
  readonly inAllotmentDate: string;
  /** Whether, at the last NAV, all units are sold and none remain. */
  readonly sellAll: boolean;
};

/** The reason why a switch cannot be placed. */
export type SwitchFailure = { readonly code: SellFailure | "same-strategy" | "switching-off" };

type Answer = {
  readonly outcome: "ok" | SellFailure | "same-strategy" | "risk-not-acknowledged";
  readonly order_id: string;
  readonly order_reference: string;
  readonly order_nav_date: string;
  readonly order_allotment_date: string;
  readonly order_sells_all: boolean;
  readonly in_id: string;
  readonly in_reference: string;
  readonly in_nav_date: string;
  readonly in_allotment_date: string;
};

/**
 * Places a switch in the given transaction. First checks again whether the investor may invest. Then writes both legs, their timelines, the audit
 * lines and the reserved units in one round trip. If there is already a switch with this key, returns that
 * switch.
 */
export async function placeSwitch(
  room: OrdersRoom,
  tx: Tx,
  wish: Switch,
  able: AbleInvestor,
): Promise<Result<PlacedSwitch, SwitchFailure>> {
  const now = room.clock.now();
  const calendar = await room.calendar(tx);
  const dealing = dealingAt(calendar, now);
  if (!dealing.ok) return fail({ code: "unavailable" });
  const { today, navDate, allotmentDate } = dealing.value;
  const inAllotmentDate = businessDayAfter(calendar, allotmentDate as LocalDate, 1);
  if (!inAllotmentDate.ok) return fail({ code: "unavailable" });
  if (!(await room.switching(tx, wish.personId))) return fail({ code: "switching-off" });
  const investor = await able();
  if (investor === null) return fail({ code: "not-able" });
  const { amount, units, all } = wishColumns(wish.wish);
  const { rows } = await sql<Answer>`select * from place_switch(
    ${newId()}::uuid, ${newId()}::uuid, ${wish.key}, ${BRANDS[room.config.brand].referencePrefix}, ${wish.personId}::uuid,
    ${wish.from}, ${wish.to}, ${amount}::numeric, ${units}::numeric, ${all}, ${wish.dustRule}, ${wish.riskAcknowledged},
    ${maxRiskOf(investor)}::integer, ${now.toJSDate()}::timestamptz, ${today}::date, ${wish.navDate}::date, ${navDate}::date,
    ${allotmentDate}::date, ${inAllotmentDate.value}::date)`.execute(tx);
  const answer = rows[0] as Answer;
  // The risk level changed after the investor confirmed. The order is refused. If the investor starts the
  // flow again, it asks to acknowledge the risk.
  if (answer.outcome === "risk-not-acknowledged") return fail({ code: "not-able" });
  if (answer.outcome !== "ok") return fail({ code: answer.outcome });
  await tellInvestor(room, tx, { template: "switch-received", order: answer.order_id });
  return ok({
    order: answer.order_id,
    reference: answer.order_reference,
    inOrder: answer.in_id,
    inReference: answer.in_reference,
    navDate: answer.order_nav_date,
    inNavDate: answer.in_nav_date,
    allotmentDate: answer.order_allotment_date,
    inAllotmentDate: answer.in_allotment_date,
    sellAll: answer.order_sells_all,
  });
}
