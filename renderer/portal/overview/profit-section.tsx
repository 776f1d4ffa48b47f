import { satangOf } from "../../../domain/money.ts";
import { Delta, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBaht } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { isZero, type Overview } from "../parts/records.ts";
import "./overview.css";

type Part = { readonly code: string; readonly profit: string };

/** Where the profit comes from: strategy by strategy, what is realised and what is not, and every fee by its kind. */
export function ProfitSection({ of, hidden }: { readonly of: Overview; readonly hidden: boolean }) {
  const words = useText();
  if (hidden) return null;
  return (
    <section className="gap12 profitsection" aria-labelledby="profit">
      <div className="sechead">
        <h2 id="profit">{words("my-account:overview.profitOf.title")}</h2>
      </div>
      <div className="card card--pad gap12">
        {of.holdings.length > 1 ? <Bars of={of.holdings} /> : null}
        <Pairs of={pairsOf(of, words)} />
      </div>
      <p className="small under">{words("my-account:overview.profitOf.explain")}</p>
    </section>
  );
}

function pairsOf({ total, soldOut }: Overview, words: Translate): readonly Pair[] {
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

/** Profit of what is held, by strategy, the best first: gains to the right of the middle, losses to the left. */
function Bars({ of }: { readonly of: readonly Part[] }) {
  const words = useText();
  const sorted = of.toSorted((one, other) => (satangOf(one.profit) < satangOf(other.profit) ? 1 : -1));
  const most = sorted.reduce((size, { profit }) => (sizeOf(profit) > size ? sizeOf(profit) : size), 1n);
  return (
    <ul className="profitbars" aria-label={words("my-account:overview.profitOf.bars")}>
      {sorted.map(({ code, profit }) => {
        const width = Number((sizeOf(profit) * 100n) / most);
        const falls = profit.startsWith("-");
        return (
          <li key={code}>
            <span className="nb">{code}</span>
            <svg viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">
              <rect
                x={falls ? 100 - width : 100}
                width={width}
                height="14"
                fill={falls ? "var(--loss)" : "var(--gain)"}
              />
              <path d="M100 0V14" stroke="var(--line-strong)" vectorEffect="non-scaling-stroke" />
            </svg>
            <span className="right">
              <Delta baht={profit} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** How large a gain or loss is, in satang. */
function sizeOf(profit: string): bigint {
  return satangOf(profit.replace(/^-/, ""));
}
