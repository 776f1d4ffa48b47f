import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DisplayRate, User } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useKnownFlag } from "../../kit/api/flags.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Delta } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape, Skeleton } from "../../kit/parts/states.tsx";
import { formatBaht, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { useStore } from "../../kit/text/store.ts";
import { CasesWaiting } from "../cases/cases-waiting.tsx";
import { NoticeBoard } from "../notices/notice-board.tsx";
import { About, useDisplayRate } from "../parts/about-currency.tsx";
import { CutOffChip } from "../parts/cut-off.tsx";
import { Entries } from "../parts/entries.tsx";
import { useInvestSwitch } from "../parts/invest-switch.ts";
import { OnTheWay } from "../parts/on-the-way.tsx";
import { OrderList } from "../parts/order-list.tsx";
import { type Holding, hasTotals, type Overview } from "../parts/records.ts";
import { oneLiner } from "../parts/strategies.ts";
import { StrategyCell, StrategyItem, StrategyTable } from "../parts/strategy-list.tsx";
import { StrategyReturn } from "../parts/strategy-return.tsx";
import { PromptHost } from "../prompts/prompt-host.tsx";
import { FollowedStrategies } from "../strategies/follow.tsx";
import { amountsHidden, hideAmounts } from "./amounts-hidden.ts";
import { isRejected, RejectedCard } from "./last-decision.tsx";
import { type Next, NextCard, nextOf } from "./next-step.tsx";
import { hasOpenSteps, OnboardingCard } from "./onboarding-card.tsx";
import { PlainTotals } from "./plain-totals.tsx";
import { ProfitSection } from "./profit-section.tsx";
import { Recommended } from "./recommended.tsx";
import { TotalsPanel } from "./totals-panel.tsx";
import "../../kit/parts/screens.css";
import "../parts/portal.css";
import "./overview.css";

/**
 * The overview page: value, the person's profit beside the strategies' return, next steps, latest
 * transactions.
 */
export default function OverviewScreen() {
  const words = useText();
  const session = useSession();
  const title = words("my-account:overview.title");
  return (
    <InsidePage title={title} onBrand={session !== null}>
      {session === null ? <NeedsLogIn title={title} /> : <Account user={session.user} />}
    </InsidePage>
  );
}

function Account({ user }: { readonly user: User | null }) {
  const words = useText();
  const overview = useQuery(get("/overview"));
  const asNew = useKnownFlag("new-overall-page");
  const summarised = overview.data !== undefined && overview.data.total !== null;
  useEffect(() => {
    if (summarised) void call("POST", "/client-summaries");
  }, [summarised]);
  return (
    <div className="screen home">
      <div className="screenhead onlywide homehead">
        <p className="hello">{words("my-account:overview.title")}</p>
        <CutOffChip dealing={overview.data?.dealing} />
      </div>
      {overview.data ? null : <h1 className="sr">{words("my-account:overview.title")}</h1>}
      {overview.isError ? (
        <div className="homemain">
          <ErrorState error={overview.error} retry={() => void overview.refetch()} />
        </div>
      ) : overview.isPending || asNew === null ? (
        <Waiting />
      ) : (
        <>
          <Loaded of={overview.data} user={user} asNew={asNew} />
          <PromptHost />
        </>
      )}
    </div>
  );
}

/** The placeholder while the page loads: the panel with figures, then a list. */
function Waiting() {
  const words = useText();
  return (
    <>
      <section
        translate="no"
        className="valuehero onbrand hero"
        role="status"
        aria-label={words("common:loading.short")}
      >
        <div className="gap12 heroskel">
          <Skeleton width="32%" height="18px" />
          <Skeleton width="68%" height="42px" />
          <Skeleton width="46%" height="16px" />
          <Skeleton height="92px" />
        </div>
      </section>
      <div className="homemain">
        <LoadingShape rows={3} />
      </div>
    </>
  );
}

/**
 * Props of the parts of the loaded page. `asNew` selects the new layout with the panel, the sources of profit
 * and recommendations.
 */
type Shown = { readonly of: Overview; readonly user: User | null; readonly asNew: boolean };

function Loaded({ of, user, asNew }: Shown) {
  const words = useText();
  const hidden = useStore(amountsHidden);
  const pays = of.next.kind === "pay";
  const opens = !pays && hasOpenSteps(user) && !isRejected(user);
  const rejected = isRejected(user);
  const ordering = useInvestSwitch();
  const next = opens || rejected ? null : nextOf(of, user, { ordering, words });
  return (
    <>
      {!hasTotals(of) ? (
        <h1 className="hometitle" tabIndex={-1}>
          {words("my-account:overview.title")}
        </h1>
      ) : asNew ? (
        <TotalsPanel
          of={of}
          hidden={hidden}
          onHide={() => hideAmounts(!hidden)}
          overlapped={opens || rejected || next !== null}
        />
      ) : (
        <PlainTotals of={of} hidden={hidden} />
      )}
      {rejected ? <RejectedCard user={user} /> : null}
      {opens ? <OnboardingCard user={user} /> : null}
      {next ? (
        <NextCard {...next} chip={next.href === "/kyc" ? null : <CutOffChip dealing={of.dealing} />} />
      ) : null}
      <Mine of={of} user={user} asNew={asNew} next={next} />
      <Latest of={of} user={user} asNew={asNew} />
    </>
  );
}

/** The person's holdings, and the money in transit. */
function Mine({ of, user, asNew, next }: Shown & { readonly next: Next | null }) {
  const words = useText();
  const hidden = useStore(amountsHidden);
  return (
    <section className="homemain">
      {user?.role === null ? <CasesWaiting /> : null}
      <NoticeBoard />
      <div className="sechead">
        <h2>
          {words("my-account:overview.mine")} <span className="mut light">{of.holdings.length || ""}</span>
        </h2>
        <PageLink className="link" to={of.holdings.length > 0 ? "/portfolio" : "/strategies"}>
          {words(`my-account:overview.${of.holdings.length > 0 ? "toPortfolio" : "allStrategies"}`)}
        </PageLink>
      </div>
      {of.onTheWay.length === 0 ? null : <OnTheWay of={of.onTheWay} hidden={hidden} />}
      <Holdings of={of} hidden={hidden} />
      {asNew && hasTotals(of) && of.holdings.length + of.soldOut.length > 0 ? (
        <ProfitSection of={of} hidden={hidden} />
      ) : null}
      <InvestMore of={of} user={user} next={next} />
    </section>
  );
}

function Holdings({ of, hidden }: { readonly of: Overview; readonly hidden: boolean }) {
  const words = useText();
  const rate = useDisplayRate();
  if (of.holdings.length === 0 && of.onTheWay.length > 0) return null;
  return of.holdings.length === 0 ? (
    <EmptyState title={words("my-account:overview.empty.title")}>
      {words("my-account:overview.empty.text")}
    </EmptyState>
  ) : (
    <>
      <HoldingList of={of.holdings} hidden={hidden} rate={rate} />
      <p className="small under">{words("my-account:overview.nextDay")}</p>
    </>
  );
}

/** A link to place another investment, unless the next step already leads there. */
function InvestMore({ of, user, next }: Omit<Shown, "asNew"> & { readonly next: Next | null }) {
  const words = useText();
  const ordering = useInvestSwitch();
  return ordering &&
    user?.allowInvest &&
    next?.href !== "/invest" &&
    of.holdings.length + of.onTheWay.length > 0 ? (
    <ButtonLink kind={next === null ? "main" : "line"} wide href="/invest">
      {words("my-account:overview.investMore")}
    </ButtonLink>
  ) : null;
}

/** The latest transactions, and further content that may interest the person. */
function Latest({ of, user, asNew }: Shown) {
  const words = useText();
  const hidden = useStore(amountsHidden);
  return (
    <section className="homelatest">
      <div className="sechead">
        <h2>{words("my-account:overview.latest")}</h2>
        <PageLink className="link" to="/transactions">
          {words("my-account:overview.allOrders")}
        </PageLink>
      </div>
      {of.latestOrders.length === 0 ? (
        <p className="card card--pad mut">{words("my-account:overview.noOrders")}</p>
      ) : (
        <OrderList of={of.latestOrders} hidden={hidden} />
      )}
      {asNew && user?.allowInvest ? <Recommended of={of.recommended} /> : null}
      <FollowedStrategies held={of.holdings.map(({ code }) => code)} />
      <Entries place="overview" />
    </section>
  );
}

/** The person's holdings, by strategy. */
export function HoldingList({
  of,
  hidden,
  rate = null,
}: {
  readonly of: readonly Holding[];
  readonly hidden: boolean;
  /** The exchange rate for a second currency, if the person chose one. */
  readonly rate?: DisplayRate | null;
}) {
  const words = useText();
  return (
    <>
      <ul className="card list onlyphone">
        {of.map((held) => (
          <HoldingItem key={held.code} of={held} hidden={hidden} rate={rate} />
        ))}
      </ul>
      <StrategyTable
        columns={[
          { name: words("my-account:overview.strategy"), left: true },
          ...["units", "value", "yourProfit", "year1"].map((name) => ({
            name: words(`my-account:overview.${name}`),
          })),
        ]}
      >
        {of.map((held) => (
          <HoldingRow key={held.code} of={held} hidden={hidden} rate={rate} />
        ))}
      </StrategyTable>
    </>
  );
}

type HoldingShown = {
  readonly of: Holding;
  readonly hidden: boolean;
  readonly rate: DisplayRate | null;
};

/** One holding in the list on phones. */
function HoldingItem({ of, hidden, rate }: HoldingShown) {
  const words = useText();
  const secret = (text: string) => (hidden ? "••••" : text);
  return (
    <StrategyItem code={of.code} name={oneLiner(of.code)}>
      <b translate="no" className="num">
        {secret(formatBaht(of.value))}
      </b>
      <br />
      <About baht={of.value} rate={rate} hidden={hidden} />
      {hidden ? (
        of.strategyReturn1y === null ? null : (
          <Delta percent={of.strategyReturn1y} />
        )
      ) : (
        <Delta baht={of.profit} />
      )}
      <br />
      <small translate="no" className="num">
        {secret(formatUnits(of.units))} {words("common:units")}
      </small>
    </StrategyItem>
  );
}

/** One holding in the table on desktops. */
function HoldingRow({ of, hidden, rate }: HoldingShown) {
  const secret = (text: string) => (hidden ? "••••" : text);
  return (
    <tr>
      <StrategyCell code={of.code} />
      <td className="r">{secret(formatUnits(of.units))}</td>
      <td className="r">
        <b>{secret(formatBaht(of.value))}</b>
        <About baht={of.value} rate={rate} hidden={hidden} />
      </td>
      <td className="r">{hidden ? "••••" : <Delta baht={of.profit} />}</td>
      <td className="r">
        <StrategyReturn percent={of.strategyReturn1y} />
      </td>
    </tr>
  );
}
