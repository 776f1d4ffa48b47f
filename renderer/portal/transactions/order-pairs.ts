import type { Pair } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate, formatUnits } from "../../kit/text/format.ts";
import type { Translate } from "../../kit/text/i18n.ts";
import { isZero, type OrderWithTimeline } from "../parts/records.ts";
import { navDayOf } from "./order-moments.ts";

/** The order's details and results, line by line; unknown ones are left out. */
export function pairsOf(order: OrderWithTimeline, words: Translate): readonly Pair[] {
  const line = (key: string, value: string, look?: Pair["look"]): Pair => ({
    key,
    label: words(`my-orders:order.${key}`),
    value,
    ...(look === undefined ? {} : { look }),
  });
  const baht = (amount: string) => `${formatBaht(amount)} ${words("common:baht")}`;
  const known = <Value>(value: Value | null, make: (value: Value) => Pair): readonly Pair[] =>
    value === null ? [] : [make(value)];
  const off = (key: string, amount: string) => line(key, isZero(amount) ? baht(amount) : `−${baht(amount)}`);
  // An order that ended without being carried out has no fees and no NAV.
  const isDead = order.status === "CANCELLED" || order.status === "EXPIRED" || order.status === "REJECTED";
  const nav: readonly Pair[] = isDead
    ? []
    : [
        ...known(navDayOf(order), (day) => line("navDate", formatDate(day))),
        ...known(order.nav, (value) => line("nav", formatUnits(value))),
      ];
  const bought = known(order.units, (units) => line("units", formatUnits(units), "strong"));
  switch (order.kind) {
    case "subscription":
      return [
        line("strategy", order.strategy),
        line("amount", baht(order.amount ?? "0"), "strong"),
        ...(isDead
          ? []
          : [
              off("fee", order.fee),
              off("vat", order.vat),
              ...known(order.net, (net) => line("net", baht(net), "sum")),
            ]),
        ...nav,
        ...bought,
        ...known(order.method, (method) => line("method", words(`my-orders:order.method_${method}`))),
      ];
    case "switch-in":
      return [
        line("strategy", order.strategy),
        ...known(order.counter, (counter) =>
          line("counter_out", `${counter.strategy} · ${counter.reference}`),
        ),
        ...known(order.amount, (amount) => line("brought", baht(amount), "strong")),
        ...(order.net === null
          ? []
          : [off("switchFee", order.fee), off("vat", order.vat), line("net", baht(order.net), "sum")]),
        ...nav,
        ...bought,
      ];
    case "redemption":
    case "switch-out":
      return [
        line("strategy", order.strategy),
        ...known(order.counter, (counter) =>
          line("counter_in", `${counter.strategy} · ${counter.reference}`),
        ),
        line("wish", wishOf(order, words), "strong"),
        ...nav,
        ...(order.units === null && order.sellAll && !isDead && (order.amount ?? order.unitsWished) !== null
          ? [line("sold", words("my-orders:order.all"))]
          : known(order.units, (units) => line("sold", formatUnits(units)))),
        ...known(order.value, (value) => line("before_charges", baht(value))),
        ...(order.net === null
          ? []
          : [off("profitFee", order.fee), off("vat", order.vat), line("brings", baht(order.net), "sum")]),
        ...known(order.payout, ({ bank, number }) =>
          line("account", `${words(`form:common.bank-code.options.${bank}`)} ${number}`),
        ),
        ...known(order.approvals, (approvals) =>
          line("approvals", words("my-orders:order.approvals_of", approvals)),
        ),
        ...known(order.rejectReason, (reason) => line("why", reason)),
      ];
  }
}

function wishOf(order: OrderWithTimeline, words: Translate): string {
  if (order.amount !== null) return `${formatBaht(order.amount)} ${words("common:baht")}`;
  if (order.unitsWished !== null)
    return words("my-orders:order.units_wished", { units: formatUnits(order.unitsWished) });
  return words("my-orders:order.all");
}
