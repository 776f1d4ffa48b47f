import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApprovalHistory } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatBaht, formatDate, formatUnits } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";

/** The investor's orders of the last 30 days, loaded when the list is opened. */
export function OrderHistory({ of }: { readonly of: string }) {
  const words = useText();
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{words("staff:approvals.history")}</summary>
      {opened ? <Lines of={of} /> : null}
    </details>
  );
}

function Lines({ of }: { readonly of: string }) {
  const words = useText();
  const history = useQuery(get("/approvals/{id}/history", { path: { id: of } }));
  if (history.isPending) return <LoadingShape rows={2} />;
  if (history.isLoadingError)
    return <ErrorState error={history.error} retry={() => void history.refetch()} />;
  const { orders } = history.data;
  if (orders.length === 0) return <p className="small">{words("staff:approvals.noHistory")}</p>;
  return (
    <ul className="gap12">
      {orders.map((order) => (
        <li key={order.id} className="small">
          {formatDate(order.placedAt)} · {words(`my-orders:orders.kind.${order.kind}`)} {order.strategy} ·{" "}
          <span className="num">{howMuch(order, words)}</span> ·{" "}
          {words(`my-orders:orders.step.${order.kind}.${order.step}`)}
          <br />
          <span className="num">{order.reference}</span>
        </li>
      ))}
    </ul>
  );
}

function howMuch(order: ApprovalHistory["orders"][number], words: Translate): string {
  if (order.amount !== null) return `${formatBaht(order.amount)} ${words("common:baht")}`;
  if (order.unitsWished !== null)
    return words("staff:approvals.units", { units: formatUnits(order.unitsWished) });
  return order.sellAll ? words("staff:approvals.everything") : "–";
}
