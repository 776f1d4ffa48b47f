import { useQuery } from "@tanstack/react-query";
import { useFlowBackend } from "../../flow/flow-backend.ts";
import { ErrorState, Skeleton } from "../../kit/parts/states.tsx";
import { Timeline } from "../../kit/parts/timeline.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { MoneyAside } from "../transactions/money-aside.tsx";
import { momentsOf } from "../transactions/order-moments.ts";
import { PayInCard, usePayIn } from "../transactions/pay-in-card.tsx";

/** The payment instructions of a new order, and its timeline with dates. */
export function OrderTimeline({ id }: { readonly id: string }) {
  const words = useText();
  const backend = useFlowBackend();
  const order = useQuery({
    ...backend.record("/orders/{id}", { path: { id } }),
    // The order in the cache may be out of date, because money may have arrived since it was loaded.
    refetchOnMount: "always",
    refetchInterval: 3000,
  });
  const money = usePayIn(order.data).data;
  if (order.isLoadingError) return <ErrorState error={order.error} retry={() => void order.refetch()} />;
  const pay = order.data ? <PayInCard order={order.data} /> : null;
  return (
    <>
      {pay}
      <MoneyAside of={money?.aside ?? []} />
      <section aria-labelledby="next">
        <div className="sechead">
          <h2 id="next">{words("common:flow.next")}</h2>
        </div>
        {order.data ? <Timeline of={momentsOf(order.data, words, money)} /> : <Skeleton height="260px" />}
      </section>
    </>
  );
}
