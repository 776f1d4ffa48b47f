import { ArrowDownToLine, ArrowLeftRight, Plus } from "lucide-react";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate, formatUnits } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { type Order, stepTone } from "./records.ts";
import "./portal.css";

const ICONS = {
  subscription: Plus,
  redemption: ArrowDownToLine,
  "switch-out": ArrowLeftRight,
  "switch-in": ArrowLeftRight,
} as const;

/** Orders, newest first, each leading to its timeline. */
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
                  {hidden ? "••••" : howMuch(order, words)}
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

/** What an order is about, in as few words as a line has room for: what a sell brought once that is known (a reduction: what
 * is sent to its investor, charges taken off), or else what was wished. */
function howMuch(order: Order, words: Translate): string {
  const sells = order.kind === "redemption" || order.kind === "switch-out";
  if (order.kind === "redemption" && order.net !== null) return formatBaht(order.net);
  if (sells && order.value !== null) return formatBaht(order.value);
  if (order.amount !== null) return formatBaht(order.amount);
  if (order.unitsWished !== null)
    return words("my-orders:order.units_wished", { units: formatUnits(order.unitsWished) });
  return order.sellAll ? words("my-orders:order.all") : "–";
}
