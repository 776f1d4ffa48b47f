import { Delta, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBaht } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { ProfitBars } from "../parts/profit-bars.tsx";
import { isZero, type WholeOverview } from "../parts/records.ts";
import "./overview.css";

/** The sources of the profit by strategy, realised and unrealised, and all fees by kind. */
export function ProfitSection({ of, hidden }: { readonly of: WholeOverview; readonly hidden: boolean }) {
  const words = useText();
  if (hidden) return null;
  return (
    <section className="gap12 profitsection" aria-labelledby="profit">
      <div className="sechead">
        <h2 id="profit">{words("my-account:overview.profitOf.title")}</h2>
      </div>
      <div className="card card--pad gap12">
        {of.holdings.length > 1 ? <ProfitBars of={of.holdings} /> : null}
        <Pairs of={pairsOf(of, words)} />
      </div>
      <p className="small under">{words("my-account:overview.profitOf.explain")}</p>
    </section>
  );
}

function pairsOf({ total, soldOut }: WholeOverview, words: Translate): readonly Pair[] {
  const text = (key: string) => words(`my-account:overview.profitOf.${key}`);
  const line = (key: string, value: string): Pair => ({
    key,
    label: text(key),
    value: <Delta baht={value} />,
  });
  const fee = (key: keyof typeof total.feesPaid, label = text(`fees.${key}`)): readonly Pair[] =>
    isZero(total.feesPaid[key]) ? [] : [{ key: `fee-${key}`, label, value: formatBaht(total.feesPaid[key]) }];
  return [
    line("held", total.profit),
    ...(isZero(total.realised) && soldOut.length === 0 ? [] : [line("realised", total.realised)]),
    ...(isZero(total.feesOnSells)
      ? []
      : [{ key: "sellFees", label: text("sellFees"), value: `−${formatBaht(total.feesOnSells)}` }]),
    { ...line("total", total.totalProfit), look: "sum" },
    { key: "invested", label: text("invested"), value: formatBaht(total.invested) },
    ...fee("frontEnd"),
    ...fee("switchIn"),
    ...fee("profit"),
    ...fee("vat"),
  ];
}
