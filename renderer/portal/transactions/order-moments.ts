import type { PayInCode } from "../../kit/api/answers.ts";
import type { Moment } from "../../kit/parts/timeline.tsx";
import { formatBaht, formatDate, formatInstant, formatUnits } from "../../kit/text/format.ts";
import type { Translate } from "../../kit/text/i18n.ts";
import { isZero, type Order, type OrderMoment, type OrderWithTimeline } from "../parts/records.ts";
import { asideMoments } from "./money-aside.tsx";

/** Returns the timeline of an order: past and future events with dates. */
export function momentsOf(
  order: OrderWithTimeline,
  words: Translate,
  /** Money that was received for the order but does not pay it, and the payment slip. */
  money?: Pick<PayInCode, "aside" | "slip">,
): readonly Moment[] {
  const now = order.timeline.findIndex((moment) => moment.at === null);
  const isSlipWaiting = money?.slip?.state === "WAITING";
  const navDay = navDayOf(order);
  const told = order.timeline.map((moment, at) => {
    const isBeingChecked = moment.step === "paid" && moment.at === null && isSlipWaiting;
    const shown: Moment = {
      // An order can be moved to another day more than once, and its money can be returned more than once.
      // The time makes the keys of these entries unique.
      key:
        moment.step === "moved"
          ? `moved ${moment.at} ${moment.holiday}`
          : `${moment.step}${moment.step === "returned" ? moment.at : ""}`,
      state: moment.at !== null ? "done" : at === now ? "now" : "later",
      title: isBeingChecked ? words("my-orders:aside.moment.slip") : titleOf(moment, order, navDay, words),
      detail:
        moment.at !== null
          ? formatInstant(moment.at)
          : moment.step === "paid-out" && order.sentAt !== null
            ? formatInstant(order.sentAt)
            : // While a slip is being checked, the payment deadline does not apply, and the order stays open.
              isBeingChecked
              ? ""
              : expectedOf(moment, order, navDay, words),
    };
    return { at: moment.at, moment: shown };
  });
  const asides = asideMoments(money?.aside ?? [], words);
  for (const { came, at } of asides) {
    const next = told.findIndex((other) => other.at === null || new Date(other.at) > new Date(at));
    // The payment itself already has an entry in the timeline.
    if (!(order.paidAt !== null && order.paidAt === at))
      told.splice(next === -1 ? told.length : next, 0, { at, moment: came });
  }
  return [
    ...told.map(({ moment }) => moment),
    ...asides.map(({ back }) => back),
    ...order.corrections.flatMap((one) => correctionOf(one, order, words)),
  ];
}

/**
 * Returns the NAV date of an order. Returns `null` if the first possible date has passed, because the date
 * then depends on the payment time.
 */
export function navDayOf(order: OrderWithTimeline): string | null {
  if (order.status !== "SUBMITTED") return order.navDate;
  return order.payIn?.days[0]?.navDate === order.navDate ? order.navDate : null;
}

/**
 * Returns the entry for a NAV correction and its result. If money must be paid out, the payout has its own
 * entry.
 */
function correctionOf(
  of: OrderWithTimeline["corrections"][number],
  order: Order,
  words: Translate,
): readonly Moment[] {
  const came = !isZero(of.units) ? "units" : !isZero(of.baht) ? "baht" : "kept";
  const say = (key: string) =>
    words(`my-orders:order.moment.corrected_${key}`, {
      date: formatDate(of.date),
      nav: formatUnits(of.nav),
      units: formatUnits(of.units),
      baht: formatBaht(of.baht),
    });
  const corrected: Moment = { key: of.id, state: "done", title: say(came), detail: formatInstant(of.at) };
  if (came !== "baht" || order.payout === null) return [corrected];
  const paid: Moment = {
    key: `${of.id} paid`,
    state: of.paidAt === null ? "now" : "done",
    title: say("paid"),
    detail: of.paidAt === null ? say("soon") : formatInstant(of.paidAt),
  };
  return [corrected, paid];
}

function titleOf(moment: OrderMoment, order: Order, navDay: string | null, words: Translate): string {
  const { step, at } = moment;
  const isSell = order.kind === "redemption" || order.kind === "switch-out";
  switch (step) {
    case "received":
      return words("my-orders:order.moment.placed");
    case "nav":
      return navDay === null
        ? words("my-orders:order.moment.nav_unpaid")
        : words("my-orders:order.moment.nav", { date: formatDate(navDay) });
    case "reject":
      return words("my-orders:order.moment.rejected");
    case "paid":
      return at === null
        ? words("my-orders:order.moment.money_due", { amount: formatBaht(order.amount ?? "0") })
        : words("my-orders:order.moment.money");
    case "paid-out":
      return words(`my-orders:order.moment.paid-out${at === null ? "_sent" : ""}`);
    case "approved":
      return words(`my-orders:order.moment.${at === null ? "approved_due" : "approved"}`);
    case "allotted":
      return words(`my-orders:order.moment.${isSell ? "sold" : "allotted"}`);
    case "moved":
      return words("my-orders:order.moment.moved", { date: formatDate(moment.holiday ?? "") });
    case "bought":
      return words("my-orders:order.moment.bought", { strategy: order.counter?.strategy ?? "" });
    case "expired":
      return order.payBy !== null
        ? words("my-orders:order.moment.expired")
        : words("my-orders:orders.status.EXPIRED");
    default:
      return words(`my-orders:order.moment.${step}`);
  }
}

function expectedOf(moment: OrderMoment, order: Order, navDay: string | null, words: Translate): string {
  if (moment.expected === null) return "";
  if (moment.step === "allotted" && navDay === null) return words("my-orders:order.moment.day_after");
  if (moment.step === "nav") return words("my-orders:order.moment.about18");
  if (moment.step === "allotted" && order.payBy !== null)
    return words("my-orders:order.moment.within", { date: formatDate(moment.expected) });
  if (moment.step === "paid")
    return words("my-orders:order.moment.by", { time: formatInstant(moment.expected) });
  return words("my-orders:order.moment.due", { date: formatDate(moment.expected) });
}
