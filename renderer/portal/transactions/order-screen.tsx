import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { CopyButton } from "../../kit/parts/copy-button.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Badge, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { Timeline } from "../../kit/parts/timeline.tsx";
import { formatBaht, formatDate, formatUnits } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { type Order, type OrderWithTimeline, statusTone } from "../parts/records.ts";
import { momentsOf } from "./order-moments.ts";
import { PayInCard } from "./pay-in-card.tsx";
import "../../kit/parts/screens.css";
import "./transactions.css";

/** One order: its reference, its timeline with dates, what was given and what came of it. */
export default function OrderScreen() {
  const words = useText();
  const title = words("my-account:order.title");
  return (
    <InsidePage title={title} at="/transactions" back={{ href: "/transactions", name: title }}>
      {useSession() === null ? <NeedsLogIn title={title} /> : <One />}
    </InsidePage>
  );
}

function One() {
  const words = useText();
  const { id = "" } = useParams({ strict: false });
  const order = useQuery({ ...get<OrderWithTimeline>(`/orders/${id}`), refetchInterval: 5000 });
  return (
    <div className="screen narrowscreen">
      <PageLink className="link onlywide" to="/transactions">
        <ArrowLeft size={18} aria-hidden="true" /> {words("my-account:order.back")}
      </PageLink>
      <h1 tabIndex={-1}>
        {words("my-account:order.title")} {order.data?.strategy}
      </h1>
      {order.isPending ? <LoadingShape /> : null}
      {order.isError ? <ErrorState error={order.error} retry={() => void order.refetch()} /> : null}
      {order.data ? <Shown order={order.data} /> : null}
    </div>
  );
}

function Shown({ order }: { readonly order: OrderWithTimeline }) {
  const words = useText();
  return (
    <>
      {order.payIn === null ? (
        <>
          <section className="card card--pad copyrow">
            <div>
              <p className="small">{words("my-account:order.reference")}</p>
              <b className="num">{order.reference}</b>
            </div>
            <CopyButton text={order.reference} of={words("my-account:order.reference")} />
          </section>
          {order.status === "SUBMITTED" ? <PayInCard order={order} /> : null}
        </>
      ) : (
        <PayInCard order={order} />
      )}
      <section>
        <div className="sechead">
          <h2>{words("my-account:order.next")}</h2>
          <Badge tone={statusTone(order.status)}>{words(`my-account:orders.status.${order.status}`)}</Badge>
        </div>
        <Timeline of={momentsOf(order, words)} />
      </section>
      <section>
        <div className="sechead">
          <h2>{words("my-account:order.what")}</h2>
        </div>
        <div className="card card--pad">
          <Pairs of={pairsOf(order, words)} />
        </div>
      </section>
      <ButtonLink wide href="/overview">
        {words("my-account:overview.title")}
      </ButtonLink>
    </>
  );
}

function pairsOf(order: Order, words: Translate): readonly Pair[] {
  const baht = (amount: string) => `${formatBaht(amount)} ${words("common:baht")}`;
  const pairs: Pair[] = [
    { key: "strategy", label: words("my-account:order.strategy"), value: order.strategy },
    {
      key: "amount",
      label: words("my-account:order.amount"),
      value: baht(order.amount ?? "0"),
      look: "strong",
    },
    { key: "fee", label: words("my-account:order.fee"), value: `−${baht(order.fee)}` },
    { key: "vat", label: words("my-account:order.vat"), value: `−${baht(order.vat)}` },
  ];
  if (order.net !== null)
    pairs.push({ key: "net", label: words("my-account:order.net"), value: baht(order.net), look: "sum" });
  pairs.push({ key: "navDate", label: words("my-account:order.navDate"), value: formatDate(order.navDate) });
  if (order.nav !== null)
    pairs.push({ key: "nav", label: words("my-account:order.nav"), value: formatUnits(order.nav) });
  if (order.units !== null)
    pairs.push({
      key: "units",
      label: words("my-account:order.units"),
      value: formatUnits(order.units),
      look: "strong",
    });
  if (order.method !== null)
    pairs.push({
      key: "method",
      label: words("my-account:order.method"),
      value: words(`my-account:order.method_${order.method}`),
    });
  return pairs;
}
