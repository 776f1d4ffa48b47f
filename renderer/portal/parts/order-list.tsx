import { ArrowDownToLine, ArrowLeftRight, Plus } from "lucide-react";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { orderFigure } from "./order-figure.ts";
import { type Order, stepTone } from "./records.ts";
import "./portal.css";

const ICONS = {
  subscription: Plus,
  redemption: ArrowDownToLine,
  "switch-out": ArrowLeftRight,
  "switch-in": ArrowLeftRight,
} as const;

/** Orders, newest first, each linking to its page. */
export function OrderList({ of, hidden }: { readonly of: readonly Order[]; readonly hidden?: boolean }) {
  const words = useText();
  return (
    <ul className="card list orders">
      {of.map((order) => {
        const Icon = ICONS[order.kind];
        return (
          <li key={order.id}>
            <PageLink className="item" to="/orders/$id" params={{ id: order.id }}>
              <span className="ava ava--plain">
                <Icon size={20} aria-hidden="true" />
              </span>
              <span>
                <b>
                  {words(`my-orders:orders.kind.${order.kind}`)} {order.strategy}
                </b>
                <br />
                <small>{formatDate(order.placedAt)}</small>
              </span>
              <span className="right">
                <b translate="no" className="num">
                  {hidden ? "••••" : orderFigure({ ...order, gross: order.value }, words)}
                </b>
                <br />
                <Badge tone={stepTone(order.step)}>
                  {words(`my-orders:orders.step.${order.kind}.${order.step}`)}
                </Badge>
              </span>
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}
