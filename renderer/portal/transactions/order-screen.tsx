import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ArrowLeft, SearchX } from "lucide-react";
import { ApiError } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { CopyButton } from "../../kit/parts/copy-button.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { Timeline } from "../../kit/parts/timeline.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { type OrderWithTimeline, stepTone } from "../parts/records.ts";
import { CancelOrder } from "./cancel-order.tsx";
import { MoneyAside } from "./money-aside.tsx";
import { momentsOf } from "./order-moments.ts";
import { pairsOf } from "./order-pairs.ts";
import { OrderPapers } from "./order-papers.tsx";
import { PayInCard, usePayIn } from "./pay-in-card.tsx";
import "../../kit/parts/screens.css";
import "./transactions.css";

/** The page of one order: reference, timeline, details and results. */
export default function OrderScreen() {
  const words = useText();
  const title = words("my-orders:order.title");
  return (
    <InsidePage title={title} at="/transactions" back={{ href: "/transactions", name: title }}>
      {useSession() === null ? <NeedsLogIn title={title} /> : <One />}
    </InsidePage>
  );
}

function One() {
  const words = useText();
  const { id = "" } = useParams({ strict: false });
  const order = useQuery({ ...get("/orders/{id}", { path: { id } }), refetchInterval: 5000 });
  return (
    <div className="screen narrowscreen">
      <PageLink className="link onlywide" to="/transactions">
        <ArrowLeft size={18} aria-hidden="true" /> {words("my-orders:order.back")}
      </PageLink>
      <h1 tabIndex={-1}>
        {words(order.data ? `my-orders:order.titles.${order.data.kind}` : "my-orders:order.title")}{" "}
        {order.data?.strategy}
      </h1>
      {order.isPending ? <LoadingShape /> : null}
      {order.isError ? (
        isGone(order.error) ? (
          <EmptyState
            icon={SearchX}
            title={words("my-orders:order.gone.title")}
            action={{ href: "/transactions", label: words("my-orders:order.gone.action") }}
          >
            {words("my-orders:order.gone.text")}
          </EmptyState>
        ) : (
          <ErrorState error={order.error} retry={() => void order.refetch()} />
        )
      ) : null}
      {order.data ? <Shown order={order.data} /> : null}
    </div>
  );
}

/** Whether the server has no such order for this person. Retrying would not help. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === "refused" && error.failure.status === 404;
}

function Shown({ order }: { readonly order: OrderWithTimeline }) {
  const words = useText();
  const money = usePayIn(order).data;
  return (
    <>
      {order.payIn === null ? (
        <>
          <section className="card card--pad copyrow">
            <div>
              <p className="small">{words("my-orders:order.reference")}</p>
              <b translate="no" className="num">
                {order.reference}
              </b>
            </div>
            <CopyButton text={order.reference} of={words("my-orders:order.reference")} />
          </section>
          {order.status === "SUBMITTED" ? <PayInCard order={order} /> : null}
        </>
      ) : (
        <PayInCard order={order} />
      )}
      <MoneyAside of={money?.aside ?? []} />
      <section>
        <div className="sechead">
          <h2>
            {words(`my-orders:order.${order.timeline.every(({ at }) => at !== null) ? "past" : "next"}`)}
          </h2>
          <Badge tone={stepTone(order.step)}>
            {words(`my-orders:orders.step.${order.kind}.${order.step}`)}
          </Badge>
        </div>
        <Timeline of={momentsOf(order, words, money)} />
      </section>
      <section>
        <div className="sechead">
          <h2>{words("my-orders:order.what")}</h2>
        </div>
        <div className="card card--pad">
          <Pairs of={pairsOf(order, words)} />
        </div>
      </section>
      <OrderPapers order={order} />
      <CancelOrder
        order={order}
        hasSlip={(money?.slip ?? null) !== null}
        refund={money?.ifCancelled ?? null}
      />
      <ButtonLink wide href="/overview">
        {words("my-account:overview.title")}
      </ButtonLink>
    </>
  );
}
