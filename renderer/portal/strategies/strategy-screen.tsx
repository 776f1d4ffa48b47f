import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Delta, Pairs, RiskBar } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useTimeLeft } from "../../kit/parts/use-time-left.ts";
import { formatBaht, formatDate, formatDuration, formatUnits } from "../../kit/text/format.ts";
import { keepWhole, useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChartPanel } from "../parts/chart-panel.tsx";
import { Entries } from "../parts/entries.tsx";
import { FeesSentence } from "../parts/fees-sentence.tsx";
import { useInvestSwitch } from "../parts/invest-switch.ts";
import { OnTheWay } from "../parts/on-the-way.tsx";
import { type Holding, isZero, type StrategyWithHistory } from "../parts/records.ts";
import { StrategyIcon } from "../parts/strategy-icon.tsx";
import "../../kit/parts/screens.css";
import { Follow } from "./follow.tsx";
import { nameOf } from "./strategies-screen.tsx";
import { About, Costs, Fall, NavNow, ReturnsOf, Risks, type Told } from "./strategy-facts.tsx";
import "../parts/portal.css";
import "./strategies.css";

/** The page of a strategy: NAV chart, returns, largest fall, fees, and the Invest button. */
export default function StrategyScreen() {
  const words = useText();
  const { code = "" } = useParams({ strict: false });
  const strategy = useQuery(get("/strategies/{code}", { path: { code } }));
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
    ...get("/overview"),
    enabled: session !== null && !session.user?.role,
  });
  const held = overview.data?.holdings.find((one) => one.code === of.code);
  const paid = overview.data?.onTheWay.filter(({ order }) => order.strategy === of.code) ?? [];
  const told: Told = { words, lng: useLanguage(), keep: keepWhole };
  return (
    <div className="strategycols">
      <div className="gap16">
        <NavNow of={of} told={told}>
          <RiskBar level={of.riskLevel} />
        </NavNow>
        <div>
          <Follow code={of.code} />
        </div>
        {held ? <Held of={held} /> : null}
        {paid.length > 0 ? <OnTheWay of={paid} /> : null}
        <section aria-label={words("my-account:strategy.chart")}>
          <ChartPanel
            points={of.history.map((point) => ({ date: point.date, value: point.nav }))}
            names={[words("my-account:strategy.nav")]}
            subject={of.code}
          />
        </section>
        <ReturnsOf of={of} told={told} />
        <About of={of} told={told} />
      </div>
      <div className="gap16">
        <Risks of={of} told={told} />
        <Fall of={of} told={told} />
        <Costs of={of} told={told} />
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
  const ordering = useInvestSwitch();
  if (!ordering) return null;
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
                {words("my-account:strategy.left")}{" "}
                <b translate="no" className="num">
                  {formatDuration(left, words)}
                </b>
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

/**
 * The person's holding of the strategy: units, value, principal and profit, with an explanation of the fees.
 */
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
