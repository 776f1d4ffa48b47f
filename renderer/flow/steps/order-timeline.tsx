import { useQuery } from "@tanstack/react-query";
import type { View } from "../../api/answers.ts";
import { Skeleton } from "../../parts/states.tsx";
import { Timeline } from "../../parts/timeline.tsx";
import { momentsOf } from "../../screens/transactions/order-moments.ts";
import { useText } from "../../text/i18n.ts";
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

/** What happened to an order that was just placed and what follows, with its own dates. */
export function OrderTimeline({ id }: { readonly id: string }) {
  const words = useText();
  const backend = useFlowBackend();
  const order = useQuery({
    ...backend.order(id),
    // What the step before saw is a moment old: money has come since.
    refetchOnMount: "always",
    refetchInterval: 3000,
  });
  if (order.isError) return null;
  return (
    <section aria-labelledby="next">
      <div className="sechead">
        <h2 id="next">{words("common:flow.next")}</h2>
      </div>
      {order.data ? <Timeline of={momentsOf(order.data, words)} /> : <Skeleton height="260px" />}
    </section>
  );
}
