import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { get } from "../../api/query.ts";
import { ButtonLink } from "../../parts/button.tsx";
import { Note } from "../../parts/note.tsx";
import { Delta, DemoMark, Pairs, RiskBar } from "../../parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../parts/states.tsx";
import { StrategyIcon } from "../../parts/strategy-icon.tsx";
import { InsidePage } from "../../shell/pages.tsx";
import { formatBaht, formatBps, formatDate, formatUnits } from "../../text/format.ts";
import { useText } from "../../text/i18n.ts";
import { ChartPanel } from "../chart-panel.tsx";
import { bpsOf, type Returns, type StrategyWithHistory } from "../records.ts";
import "../screens.css";
import { nameOf } from "./strategies-screen.tsx";

const PERIODS = [
  ["day1", "day1"],
  ["days7", "week1"],
  ["months3", "month3"],
  ["months6", "month6"],
  ["year1", "year1"],
  ["yearToDate", "ytd"],
  ["sinceInception", "inception"],
] as const satisfies readonly (readonly [keyof Returns, string])[];

/** One strategy: NAV over time, its returns, its fees and minimums, and the way to invest. */
export default function StrategyScreen() {
  const words = useText();
  const { code = "" } = useParams({ strict: false });
  const strategy = useQuery(get<StrategyWithHistory>(`/strategies/${encodeURIComponent(code)}`));
  return (
    <InsidePage title={code} at="/strategies">
      <div className="screen narrowscreen">
        <div className="copyrow">
          <h1 tabIndex={-1} className="cellname">
            <StrategyIcon code={code} /> {code}
          </h1>
          {strategy.data?.demo ? <DemoMark /> : null}
        </div>
        {strategy.isPending ? <LoadingShape rows={5} /> : null}
        {strategy.isError ? (
          <ErrorState error={strategy.error} retry={() => void strategy.refetch()} />
        ) : null}
        {strategy.data ? <Shown of={strategy.data} words={words} /> : null}
      </div>
    </InsidePage>
  );
}

function Shown({
  of,
  words,
}: {
  readonly of: StrategyWithHistory;
  readonly words: ReturnType<typeof useText>;
}) {
  const percent = (bps: number) => formatBps(bps);
  const baht = (amount: string) => `${formatBaht(amount)} ${words("common:baht")}`;
  const { maxDrawdown } = of.returns;
  return (
    <>
      <p className="mut">{nameOf(of, words)}</p>
      <p className="rowwrap">
        <RiskBar level={of.riskLevel} />
        {of.nav ? (
          <span className="small">
            {words("my-account:strategies.nav", {
              nav: formatUnits(of.nav.value),
              date: formatDate(of.nav.date),
            })}
          </span>
        ) : null}
      </p>
      {of.open ? (
        <ButtonLink kind="main" wide href={`/invest?strategy=${encodeURIComponent(of.code)}`}>
          {words("my-account:strategy.invest")}
        </ButtonLink>
      ) : (
        <Note tone="warn">{words("my-account:strategy.closed")}</Note>
      )}
      <section className="card card--pad">
        <h2>{words("my-account:strategy.chart")}</h2>
        <ChartPanel
          points={of.history.map((point) => ({ date: point.date, value: point.nav }))}
          names={[words("my-account:strategy.nav")]}
        />
      </section>
      <section className="card card--pad gap8">
        <h2>{words("my-account:strategy.returns")}</h2>
        <dl className="stats">
          {PERIODS.map(([field, word]) => {
            const value = of.returns[field];
            return (
              <div key={field}>
                <dt>{words(`my-account:strategy.return.${word}`)}</dt>
                <dd>
                  {value === null ? (
                    words("my-account:strategies.notAvailable")
                  ) : (
                    <Delta bps={bpsOf(value)} />
                  )}
                </dd>
              </div>
            );
          })}
          <div>
            <dt>{words("my-account:strategy.drawdown")}</dt>
            <dd>
              {maxDrawdown === null ? (
                words("my-account:strategy.drawdownNone")
              ) : (
                <Delta bps={bpsOf(maxDrawdown.percent)} />
              )}
            </dd>
          </div>
        </dl>
        <p className="small">{words("my-account:strategy.past")}</p>
      </section>
      <section className="card card--pad gap8">
        <h2>{words("my-account:strategy.facts")}</h2>
        <Pairs
          of={[
            { key: "minFirst", label: words("my-account:strategy.minFirst"), value: baht(of.minimums.first) },
            { key: "minNext", label: words("my-account:strategy.minNext"), value: baht(of.minimums.next) },
            { key: "fee", label: words("my-account:strategy.fee"), value: percent(of.fees.frontEndBps) },
            {
              key: "management",
              label: words("my-account:strategy.management"),
              value: percent(of.fees.managementBps),
            },
            {
              key: "profitFee",
              label: words("my-account:strategy.profitFee"),
              value: percent(of.fees.reductionProfitBps),
            },
            {
              key: "switchIn",
              label: words("my-account:strategy.switchIn"),
              value: percent(of.fees.switchInBps),
            },
            { key: "vat", label: words("my-account:strategy.vat"), value: percent(of.fees.vatBps) },
            { key: "started", label: words("my-account:strategy.started"), value: formatDate(of.startedOn) },
          ]}
        />
      </section>
    </>
  );
}
