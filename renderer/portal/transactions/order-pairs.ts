import type { Pair } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate, formatUnits } from "../../kit/text/format.ts";
import type { Translate } from "../../kit/text/i18n.ts";
import { isZero, type OrderWithTimeline } from "../parts/records.ts";
import { navDayOf } from "./order-moments.ts";

/** Returns the lines with the order's details and results. Lines without a known value are left out. */
export function pairsOf(order: OrderWithTimeline, words: Translate): readonly Pair[] {
  const lines = linesIn(words);
  switch (order.kind) {
    case "subscription":
      return subscriptionPairs(order, lines);
    case "switch-in":
      return switchInPairs(order, lines);
    case "redemption":
    case "switch-out":
      return reductionPairs(order, lines);
  }
}

type Lines = ReturnType<typeof linesIn>;

/**
 * Returns functions that make lines, labelled by their key. Amounts are in baht, and deductions have a minus
 * sign.
 */
function linesIn(words: Translate) {
  const line = (key: string, value: string, look?: Pair["look"]): Pair => ({
    key,
    label: words(`my-orders:order.${key}`),
    value,
    ...(look === undefined ? {} : { look }),
  });
  const baht = (amount: string) => `${formatBaht(amount)} ${words("common:baht")}`;
  const off = (key: string, amount: string) => line(key, isZero(amount) ? baht(amount) : `−${baht(amount)}`);
  return { words, line, baht, off };
}

function known<Value>(value: Value | null, make: (value: Value) => Pair): readonly Pair[] {
  return value === null ? [] : [make(value)];
}

/** Whether an order ended without being carried out. Such an order has no fees and no NAV. */
function isDead({ status }: OrderWithTimeline): boolean {
  return status === "CANCELLED" || status === "EXPIRED" || status === "REJECTED";
}

function subscriptionPairs(order: OrderWithTimeline, lines: Lines): readonly Pair[] {
  const { words, line, baht, off } = lines;
  return [
    line("strategy", order.strategy),
    line("amount", baht(order.amount ?? "0"), "strong"),
    ...(isDead(order)
      ? []
      : [
          off("fee", order.fee),
          off("vat", order.vat),
          ...known(order.net, (net) => line("net", baht(net), "sum")),
        ]),
    ...navPairs(order, lines),
    ...boughtPairs(order, lines),
    ...known(order.method, (method) => line("method", words(`my-orders:order.method_${method}`))),
  ];
}

function switchInPairs(order: OrderWithTimeline, lines: Lines): readonly Pair[] {
  const { line, baht, off } = lines;
  return [
    line("strategy", order.strategy),
    ...known(order.counter, (counter) => line("counter_out", `${counter.strategy} · ${counter.reference}`)),
    ...known(order.amount, (amount) => line("brought", baht(amount), "strong")),
    ...(order.net === null
      ? []
      : [off("switchFee", order.fee), off("vat", order.vat), line("net", baht(order.net), "sum")]),
    ...navPairs(order, lines),
    ...boughtPairs(order, lines),
  ];
}

function reductionPairs(order: OrderWithTimeline, lines: Lines): readonly Pair[] {
  const { words, line, baht, off } = lines;
  return [
    line("strategy", order.strategy),
    ...known(order.counter, (counter) => line("counter_in", `${counter.strategy} · ${counter.reference}`)),
    line("wish", wishOf(order, words), "strong"),
    ...navPairs(order, lines),
    ...soldPairs(order, lines),
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

function navPairs(order: OrderWithTimeline, { line }: Lines): readonly Pair[] {
  if (isDead(order)) return [];
  return [
    ...known(navDayOf(order), (day) => line("navDate", formatDate(day))),
    ...known(order.nav, (value) => line("nav", formatUnits(value))),
  ];
}

function boughtPairs({ units }: OrderWithTimeline, { line }: Lines): readonly Pair[] {
  return known(units, (bought) => line("units", formatUnits(bought), "strong"));
}

/**
 * Returns a line with the units that were sold. Before the sale, the line says "all units" if the wished
 * amount takes the whole holding.
 */
function soldPairs(order: OrderWithTimeline, { words, line }: Lines): readonly Pair[] {
  const sellsAll =
    order.units === null && order.sellAll && !isDead(order) && (order.amount ?? order.unitsWished) !== null;
  return sellsAll
    ? [line("sold", words("my-orders:order.all"))]
    : known(order.units, (units) => line("sold", formatUnits(units)));
}

function wishOf(order: OrderWithTimeline, words: Translate): string {
  if (order.amount !== null) return `${formatBaht(order.amount)} ${words("common:baht")}`;
  if (order.unitsWished !== null)
    return words("my-orders:order.units_wished", { units: formatUnits(order.unitsWished) });
  return words("my-orders:order.all");
}
