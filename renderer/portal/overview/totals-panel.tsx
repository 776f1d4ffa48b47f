import { Eye, EyeOff } from "lucide-react";
import type { DisplayRate } from "../../kit/api/answers.ts";
import { BigBaht, Delta } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatChange, formatDate, formatSigned } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { About, CurrencySwitch, RateNote, useDisplayRate } from "../parts/about-currency.tsx";
import { FeesSentence } from "../parts/fees-sentence.tsx";
import { isZero, type WholeOverview } from "../parts/records.ts";
import { AccountChart } from "./account-chart.tsx";

/** The panel with the value, the figures beside it and the chart. */
export function TotalsPanel({
  of,
  hidden,
  onHide,
  overlapped,
}: {
  readonly of: WholeOverview;
  readonly hidden: boolean;
  readonly onHide: () => void;
  readonly overlapped: boolean;
}) {
  const words = useText();
  const { total } = of;
  const rate = useDisplayRate();
  const drawn = of.series.length > 1 && !hidden;
  return (
    <section
      className={[
        "valuehero onbrand hero",
        drawn ? "hero--drawn" : "",
        overlapped ? "hero--overlapped" : "",
      ].join(" ")}
      aria-labelledby="total"
    >
      <div>
        <PanelHead hidden={hidden} onHide={onHide} />
        <BigBaht amount={formatBaht(total.value)} hidden={hidden} />
        <About baht={total.value} rate={rate} hidden={hidden} />
        <p className="asof">
          <AsOf of={of} />
        </p>
        <dl className="two">
          <OwnProfit of={total} rate={rate} hidden={hidden} />
          <StrategyReturn of={total} holdsNone={of.holdings.length === 0} />
          <PaidIn of={total} hidden={hidden} />
          {isZero(of.moneyOnTheWay) ? null : (
            <div className="whole">
              <dt>{words("my-account:overview.onTheWay.title")}</dt>
              <dd>{hidden ? "••••" : formatBaht(of.moneyOnTheWay)}</dd>
              <dd className="x">{words("my-account:overview.onTheWay.notYet")}</dd>
            </div>
          )}
        </dl>
        <RateNote rate={rate} />
      </div>
      {drawn ? (
        <div className="herochart">
          <AccountChart of={of.series} />
        </div>
      ) : null}
    </section>
  );
}

type Totals = WholeOverview["total"];

function PanelHead({ hidden, onHide }: { readonly hidden: boolean; readonly onHide: () => void }) {
  const words = useText();
  return (
    <div className="lab">
      <h1 id="total" className="plainhead" tabIndex={-1}>
        {words("my-account:overview.total")}
      </h1>
      <span className="row">
        <CurrencySwitch className="hide" />
        <button type="button" className="hide" aria-pressed={hidden} onClick={onHide}>
          {hidden ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          {words(hidden ? "my-account:overview.show" : "my-account:overview.hide")}
        </button>
      </span>
    </div>
  );
}

/**
 * The date of the NAVs, or the first and last date if they differ. Without holdings, a missing NAV shows no
 * warning.
 */
function AsOf({ of }: { readonly of: WholeOverview }) {
  const words = useText();
  if (of.asOf === null || of.asOfFrom === null)
    return words(`my-account:overview.${of.holdings.length === 0 ? "empty.title" : "noNav"}`);
  return of.asOf === of.asOfFrom
    ? words("my-account:overview.asOf", { date: formatDate(of.asOf) })
    : words("my-account:overview.asOfDays", { from: formatDate(of.asOfFrom), to: formatDate(of.asOf) });
}

function OwnProfit({
  of,
  rate,
  hidden,
}: {
  readonly of: Totals;
  readonly rate: DisplayRate | null;
  readonly hidden: boolean;
}) {
  const words = useText();
  return (
    <div>
      <dt>{words("my-account:overview.profit")}</dt>
      <dd>{hidden ? "••••" : <Delta baht={of.profit} />}</dd>
      {rate === null || hidden ? null : (
        <dd className="x">
          <About baht={of.profit} rate={rate} hidden={hidden} />
        </dd>
      )}
      <dd className="x">
        {of.profitPercent === null
          ? words("my-account:overview.profitExplain")
          : words("my-account:overview.profitText", { percent: formatChange(of.profitPercent) })}
      </dd>
      {hidden || of.totalProfit === of.profit ? null : (
        <dd className="x">
          {words("my-account:overview.withSold", { profit: formatSigned(of.totalProfit) })}
        </dd>
      )}
    </div>
  );
}

/**
 * The return of the strategies, shown beside the person's own profit. Without holdings, a short history shows
 * no warning.
 */
function StrategyReturn({ of, holdsNone }: { readonly of: Totals; readonly holdsNone: boolean }) {
  const words = useText();
  return (
    <div>
      <dt>{words("my-account:overview.strategyReturn")}</dt>
      <dd>{of.strategyReturn1y === null ? "–" : <Delta percent={of.strategyReturn1y} />}</dd>
      <dd className="x">
        {words(
          of.strategyReturn1y === null
            ? holdsNone
              ? "my-account:overview.returnOfNone"
              : "my-account:overview.returnNone"
            : "my-account:overview.returnText",
        )}
      </dd>
    </div>
  );
}

function PaidIn({ of, hidden }: { readonly of: Totals; readonly hidden: boolean }) {
  const words = useText();
  return (
    <div className="whole">
      <dt>{words("my-account:overview.principal")}</dt>
      <dd>{hidden ? "••••" : formatBaht(of.principal)}</dd>
      {isZero(of.fees) || hidden ? null : (
        <dd className="x">
          <FeesSentence of={of} />
        </dd>
      )}
    </div>
  );
}
