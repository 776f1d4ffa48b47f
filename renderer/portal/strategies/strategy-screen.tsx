import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { shareOf, subscriptionCharges } from "../../../domain/fund.ts";
import { formatBaht as decimalBaht } from "../../../domain/money.ts";
import { bpsOfPercent } from "../../../domain/strategy-returns.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Delta, Pairs, RiskBar } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useTimeLeft } from "../../kit/parts/use-time-left.ts";
import { formatBaht, formatBps, formatDate, formatDuration, formatUnits } from "../../kit/text/format.ts";
import { keepWhole, useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChartPanel } from "../parts/chart-panel.tsx";
import { Entries } from "../parts/entries.tsx";
import { FeesSentence } from "../parts/fees-sentence.tsx";
import { OnTheWay } from "../parts/on-the-way.tsx";
import {
  type Holding,
  isZero,
  type Overview,
  type Returns,
  type Strategy,
  type StrategyWithHistory,
} from "../parts/records.ts";
import { StrategyIcon } from "../parts/strategy-icon.tsx";
import "../../kit/parts/screens.css";
import { nameOf } from "./strategies-screen.tsx";
import "../parts/portal.css";
import "./strategies.css";

const PERIODS = [
  ["day1", "day1"],
  ["days7", "week1"],
  ["months3", "month3"],
  ["months6", "month6"],
  ["year1", "year1"],
  ["yearToDate", "ytd"],
  ["sinceInception", "inception"],
] as const satisfies readonly (readonly [keyof Returns, string])[];

/** What an example of costs and falls is counted on. */
const EXAMPLE_SATANG = 10_000_000n;

/** One strategy: NAV over time, its returns and deepest fall, its fees, and the way to invest in reach. */
export default function StrategyScreen() {
  const words = useText();
  const { code = "" } = useParams({ strict: false });
  const strategy = useQuery(get<StrategyWithHistory>(`/strategies/${encodeURIComponent(code)}`));
  const name = strategy.data ? nameOf(strategy.data, words) : "";
  return (
    <InsidePage
      title={code}
      at="/strategies"
      back={{
        href: "/strategies",
        name: (
          <span className="barname">
            {code}
            <small>{name}</small>
          </span>
        ),
      }}
    >
      <div className="screen">
        <div className="screenhead onlywide">
          <p className="cellname hello">
            <StrategyIcon code={code} />
            <span className="barname">
              {code}
              <small>{name}</small>
            </span>
          </p>
        </div>
        {strategy.data ? null : <h1 className="sr">{code}</h1>}
        {strategy.isPending ? <LoadingShape rows={5} /> : null}
        {strategy.isError ? (
          <ErrorState error={strategy.error} retry={() => void strategy.refetch()} />
        ) : null}
        {strategy.data ? <Shown of={strategy.data} /> : null}
      </div>
    </InsidePage>
  );
}

function Shown({ of }: { readonly of: StrategyWithHistory }) {
  const words = useText();
  const session = useSession();
  const overview = useQuery({
    ...get<Overview>("/overview"),
    enabled: session !== null && !session.user?.role,
  });
  const held = overview.data?.holdings.find((one) => one.code === of.code);
  const paid = overview.data?.onTheWay.filter(({ order }) => order.strategy === of.code) ?? [];
  const { day1 } = of.returns;
  return (
    <div className="strategycols">
      <div className="gap16">
        <section aria-labelledby="nav">
          <h1 id="nav" className="small" tabIndex={-1}>
            <span className="sr">{of.code} </span>
            {words("my-account:strategy.navPerUnit", { date: of.nav ? formatDate(of.nav.date) : "–" })}
          </h1>
          <p className="bignum">
            {of.nav ? formatUnits(of.nav.value) : "–"}
            <em>{words("common:baht")}</em>
          </p>
          <p className="navline">
            <span>
              {day1 === null ? null : <Delta percent={day1} />}{" "}
              <span className="small">{words("my-account:strategy.fromDayBefore")}</span>
            </span>
            <RiskBar level={of.riskLevel} />
          </p>
        </section>
        {held ? <Held of={held} /> : null}
        {paid.length > 0 ? <OnTheWay of={paid} /> : null}
        <section aria-label={words("my-account:strategy.chart")}>
          <ChartPanel
            points={of.history.map((point) => ({ date: point.date, value: point.nav }))}
            names={[words("my-account:strategy.nav")]}
          />
        </section>
        <ReturnsOf of={of} />
      </div>
      <div className="gap16">
        <About of={of} />
        <Fall of={of} />
        <Costs of={of} />
        <p className="small">{words("common:riskWarning.text")}</p>
        <Entries place="strategy" strategy={of.code} />
        <InvestDock of={of} holds={held !== undefined} />
      </div>
    </div>
  );
}

function InvestDock({ of, holds }: { readonly of: StrategyWithHistory; readonly holds: boolean }) {
  const words = useText();
  const left = useTimeLeft(of.dealing);
  if (!of.open) return <Note tone="warn">{words("my-account:strategy.closed")}</Note>;
  return (
    <div className="dock">
      <div>
        <p className="docknote">
          <span>
            {words("my-account:strategy.from", {
              amount: formatBaht(holds ? of.minimums.next : of.minimums.first),
            })}
          </span>
          {left === null ? (
            of.dealing ? (
              <span>{words("my-account:overview.navDay", { date: formatDate(of.dealing.navDate) })}</span>
            ) : null
          ) : (
            <span className="row">
              <Clock size={16} aria-hidden="true" />
              <span>
                {words("my-account:strategy.left")} <b className="num">{formatDuration(left)}</b>{" "}
                {words("my-account:overview.hours")}
              </span>
            </span>
          )}
        </p>
        <ButtonLink kind="main" wide href={`/invest?strategy=${encodeURIComponent(of.code)}`}>
          {words(holds ? "my-account:strategy.investMoreIn" : "my-account:strategy.investIn", {
            code: of.code,
          })}
        </ButtonLink>
      </div>
    </div>
  );
}

/** What the investor holds of it: units, value, principal and profit, with the fees told apart. */
export function Held({ of }: { readonly of: Holding }) {
  const words = useText();
  return (
    <section className="card card--pad gap8" aria-labelledby="held">
      <h2 id="held">{words("my-account:strategy.held")}</h2>
      <Pairs
        of={[
          {
            key: "value",
            label: words("my-account:overview.value"),
            value: formatBaht(of.value),
            look: "strong",
          },
          { key: "units", label: words("my-account:overview.units"), value: formatUnits(of.units) },
          {
            key: "principal",
            label: words("my-account:overview.principal"),
            value: formatBaht(of.principal),
          },
          {
            key: "profit",
            label: words("my-account:overview.yourProfit"),
            value: <Delta baht={of.profit} />,
          },
        ]}
      />
      {isZero(of.fees) ? null : (
        <p className="small">
          <FeesSentence of={of} />
        </p>
      )}
    </section>
  );
}

function ReturnsOf({ of }: { readonly of: Strategy }) {
  const words = useText();
  return (
    <section className="gap8">
      <h2>{words("my-account:strategy.returns")}</h2>
      <dl className="card returns">
        {PERIODS.map(([field, word]) => {
          const value = of.returns[field];
          return (
            <div key={field}>
              <dt>
                {words(
                  `my-account:strategy.return.${word === "inception" && !of.returns.sinceInceptionPerYear ? "inceptionWhole" : word}`,
                )}
              </dt>
              <dd>
                {value === null ? (
                  <small>{words("my-account:strategies.notAvailable")}</small>
                ) : (
                  <Delta percent={value} />
                )}
              </dd>
            </div>
          );
        })}
        <div>
          <dt>{words("my-account:strategy.nav")}</dt>
          <dd className="num">{of.nav ? formatUnits(of.nav.value) : "–"}</dd>
        </div>
      </dl>
      <p className="small">
        {words(
          of.returns.sinceInceptionPerYear
            ? "my-account:strategy.averaged"
            : "my-account:strategy.sinceStart",
          { date: formatDate(of.startedOn) },
        )}
        <br />
        {words("my-account:strategy.notYours")}
      </p>
    </section>
  );
}

/** What it is, whom it suits and whom not, and how it is run. */
export function About({ of }: { readonly of: Strategy }) {
  const words = useText();
  const lng = useLanguage();
  const told = (name: keyof Strategy["texts"]) => keepWhole(of.texts[name][lng]);
  const rows: readonly (readonly [string, string])[] = [
    ["type", words(of.typeKey)],
    ["managedBy", told("managedBy")],
    ["model", told("model")],
    ["currencyPolicy", words(of.currencyPolicyKey)],
    ["dividendPolicy", words(of.dividendPolicyKey)],
    ["registeredOn", formatDate(of.registeredOn)],
    ["startedOn", formatDate(of.startedOn)],
    ["businessDay", told("businessDay")],
    ["timeWindow", told("timeWindow")],
    ["servicePeriod", told("servicePeriod")],
    ["supporters", told("supporters")],
    [
      "netAssets",
      of.netAssets === null
        ? words("my-account:strategies.notAvailable")
        : `${formatBaht(of.netAssets)} ${words("common:baht")}`,
    ],
  ];
  return (
    <section className="gap8" aria-labelledby="about">
      <h2 id="about">{words("strategy:about.title")}</h2>
      <p>{told("about")}</p>
      {(["suits", "suitsNot"] as const).map((who) => (
        <div key={who}>
          <h3>{words(`strategy:about.${who}`)}</h3>
          <ul className="reasons">
            {told(who)
              .split("\n")
              .map((line) => (
                <li key={line}>{line}</li>
              ))}
          </ul>
        </div>
      ))}
      <h3>{words("strategy:about.facts")}</h3>
      <dl className="card card--pad facts2">
        {rows.map(([row, value]) => (
          <div key={row}>
            <dt>{words(`strategy:about.row.${row}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={`/api/strategies/${encodeURIComponent(of.code)}/factsheet?language=${lng}`} download>
          {words("strategy:about.factsheet")}
        </a>
      </p>
    </section>
  );
}

/** The deepest fall since the beginning, or that there was none. */
export function Fall({ of }: { readonly of: Strategy }) {
  const words = useText();
  const { maxDrawdown } = of.returns;
  return (
    <section className="card card--pad gap4">
      <div className="row between">
        <h2>{words("my-account:strategy.fall.title")}</h2>
        {maxDrawdown === null ? null : (
          <span className="s18">
            <Delta percent={maxDrawdown.percent} />
          </span>
        )}
      </div>
      <p className="small">
        {maxDrawdown === null
          ? words("my-account:strategy.drawdownNone")
          : words("my-account:strategy.fall.when", {
              peak: formatDate(maxDrawdown.peak),
              trough: formatDate(maxDrawdown.trough),
            })}
      </p>
      {maxDrawdown === null ? null : (
        <p className="small">
          {words("my-account:strategy.fall.example", {
            left: formatBaht(
              decimalBaht(shareOf(EXAMPLE_SATANG, 10_000n + bpsOfPercent(maxDrawdown.percent))),
            ),
          })}
        </p>
      )}
    </section>
  );
}

function Costs({ of }: { readonly of: Strategy }) {
  const words = useText();
  const { fees } = of;
  const baht = (amount: string) => `${formatBaht(amount)} ${words("common:baht")}`;
  const plusVat = (bps: number) => words("my-account:strategy.plusVat", { rate: formatBps(bps) });
  const { fee, vat } = subscriptionCharges({
    amount: EXAMPLE_SATANG,
    feeBps: BigInt(fees.frontEndBps),
    vatBps: BigInt(fees.vatBps),
  });
  return (
    <section className="gap8">
      <h2>{words("my-account:strategy.costs")}</h2>
      <div className="card card--pad">
        <Pairs
          of={[
            { key: "fee", label: words("my-account:strategy.once"), value: plusVat(fees.frontEndBps) },
            {
              key: "management",
              label: words("my-account:strategy.daily"),
              value: words("my-account:strategy.perYear", { rate: formatBps(fees.managementBps) }),
            },
            {
              key: "profitFee",
              label: words("my-account:strategy.onProfit"),
              value: plusVat(fees.reductionProfitBps),
            },
            {
              key: "switchIn",
              label: words("my-account:strategy.intoSwitch"),
              value: plusVat(fees.switchInBps),
            },
            {
              key: "minFirst",
              label: words("my-account:strategy.minFirst"),
              value: baht(of.minimums.first),
              look: "sum",
            },
            { key: "minNext", label: words("my-account:strategy.minNext"), value: baht(of.minimums.next) },
          ]}
        />
      </div>
      <p className="small">
        {words("my-account:strategy.example", {
          cost: formatBaht(decimalBaht(fee + vat)),
        })}
      </p>
    </section>
  );
}
