import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { DisplayRate, User } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useKnownFlag } from "../../kit/api/flags.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Phrases } from "../../kit/parts/phrases.tsx";
import { Badge, BigBaht, Delta, Pairs } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape, Skeleton } from "../../kit/parts/states.tsx";
import {
  formatBaht,
  formatChange,
  formatDate,
  formatInstant,
  formatSigned,
  formatUnits,
} from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { useStore } from "../../kit/text/store.ts";
import { CasesWaiting } from "../cases/cases-waiting.tsx";
import { NoticeBoard } from "../notices/notice-board.tsx";
import { About, CurrencySwitch, RateNote, useDisplayRate } from "../parts/about-currency.tsx";
import { CutOffChip } from "../parts/cut-off.tsx";
import { Entries } from "../parts/entries.tsx";
import { FeesSentence } from "../parts/fees-sentence.tsx";
import { OnTheWay } from "../parts/on-the-way.tsx";
import { OrderList } from "../parts/order-list.tsx";
import { useOrderingOpen } from "../parts/ordering-open.ts";
import { type Holding, hasTotals, isZero, type Overview, type WholeOverview } from "../parts/records.ts";
import { oneLiner } from "../parts/strategies.ts";
import { StrategyCell, StrategyItem, StrategyTable } from "../parts/strategy-list.tsx";
import { PromptHost } from "../prompts/prompt-host.tsx";
import { FollowedStrategies } from "../strategies/follow.tsx";
import { AccountChart } from "./account-chart.tsx";
import { amountsHidden, hideAmounts } from "./amounts-hidden.ts";
import { isRejected, RejectedCard } from "./last-decision.tsx";
import { hasOpenSteps, OnboardingCard } from "./onboarding-card.tsx";
import { ProfitSection } from "./profit-section.tsx";
import { Recommended } from "./recommended.tsx";
import "../../kit/parts/screens.css";
import "../parts/portal.css";
import "./overview.css";

/** The overview: value, the person's profit beside the strategies' return, next steps, latest transactions. */
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

/** The loading shape: the panel with figures, then a list. */
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

/** `asNew`: the panel with chart, sources of profit and recommendations; otherwise plain figures. */
function Loaded({
  of,
  user,
  asNew,
}: {
  readonly of: Overview;
  readonly user: User | null;
  readonly asNew: boolean;
}) {
  const words = useText();
  const hidden = useStore(amountsHidden);
  const rate = useDisplayRate();
  const pays = of.next.kind === "pay";
  const opens = !pays && hasOpenSteps(user) && !isRejected(user);
  const rejected = isRejected(user);
  const ordering = useOrderingOpen();
  const next = opens || rejected ? null : nextOf(of, user, { ordering, words });
  return (
    <>
      {!hasTotals(of) ? (
        <h1 className="hometitle" tabIndex={-1}>
          {words("my-account:overview.title")}
        </h1>
      ) : asNew ? (
        <Hero
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
        {of.holdings.length === 0 && of.onTheWay.length > 0 ? null : of.holdings.length === 0 ? (
          <EmptyState title={words("my-account:overview.empty.title")}>
            {words("my-account:overview.empty.text")}
          </EmptyState>
        ) : (
          <>
            <HoldingList of={of.holdings} hidden={hidden} rate={rate} />
            <p className="small under">{words("my-account:overview.nextDay")}</p>
          </>
        )}
        {asNew && hasTotals(of) && of.holdings.length + of.soldOut.length > 0 ? (
          <ProfitSection of={of} hidden={hidden} />
        ) : null}
        {ordering &&
        user?.allowInvest &&
        next?.href !== "/invest" &&
        of.holdings.length + of.onTheWay.length > 0 ? (
          <ButtonLink kind={next === null ? "main" : "line"} wide href="/invest">
            {words("my-account:overview.investMore")}
          </ButtonLink>
        ) : null}
      </section>
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
    </>
  );
}

/** The totals without a panel: the page before `new-overall-page`. */
function PlainTotals({ of, hidden }: { readonly of: WholeOverview; readonly hidden: boolean }) {
  const words = useText();
  const { total } = of;
  const rate = useDisplayRate();
  const secret = (text: ReactNode) => (hidden ? "••••" : text);
  const line = (key: string, value: ReactNode) => ({
    key,
    label: words(`my-account:overview.${key}`),
    value: secret(value),
  });
  return (
    <section className="card card--pad gap8 hometotals" aria-labelledby="total">
      <div className="screenhead">
        <h1 id="total" tabIndex={-1}>
          {words("my-account:overview.title")}
        </h1>
        <Button kind="plain" small aria-pressed={hidden} onClick={() => hideAmounts(!hidden)}>
          {words(hidden ? "my-account:overview.show" : "my-account:overview.hide")}
        </Button>
        <CurrencySwitch className="btn btn--plain btn--small" />
      </div>
      <Pairs
        of={[
          {
            ...line(
              "total",
              <>
                {formatBaht(total.value)} <About baht={total.value} rate={rate} hidden={hidden} />
              </>,
            ),
            look: "strong",
          },
          line("principal", formatBaht(total.principal)),
          line("profit", <Delta baht={total.profit} />),
          line("totalProfit", <Delta baht={total.totalProfit} />),
          { ...line("mine", null), value: of.holdings.length },
        ]}
      />
      <p className="small">
        {of.asOf === null
          ? words("my-account:overview.noNav")
          : words("my-account:overview.asOf", { date: formatDate(of.asOf) })}
      </p>
      <RateNote rate={rate} />
    </section>
  );
}

function Hero({
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
  // Without holdings, a missing NAV or a short history is no warning.
  const holdsNone = of.holdings.length === 0;
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
        <BigBaht amount={formatBaht(total.value)} hidden={hidden} />
        <About baht={total.value} rate={rate} hidden={hidden} />
        <p className="asof">
          {of.asOf === null || of.asOfFrom === null
            ? words(`my-account:overview.${holdsNone ? "empty.title" : "noNav"}`)
            : of.asOf === of.asOfFrom
              ? words("my-account:overview.asOf", { date: formatDate(of.asOf) })
              : words("my-account:overview.asOfDays", {
                  from: formatDate(of.asOfFrom),
                  to: formatDate(of.asOf),
                })}
        </p>
        <dl className="two">
          <div>
            <dt>{words("my-account:overview.profit")}</dt>
            <dd>{hidden ? "••••" : <Delta baht={total.profit} />}</dd>
            {rate === null || hidden ? null : (
              <dd className="x">
                <About baht={total.profit} rate={rate} hidden={hidden} />
              </dd>
            )}
            <dd className="x">
              {total.profitPercent === null
                ? words("my-account:overview.profitExplain")
                : words("my-account:overview.profitText", { percent: formatChange(total.profitPercent) })}
            </dd>
            {hidden || total.totalProfit === total.profit ? null : (
              <dd className="x">
                {words("my-account:overview.withSold", { profit: formatSigned(total.totalProfit) })}
              </dd>
            )}
          </div>
          <div>
            <dt>{words("my-account:overview.strategyReturn")}</dt>
            <dd>{total.strategyReturn1y === null ? "–" : <Delta percent={total.strategyReturn1y} />}</dd>
            <dd className="x">
              {words(
                total.strategyReturn1y === null
                  ? holdsNone
                    ? "my-account:overview.returnOfNone"
                    : "my-account:overview.returnNone"
                  : "my-account:overview.returnText",
              )}
            </dd>
          </div>
          <div className="whole">
            <dt>{words("my-account:overview.principal")}</dt>
            <dd>{hidden ? "••••" : formatBaht(total.principal)}</dd>
            {isZero(total.fees) || hidden ? null : (
              <dd className="x">
                <FeesSentence of={total} />
              </dd>
            )}
          </div>
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

/** The holdings, by strategy. */
export function HoldingList({
  of,
  hidden,
  rate = null,
}: {
  readonly of: readonly Holding[];
  readonly hidden: boolean;
  /** The rate for showing a second currency, if chosen. */
  readonly rate?: DisplayRate | null;
}) {
  const words = useText();
  const secret = (text: ReactNode) => (hidden ? "••••" : text);
  return (
    <>
      <ul className="card list onlyphone">
        {of.map((held) => (
          <StrategyItem key={held.code} code={held.code} name={oneLiner(held.code)}>
            <b translate="no" className="num">
              {secret(formatBaht(held.value))}
            </b>
            <br />
            <About baht={held.value} rate={rate} hidden={hidden} />
            {hidden ? (
              held.strategyReturn1y === null ? null : (
                <Delta percent={held.strategyReturn1y} />
              )
            ) : (
              <Delta baht={held.profit} />
            )}
            <br />
            <small translate="no" className="num">
              {secret(formatUnits(held.units))} {words("common:units")}
            </small>
          </StrategyItem>
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
          <tr key={held.code}>
            <StrategyCell code={held.code} />
            <td className="r">{secret(formatUnits(held.units))}</td>
            <td className="r">
              <b>{secret(formatBaht(held.value))}</b>
              <About baht={held.value} rate={rate} hidden={hidden} />
            </td>
            <td className="r">{hidden ? "••••" : <Delta baht={held.profit} />}</td>
            <td className="r">
              {held.strategyReturn1y === null ? (
                words("my-account:strategies.notAvailable")
              ) : (
                <Delta percent={held.strategyReturn1y} />
              )}
            </td>
          </tr>
        ))}
      </StrategyTable>
    </>
  );
}

type Next = {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly button: string;
  readonly badge: string | null;
  /** What else is waiting. */
  readonly more?: string | null;
};

/** The most important next step; `null` if there is none. */
function nextOf(
  of: Overview,
  user: User | null,
  { ordering, words }: { readonly ordering: boolean; readonly words: Translate },
): Next | null {
  if (of.next.kind === "pay") {
    const { order, payIn, slipSent, unpaid } = of.next;
    const [soonest] = payIn.days;
    const more = unpaid.length - 1;
    const badge = more > 0 ? words("my-account:overview.pay.more", { count: more }) : null;
    const amount = formatBaht(order.amount ?? "0");
    if (slipSent)
      return {
        title: words("my-account:overview.pay.slip.title", { strategy: order.strategy }),
        text: words("my-account:overview.pay.slip.text", { amount }),
        href: `/orders/${order.id}`,
        button: words("my-account:overview.pay.slip.button"),
        more: badge,
        badge: null,
      };
    return {
      title: words("my-account:overview.pay.title", {
        amount,
        strategy: order.strategy,
      }),
      text: words("my-account:overview.pay.text", {
        time: soonest ? formatInstant(soonest.before) : "",
        date: soonest ? formatDate(soonest.navDate) : "",
        last: order.payBy ? formatInstant(order.payBy) : "",
      }),
      href: `/orders/${order.id}`,
      button: words("my-account:overview.pay.button"),
      more: badge,
      badge: null,
    };
  }
  if (user === null) return null;
  const stage = user.allowInvest ? (user.kyc.status === "VERIFIED" ? "first" : "review") : "start";
  if (stage !== "start" && !ordering) return null;
  if (stage === "first" && of.holdings.length + of.onTheWay.length > 0) return null;
  return {
    title: words(`my-account:overview.${stage}.title`),
    text: words(`my-account:overview.${stage}.text`),
    href: stage === "start" ? "/kyc" : "/invest",
    button: words(`my-account:overview.${stage}.button`),
    badge: stage === "review" ? words("my-account:me.kyc.PENDING") : null,
  };
}

function NextCard(of: Next & { readonly chip: ReactNode }) {
  const words = useText();
  return (
    <section className="card card--pad gap8 homenext" aria-label={words("my-account:overview.todo")}>
      <div className="screenhead">
        <span className="small">{words("my-account:overview.todo")}</span>
        {of.badge ? <Badge tone="warn">{of.badge}</Badge> : <span className="onlyphone">{of.chip}</span>}
      </div>
      <h2>
        <Phrases text={of.title} />
      </h2>
      <p className="mut">
        <Phrases text={of.text} />
      </p>
      <ButtonLink kind="main" wide href={of.href}>
        {of.button}
      </ButtonLink>
      {of.more ? (
        <PageLink className="link" to="/transactions">
          {of.more}
        </PageLink>
      ) : null}
    </section>
  );
}
