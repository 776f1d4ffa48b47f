import { useQuery } from "@tanstack/react-query";
import { Clock, Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { get } from "../../api/query.ts";
import { type User, useSession } from "../../api/session.ts";
import { Motif } from "../../brand/motif.tsx";
import { ButtonLink } from "../../parts/button.tsx";
import { Badge, BigBaht, Delta } from "../../parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../parts/states.tsx";
import { StrategyIcon } from "../../parts/strategy-icon.tsx";
import { InsidePage } from "../../shell/pages.tsx";
import { formatBaht, formatBps, formatDate, formatInstant, formatUnits } from "../../text/format.ts";
import { useText } from "../../text/i18n.ts";
import { ChartPanel } from "../chart-panel.tsx";
import { NeedsLogIn } from "../needs-log-in.tsx";
import { OrderList } from "../order-list.tsx";
import { bpsOf, type Holding, type Overview } from "../records.ts";
import "../screens.css";

/** My account at a glance: value first, her own profit beside the strategies' return, what to do next, what happened. */
export default function OverviewScreen() {
  const words = useText();
  const session = useSession();
  return (
    <InsidePage title={words("my-account:overview.title")}>
      {session === null ? (
        <NeedsLogIn title={words("my-account:overview.title")} />
      ) : (
        <Account user={session.user} />
      )}
    </InsidePage>
  );
}

function Account({ user }: { readonly user: User | null }) {
  const overview = useQuery(get<Overview>("/overview"));
  if (overview.isError)
    return (
      <div className="screen">
        <ErrorState error={overview.error} retry={() => void overview.refetch()} />
      </div>
    );
  if (overview.isPending)
    return (
      <div className="screen">
        <LoadingShape rows={5} />
      </div>
    );
  return <Loaded of={overview.data} user={user} />;
}

function Loaded({ of, user }: { readonly of: Overview; readonly user: User | null }) {
  const words = useText();
  const [hidden, setHidden] = useState(false);
  return (
    <>
      <Hero of={of} hidden={hidden} onHide={() => setHidden(!hidden)} />
      <div className="screen">
        <div className="twocol">
          <div className="gap16">
            <WhatNext of={of} user={user} />
            <section>
              <div className="sechead">
                <h2>
                  {words("my-account:overview.mine")} <span className="mut">{of.holdings.length || ""}</span>
                </h2>
                <a className="link" href="/strategies">
                  {words("my-account:overview.allStrategies")}
                </a>
              </div>
              {of.holdings.length === 0 ? (
                <EmptyState title={words("my-account:overview.empty.title")}>
                  {words("my-account:overview.empty.text")}
                </EmptyState>
              ) : (
                <>
                  <HoldingList of={of.holdings} hidden={hidden} />
                  <p className="small">{words("my-account:overview.nextDay")}</p>
                </>
              )}
            </section>
          </div>
          <section>
            <div className="sechead">
              <h2>{words("my-account:overview.latest")}</h2>
              <a className="link" href="/transactions">
                {words("my-account:overview.allOrders")}
              </a>
            </div>
            {of.latestOrders.length === 0 ? (
              <p className="card card--pad mut">{words("my-account:overview.noOrders")}</p>
            ) : (
              <OrderList of={of.latestOrders} hidden={hidden} />
            )}
          </section>
        </div>
      </div>
    </>
  );
}

function Hero({
  of,
  hidden,
  onHide,
}: {
  readonly of: Overview;
  readonly hidden: boolean;
  readonly onHide: () => void;
}) {
  const words = useText();
  const { total } = of;
  return (
    <section className="valuehero onbrand" aria-labelledby="total">
      <Motif />
      <div className="lab">
        <h1 id="total" className="plainhead" tabIndex={-1}>
          {words("my-account:overview.total")}
        </h1>
        <button type="button" className="hide" aria-pressed={hidden} onClick={onHide}>
          {hidden ? <Eye size={18} aria-hidden="true" /> : <EyeOff size={18} aria-hidden="true" />}
          {words(hidden ? "my-account:overview.show" : "my-account:overview.hide")}
        </button>
      </div>
      <BigBaht amount={formatBaht(total.value)} hidden={hidden} />
      <p className="asof">
        {of.asOf
          ? words("my-account:overview.asOf", { date: formatDate(of.asOf) })
          : words("my-account:overview.noNav")}
      </p>
      <dl className="two">
        <div>
          <dt>{words("my-account:overview.profit")}</dt>
          <dd>{hidden ? "••••" : <Delta baht={total.profit} />}</dd>
          <dd className="x">
            {total.profitPercent === null
              ? words("my-account:overview.profitExplain")
              : words("my-account:overview.profitText", { percent: signed(total.profitPercent) })}
          </dd>
        </div>
        <div>
          <dt>{words("my-account:overview.strategyReturn")}</dt>
          <dd>{total.strategyReturn1y === null ? "–" : <Delta bps={bpsOf(total.strategyReturn1y)} />}</dd>
          <dd className="x">
            {words(
              total.strategyReturn1y === null
                ? "my-account:overview.returnNone"
                : "my-account:overview.returnText",
            )}
          </dd>
        </div>
        <div className="whole">
          <dt>{words("my-account:overview.principal")}</dt>
          <dd>{hidden ? "••••" : formatBaht(total.principal)}</dd>
          <dd className="x">{words("my-account:overview.principalText")}</dd>
        </div>
      </dl>
      {of.series.length > 1 && !hidden ? (
        <ChartPanel
          onBrand
          points={of.series.map((point) => ({
            date: point.date,
            value: point.value,
            reference: point.principal,
          }))}
          names={[words("my-account:overview.total"), words("my-account:overview.principal")]}
        />
      ) : null}
    </section>
  );
}

function signed(percent: string): string {
  const bps = bpsOf(percent);
  return `${bps < 0 ? "−" : bps > 0 ? "+" : ""}${formatBps(bps)}`;
}

function HoldingList({ of, hidden }: { readonly of: readonly Holding[]; readonly hidden: boolean }) {
  const words = useText();
  const secret = (text: ReactNode) => (hidden ? "••••" : text);
  return (
    <>
      <ul className="card list onlyphone">
        {of.map((held) => (
          <li key={held.code}>
            <a className="item" href={`/strategies/${encodeURIComponent(held.code)}`}>
              <StrategyIcon code={held.code} />
              <span>
                <b>{held.code}</b>
                <br />
                <small>
                  {secret(formatUnits(held.units))} {words("my-account:overview.units")}
                </small>
              </span>
              <span className="right">
                <b className="num">{secret(formatBaht(held.value))}</b>
                <br />
                {hidden ? null : <Delta baht={held.profit} />}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <div className="card tablewrap onlywide">
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">{words("my-account:overview.strategy")}</th>
              <th scope="col" className="r">
                {words("my-account:overview.units")}
              </th>
              <th scope="col" className="r">
                {words("my-account:overview.value")}
              </th>
              <th scope="col" className="r">
                {words("my-account:overview.yourProfit")}
              </th>
              <th scope="col" className="r">
                {words("my-account:overview.year1")}
              </th>
            </tr>
          </thead>
          <tbody>
            {of.map((held) => (
              <tr key={held.code}>
                <th scope="row">
                  <a className="cellname" href={`/strategies/${encodeURIComponent(held.code)}`}>
                    <StrategyIcon code={held.code} /> {held.code}
                  </a>
                </th>
                <td className="r">{secret(formatUnits(held.units))}</td>
                <td className="r">
                  <b>{secret(formatBaht(held.value))}</b>
                </td>
                <td className="r">{hidden ? "••••" : <Delta baht={held.profit} />}</td>
                <td className="r">
                  {held.strategyReturn1y === null ? (
                    words("my-account:strategies.notAvailable")
                  ) : (
                    <Delta bps={bpsOf(held.strategyReturn1y)} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function WhatNext({ of, user }: { readonly of: Overview; readonly user: User | null }) {
  const words = useText();
  const chip = of.dealing?.beforeCutOff ? (
    <span className="chip">
      <Clock size={16} aria-hidden="true" /> {words("my-account:overview.cutOff")}
    </span>
  ) : null;
  if (of.next.kind === "pay") {
    const { order } = of.next;
    return (
      <NextCard
        chip={chip}
        title={words("my-account:overview.pay.title", {
          amount: formatBaht(order.amount ?? "0"),
          strategy: order.strategy,
        })}
        text={words("my-account:overview.pay.text", {
          time: order.payBy ? formatInstant(order.payBy) : "",
          date: formatDate(order.navDate),
        })}
        href={`/orders/${order.id}`}
        button={words("my-account:overview.pay.button")}
      />
    );
  }
  if (user === null) return null;
  const status = user.kyc?.status;
  const stage = user.allowInvest ? (status === "VERIFIED" ? "first" : "review") : "start";
  if (stage === "first" && of.holdings.length > 0) return null;
  return (
    <NextCard
      chip={stage === "start" ? null : chip}
      title={words(`my-account:overview.${stage}.title`)}
      text={words(`my-account:overview.${stage}.text`)}
      href={stage === "start" ? "/kyc" : "/invest"}
      button={words(`my-account:overview.${stage}.button`)}
      badge={stage === "review" ? words("my-account:me.kyc.PENDING") : null}
    />
  );
}

function NextCard(of: {
  readonly chip: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly button: string;
  readonly badge?: string | null;
}) {
  const words = useText();
  return (
    <section className="card card--pad gap8" aria-label={words("my-account:overview.todo")}>
      <div className="screenhead">
        <span className="small">{words("my-account:overview.todo")}</span>
        {of.badge ? <Badge tone="warn">{of.badge}</Badge> : of.chip}
      </div>
      <h2>{of.title}</h2>
      <p className="mut">{of.text}</p>
      <ButtonLink kind="main" wide href={of.href}>
        {of.button}
      </ButtonLink>
    </section>
  );
}
