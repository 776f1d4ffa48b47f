import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChartPie, Eye, EyeOff } from "lucide-react";
import type { DisplayRate } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { useStore } from "../../kit/text/store.ts";
import { AccountChart } from "../overview/account-chart.tsx";
import { amountsHidden, hideAmounts } from "../overview/amounts-hidden.ts";
import { CurrencySwitch, RateNote, useDisplayRate } from "../parts/about-currency.tsx";
import { hasTotals, type Overview, type Strategy } from "../parts/records.ts";
import {
  InvestedSoFar,
  ProfitByStrategy,
  RatioByStrategy,
  ReturnByStrategy,
  RisksAndFees,
} from "./portfolio-parts.tsx";
import "../../kit/parts/screens.css";
import "../parts/portal.css";
import "./portfolio.css";

/** The portfolio page: return, share and profit of each strategy, cumulative investment, risks and fees. */
export default function PortfolioScreen() {
  const words = useText();
  const title = words("portfolio:title");
  return (
    <InsidePage
      title={title}
      at="/overview"
      back={{ href: "/overview", name: words("my-account:overview.title") }}
    >
      {useSession() === null ? <NeedsLogIn title={title} /> : <Portfolio />}
    </InsidePage>
  );
}

function Portfolio() {
  const words = useText();
  const overview = useQuery(get("/overview"));
  const strategies = useQuery(get("/strategies"));
  const hidden = useStore(amountsHidden);
  const rate = useDisplayRate();
  const Icon = hidden ? EyeOff : Eye;
  return (
    <div className="screen">
      <PageLink className="link onlywide" to="/overview">
        <ArrowLeft size={18} aria-hidden="true" /> {words("my-account:overview.title")}
      </PageLink>
      <div className="screenhead">
        <h1 tabIndex={-1}>{words("portfolio:title")}</h1>
        <span className="row">
          <CurrencySwitch className="btn btn--plain btn--small" />
          <Button kind="plain" small aria-pressed={hidden} onClick={() => hideAmounts(!hidden)}>
            <Icon size={18} aria-hidden="true" />{" "}
            {words(hidden ? "my-account:overview.show" : "my-account:overview.hide")}
          </Button>
        </span>
      </div>
      {overview.isPending ? <LoadingShape rows={4} /> : null}
      {overview.isError ? <ErrorState error={overview.error} retry={() => void overview.refetch()} /> : null}
      {overview.data ? (
        <PortfolioBody
          of={overview.data}
          strategies={strategies.data?.strategies ?? []}
          hidden={hidden}
          rate={rate}
        />
      ) : null}
    </div>
  );
}

/** The figures of the portfolio page. */
export function PortfolioBody({
  of,
  strategies,
  hidden,
  rate = null,
}: {
  readonly of: Overview;
  /** The strategies with their risk and fees; empty until loaded. */
  readonly strategies: readonly Strategy[];
  readonly hidden: boolean;
  /** The exchange rate for a second currency, if the person chose one. */
  readonly rate?: DisplayRate | null;
}) {
  const words = useText();
  if (of.holdings.length + of.soldOut.length === 0)
    return (
      <EmptyState
        icon={ChartPie}
        title={words("portfolio:empty.title")}
        action={{ href: "/strategies", label: words("portfolio:empty.action") }}
      >
        {words("portfolio:empty.text")}
      </EmptyState>
    );
  return (
    <>
      {hasTotals(of) ? <InvestedSoFar of={of} rate={rate} hidden={hidden} /> : null}
      <RateNote rate={rate} />
      {of.series.length > 1 && !hidden ? (
        <section className="card card--pad gap8" aria-labelledby="over-time">
          <h2 id="over-time">{words("portfolio:overTime")}</h2>
          <AccountChart of={of.series} onBrand={false} invested />
        </section>
      ) : null}
      <ReturnByStrategy of={of} hidden={hidden} />
      <div className="halves">
        {of.holdings.length > 0 ? <RatioByStrategy of={of.holdings} /> : null}
        {of.holdings.length > 0 ? <ProfitByStrategy of={of.holdings} hidden={hidden} /> : null}
      </div>
      <RisksAndFees of={of} strategies={strategies} hidden={hidden} />
    </>
  );
}
