import { useQuery } from "@tanstack/react-query";
import type { View } from "../../kit/api/answers.ts";
import { ErrorState, Skeleton } from "../../kit/parts/states.tsx";
import { Timeline } from "../../kit/parts/timeline.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { momentsOf } from "../../portal/transactions/order-moments.ts";
import { PayInCard } from "../../portal/transactions/pay-in-card.tsx";
import { useFlowBackend } from "../flow-backend.ts";

/** The order that an effect of this instance placed; `null` where none did. */
export function orderOf(view: View): string | null {
  for (const output of Object.values(view.effects))
    if (
      typeof output === "object" &&
      output !== null &&
      "order" in output &&
      typeof output.order === "string"
    )
      return output.order;
  return null;
}

/** How to pay an order that was just placed, what happened to it and what follows, with its own dates. */
export function OrderTimeline({ id }: { readonly id: string }) {
  const words = useText();
  const backend = useFlowBackend();
  const order = useQuery({
    ...backend.order(id),
    // What the step before saw is a moment old: money has come since.
    refetchOnMount: "always",
    refetchInterval: 3000,
  });
  if (order.isError) return <ErrorState error={order.error} retry={() => void order.refetch()} />;
  const pay = order.data ? <PayInCard order={order.data} /> : null;
  return (
    <>
      {pay}
      <section aria-labelledby="next">
        <div className="sechead">
          <h2 id="next">{words("common:flow.next")}</h2>
        </div>
        {order.data ? <Timeline of={momentsOf(order.data, words)} /> : <Skeleton height="260px" />}
      </section>
    </>
  );
}
