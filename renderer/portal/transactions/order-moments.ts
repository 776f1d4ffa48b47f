import type { PayInCode } from "../../kit/api/answers.ts";
import type { Moment } from "../../kit/parts/timeline.tsx";
import { formatBaht, formatDate, formatInstant, formatUnits } from "../../kit/text/format.ts";
import type { Translate } from "../../kit/text/i18n.ts";
import { isZero, type Order, type OrderMoment, type OrderWithTimeline } from "../parts/records.ts";
import { asideMoments } from "./money-aside.tsx";

/** What happened to an order and what follows, with dates, as a timeline shows it. */
export function momentsOf(
  order: OrderWithTimeline,
  words: Translate,
  /** The money that came for it, and its slip. */
  money?: Pick<PayInCode, "aside" | "slip">,
): readonly Moment[] {
  const now = order.timeline.findIndex((moment) => moment.at === null);
  const isSlipWaiting = money?.slip?.state === "WAITING";
  const navDay = navDayOf(order);
  const told = order.timeline.map((moment, at) => {
    const isBeingChecked = moment.step === "paid" && moment.at === null && isSlipWaiting;
    const shown: Moment = {
      // Its days may move, and its money come back, more than once.
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
            : // By when to pay is no date of the slip's check, and the order stays open meanwhile.
              isBeingChecked
              ? ""
              : expectedOf(moment, order, navDay, words),
    };
    return { at: moment.at, moment: shown };
  });
  const asides = asideMoments(money?.aside ?? [], words);
  for (const { came, at } of asides) {
    const next = told.findIndex((other) => other.at === null || new Date(other.at) > new Date(at));
    // What an order was paid with is a line of it already.
    if (!(order.paidAt !== null && order.paidAt === at))
      told.splice(next === -1 ? told.length : next, 0, { at, moment: came });
  }
  return [
    ...told.map(({ moment }) => moment),
    ...asides.map(({ back }) => back),
    ...order.corrections.flatMap((one) => correctionOf(one, order, words)),
  ];
}

/** The NAV day of an order; `null` where it follows from when its money was sent: the day that it was placed for is over. */
export function navDayOf(order: OrderWithTimeline): string | null {
  if (order.status !== "SUBMITTED") return order.navDate;
  return order.payIn?.days[0]?.navDate === order.navDate ? order.navDate : null;
}

/** That a NAV was corrected and what came of it; baht to be paid out have a moment of their own. */
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
  if (came !== "baht" || order.kind !== "redemption") return [corrected];
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
      return order.kind === "subscription"
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
  if (moment.step === "allotted" && order.kind === "subscription")
    return words("my-orders:order.moment.within", { date: formatDate(moment.expected) });
  if (moment.step === "paid")
    return words("my-orders:order.moment.by", { time: formatInstant(moment.expected) });
  return words("my-orders:order.moment.due", { date: formatDate(moment.expected) });
}
