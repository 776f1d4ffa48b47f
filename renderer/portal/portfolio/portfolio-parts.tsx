import { bpsOfPercent } from "../../../domain/strategy-returns.ts";
import type { DisplayRate } from "../../kit/api/answers.ts";
import { Badge, Delta, type Pair, Pairs, RiskBar } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatBps, formatDate } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { About } from "../parts/about-currency.tsx";
import { ProfitBars } from "../parts/profit-bars.tsx";
import { type Holding, isZero, type Overview, type Strategy, type WholeOverview } from "../parts/records.ts";
import { oneLiner } from "../parts/strategies.ts";
import { StrategyCell, StrategyItem, StrategyTable } from "../parts/strategy-list.tsx";
import { StrategyReturn } from "../parts/strategy-return.tsx";
import "./portfolio.css";

const SECRET = "••••";

/** The value, the cumulative investment and the total profit. */
export function InvestedSoFar({
  of,
  rate,
  hidden,
}: {
  readonly of: WholeOverview;
  /** The exchange rate for a second currency. */
  readonly rate: DisplayRate | null;
  readonly hidden: boolean;
}) {
  const words = useText();
  const { total } = of;
  return (
    <dl className="card threefigures">
      <div>
        <dt>{words("my-account:overview.total")}</dt>
        <dd translate="no" className="num">
          {hidden ? SECRET : formatBaht(total.value)}
        </dd>
        <dd className="x">
          <About baht={total.value} rate={rate} hidden={hidden} />{" "}
          {of.asOf === null ? "" : words("my-account:overview.asOf", { date: formatDate(of.asOf) })}
        </dd>
      </div>
      <div>
        <dt>{words("portfolio:invested.title")}</dt>
        <dd translate="no" className="num">
          {hidden ? SECRET : formatBaht(total.invested)}
        </dd>
        <dd className="x">
          <About baht={total.invested} rate={rate} hidden={hidden} /> {words("portfolio:invested.text")}
        </dd>
      </div>
      <div>
        <dt>{words("my-account:overview.totalProfit")}</dt>
        <dd>{hidden ? SECRET : <Delta baht={total.totalProfit} />}</dd>
        <dd className="x">
          <About baht={total.totalProfit} rate={rate} hidden={hidden} />{" "}
          {words("portfolio:invested.profitText")}
        </dd>
      </div>
    </dl>
  );
}

/** The person's return on each strategy, best first, beside the return of the strategy itself. */
export function ReturnByStrategy({ of, hidden }: { readonly of: Overview; readonly hidden: boolean }) {
  const words = useText();
  const sorted = of.holdings.toSorted((one, other) => (returnOf(one) < returnOf(other) ? 1 : -1));
  return (
    <section aria-labelledby="roi" className="gap8">
      <div className="sechead">
        <h2 id="roi">{words("portfolio:roi.title")}</h2>
      </div>
      <ul className="card list onlyphone">
        {sorted.map((held) => (
          <HeldItem key={held.code} of={held} hidden={hidden} />
        ))}
        {of.soldOut.map((sold) => (
          <StrategyItem key={sold.code} code={sold.code} name={oneLiner(sold.code)}>
            <Badge>{words("portfolio:roi.sold")}</Badge>
            <br />
            <Profit baht={sold.totalProfit} hidden={hidden} />
          </StrategyItem>
        ))}
      </ul>
      <StrategyTable
        columns={[
          { name: words("my-account:overview.strategy"), left: true },
          { name: words("portfolio:roi.principal") },
          { name: words("my-account:overview.value") },
          { name: words("my-account:overview.yourProfit") },
          { name: words("portfolio:roi.percent") },
          { name: words("my-account:overview.year1") },
        ]}
      >
        {sorted.map((held) => (
          <HeldRow key={held.code} of={held} hidden={hidden} />
        ))}
        {of.soldOut.map((sold) => (
          <tr key={sold.code}>
            <StrategyCell code={sold.code} name={words("portfolio:roi.sold")} />
            <td className="r">–</td>
            <td className="r">–</td>
            <td className="r">
              <Profit baht={sold.totalProfit} hidden={hidden} />
            </td>
            <td className="r">–</td>
            <td className="r">–</td>
          </tr>
        ))}
      </StrategyTable>
      <p className="small">{words("portfolio:roi.explain")}</p>
    </section>
  );
}

/** A held strategy on phones. */
function HeldItem({ of, hidden }: { readonly of: Holding; readonly hidden: boolean }) {
  const secret = (amount: string) => (hidden ? SECRET : formatBaht(amount));
  return (
    <StrategyItem
      code={of.code}
      name={oneLiner(of.code)}
      note={`${secret(of.principal)} → ${secret(of.value)}`}
    >
      <b>{of.profitPercent === null ? "–" : <Delta percent={of.profitPercent} />}</b>
      <br />
      <Profit baht={of.profit} hidden={hidden} />
    </StrategyItem>
  );
}

/** A held strategy on desktops. */
function HeldRow({ of, hidden }: { readonly of: Holding; readonly hidden: boolean }) {
  const secret = (amount: string) => (hidden ? SECRET : formatBaht(amount));
  return (
    <tr>
      <StrategyCell code={of.code} name={oneLiner(of.code)} />
      <td className="r">{secret(of.principal)}</td>
      <td className="r">{secret(of.value)}</td>
      <td className="r">
        <Profit baht={of.profit} hidden={hidden} />
      </td>
      <td className="r">
        <b>{of.profitPercent === null ? "–" : <Delta percent={of.profitPercent} />}</b>
      </td>
      <td className="r">
        <StrategyReturn percent={of.strategyReturn1y} />
      </td>
    </tr>
  );
}

function Profit({ baht, hidden }: { readonly baht: string; readonly hidden: boolean }) {
  return hidden ? SECRET : <Delta baht={baht} />;
}

function returnOf({ profitPercent }: Holding): bigint {
  return profitPercent === null ? -1_000_000n : bpsOfPercent(profitPercent);
}

/** Each strategy's share of the value, as bars. People compare lengths more easily than angles. */
export function RatioByStrategy({ of }: { readonly of: readonly Holding[] }) {
  const words = useText();
  const sorted = of.toSorted((one, other) => (bpsOfPercent(one.share) < bpsOfPercent(other.share) ? 1 : -1));
  return (
    <section className="gap8" aria-labelledby="ratio">
      <div className="sechead">
        <h2 id="ratio">{words("portfolio:ratio.title")}</h2>
      </div>
      <ul className="card card--pad ratiobars">
        {sorted.map(({ code, share }) => (
          <li key={code}>
            <span className="nb">{code}</span>
            <b translate="no" className="num">
              {share}%
            </b>
            <svg viewBox="0 0 10000 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width="10000" height="10" className="ground" />
              <rect width={String(bpsOfPercent(share))} height="10" className="part" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The unrealised profit of each strategy, best first. */
export function ProfitByStrategy({
  of,
  hidden,
}: {
  readonly of: readonly Holding[];
  readonly hidden: boolean;
}) {
  const words = useText();
  return (
    <section className="gap8" aria-labelledby="profit-by">
      <div className="sechead">
        <h2 id="profit-by">{words("my-account:overview.profitOf.bars")}</h2>
      </div>
      <div className="card card--pad">
        {hidden ? <p className="mut">{words("common:amounts.hidden")}</p> : <ProfitBars of={of} />}
      </div>
    </section>
  );
}

/** Risk and fees of each held strategy, and the fees paid so far. */
export function RisksAndFees({
  of,
  strategies,
  hidden,
}: {
  readonly of: Overview;
  readonly strategies: readonly Strategy[];
  readonly hidden: boolean;
}) {
  const words = useText();
  const held = of.holdings.flatMap(
    (holding) => strategies.find((strategy) => strategy.code === holding.code) ?? [],
  );
  return (
    <section className="gap8" aria-labelledby="risks">
      <div className="sechead">
        <h2 id="risks">{words("portfolio:risks.title")}</h2>
      </div>
      <div className="halves">
        {held.map(({ code, riskLevel, fees }) => (
          <article key={code} className="card card--pad gap8">
            <div className="screenhead">
              <h3 className="nb">{code}</h3>
              <RiskBar level={riskLevel} />
            </div>
            <Pairs of={feePairs(fees, words)} />
          </article>
        ))}
        {of.total === null ? null : (
          <article className="card card--pad gap8">
            <h3>{words("portfolio:risks.paid")}</h3>
            <Pairs of={paidPairs(of.total.feesPaid, { hidden, words })} />
          </article>
        )}
      </div>
      <p className="small">
        {words("portfolio:risks.vat")} {words("common:riskWarning.text")}
      </p>
    </section>
  );
}

function feePairs(fees: Strategy["fees"], words: Translate): readonly Pair[] {
  const rate = (key: "once" | "daily" | "onProfit" | "intoSwitch", bps: number): Pair => {
    const shown = formatBps(bps);
    return {
      key,
      label: words(`my-account:strategy.${key}`),
      value: key === "daily" ? words("my-account:strategy.perYear", { rate: shown }) : shown,
    };
  };
  return [
    rate("once", fees.frontEndBps),
    rate("daily", fees.managementBps),
    rate("onProfit", fees.reductionProfitBps),
    rate("intoSwitch", fees.switchInBps),
  ];
}

/** Returns the fees paid so far, by kind, with their sum. */
function paidPairs(
  paid: WholeOverview["total"]["feesPaid"],
  { hidden, words }: { readonly hidden: boolean; readonly words: Translate },
): readonly Pair[] {
  const kinds = (["frontEnd", "switchIn", "profit", "vat"] as const).filter((kind) => !isZero(paid[kind]));
  const amount = (text: string) => (hidden ? SECRET : formatBaht(text));
  return [
    ...kinds.map((kind) => ({
      key: kind,
      label: words(`my-account:overview.profitOf.fees.${kind}`),
      value: amount(paid[kind]),
    })),
    { key: "total", label: words("portfolio:risks.sum"), value: amount(paid.total), look: "sum" as const },
  ];
}
