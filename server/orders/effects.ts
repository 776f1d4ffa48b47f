import { DateTime } from "luxon";
import { ok } from "../../engine/values/result.ts";
import { ZONE } from "../clock/index.ts";
import type { Effect } from "../flows/index.ts";
import { instantText } from "../fund/index.ts";
import { placeSubscription } from "./place-subscription.ts";
import type { Room } from "./room.ts";

/** What flows may ask this room to do. */
export function ordersEffects(room: Room): readonly Effect[] {
  return [
    {
      id: "orders.place",
      mode: "local",
      run: async ({ tx, personId, idempotencyKey, judge }, input) => {
        if (personId === null) throw new Error("orders.place: a visitor places no orders");
        const { riskAcknowledged = false } = input;
        const wish = { ...input, riskAcknowledged, personId, key: idempotencyKey };
        // The rule as the version says it that she walks on; a version without it lets nobody order.
        const placed = await placeSubscription(
          room,
          tx,
          wish,
          async (investor) => (await judge("able-to-invest", { investor }))?.kind === "holds",
        );
        if (!placed.ok) return placed;
        const { payBy, ...order } = placed.value;
        return ok({
          ...order,
          payBy: instantText(DateTime.fromJSDate(payBy, { zone: ZONE }) as DateTime<true>),
        });
      },
    },
  ];
}
