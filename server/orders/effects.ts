import { DateTime } from "luxon";
import { fail, ok } from "../../engine/values/result.ts";
import { ZONE } from "../clock/index.ts";
import type { Effect, EffectInput, LocalEffectContext } from "../flows/index.ts";
import { instantText } from "../fund/index.ts";
import { payoutAccount } from "../identity/index.ts";
import type { AbleInvestor } from "./able-investor.ts";
import { placeRedemption } from "./kinds/redemption/place-redemption.ts";
import { placeSubscription } from "./kinds/subscription/place-subscription.ts";
import { placeSwitch } from "./kinds/switch/place-switch.ts";
import type { OrdersRoom } from "./room.ts";
import type { SellWish } from "./sell-wish.ts";

/**
 * The effects of this room that flows can run. A sell returns the amounts that the investor confirmed. Its
 * confirmation page must show these for ever, although the holding and the price change.
 */
export function ordersEffects(room: OrdersRoom): readonly Effect[] {
  return [placeEffect(room), reduceEffect(room), switchEffect(room)];
}

function placeEffect(room: OrdersRoom): Effect {
  return {
    id: "orders.place",
    mode: "local",
    // The quick check of the PIN is enough for a buy, because money only comes in, and only from the payer.
    quickPin: true,
    sharesTransaction: true,
    failsBeforeWriting: true,
    run: async (context, input) => {
      const { riskAcknowledged = false } = input;
      const wish = { ...input, riskAcknowledged, ...whose("orders.place", context) };
      const placed = await placeSubscription(room, context.tx, wish, ableBy(context, "able-to-invest"));
      if (!placed.ok) return placed;
      const { payBy, ...order } = placed.value;
      return ok({
        ...order,
        payBy: instantText(DateTime.fromJSDate(payBy, { zone: ZONE }) as DateTime<true>),
      });
    },
  };
}

function reduceEffect(room: OrdersRoom): Effect {
  return {
    id: "orders.reduce",
    mode: "local",
    run: async (context, input) => {
      const { tx, clock } = context;
      const { strategy, navDate } = input;
      const by = whose("orders.reduce", context);
      const at = clock.now().toJSDate();
      const to = await payoutAccount(tx, { personId: by.personId, at });
      // The money must go to the account that the investor saw and confirmed. If this account has changed
      // since, the investor must confirm again.
      if (to === null || to.bank !== input.bank || to.number !== input.number)
        return fail({ code: "destination-not-verified" });
      const order = { ...by, strategy, wish: sellWish(input), payoutAccount: to.account, navDate };
      const dustRule = input.dust === "sold";
      const placed = await placeRedemption(
        room,
        tx,
        { ...order, dustRule },
        ableBy(context, "able-to-reduce"),
      );
      if (!placed.ok) return placed;
      const { sellAll, ...rest } = placed.value;
      if (sellAll !== (input.sold === "all")) return fail({ code: "nav-day-changed" });
      const { gross, fee, vat, unitsSold: units, bank, number } = input;
      return ok({ ...rest, gross, fee, vat, units, bank, number });
    },
  };
}

function switchEffect(room: OrdersRoom): Effect {
  return {
    id: "orders.switch",
    mode: "local",
    run: async (context, input) => {
      const { from, to, navDate, riskAcknowledged = false } = input;
      const order = { from, to, wish: sellWish(input), navDate, riskAcknowledged };
      const placed = await placeSwitch(
        room,
        context.tx,
        { ...order, ...whose("orders.switch", context), dustRule: input.dust === "sold" },
        ableBy(context, "able-to-invest"),
      );
      if (!placed.ok) return placed;
      const { sellAll, ...rest } = placed.value;
      if (sellAll !== (input.sold === "all")) return fail({ code: "nav-day-changed" });
      const { gross, fee, vat, unitsSold: units, switchFee, switchVat, newUnits } = input;
      const into = {
        ...(switchFee === undefined ? {} : { switchFee }),
        ...(switchVat === undefined ? {} : { switchVat }),
        ...(newUnits === undefined ? {} : { newUnits }),
      };
      return ok({ ...rest, gross, fee, vat, units, ...into });
    },
  };
}

/**
 * Returns how much to sell, as the investor confirmed it. If that was "everything available", it is exactly
 * the number of units that the page showed.
 */
function sellWish(
  input: Pick<EffectInput<"orders.reduce">, "kind" | "sold" | "amount" | "units" | "unitsSold">,
): SellWish {
  if (input.kind === "all") return { kind: "all" };
  if (input.sold === "all") return { kind: "units", units: input.unitsSold };
  if (input.kind === "amount" && input.amount !== undefined) return { kind: "amount", amount: input.amount };
  if (input.kind === "units" && input.units !== undefined) return { kind: "units", units: input.units };
  throw new Error(`sellWish: "${input.kind}" comes without how much`);
}

function whose(
  effect: string,
  { personId, idempotencyKey }: Pick<LocalEffectContext, "personId" | "idempotencyKey">,
) {
  if (personId === null) throw new Error(`${effect}: a visitor places no orders`);
  return { personId, key: idempotencyKey };
}

/**
 * Returns a function that loads the investor if a rule holds for them, in the version on which the flow runs.
 * If that version lacks the rule, no order is accepted.
 */
function ableBy({ judge, fact }: Pick<LocalEffectContext, "judge" | "fact">, rule: string): AbleInvestor {
  return async () => {
    const investor = await fact("investor", {});
    if (investor === null) return null;
    return (await judge(rule, { investor }))?.kind === "holds" ? investor : null;
  };
}
