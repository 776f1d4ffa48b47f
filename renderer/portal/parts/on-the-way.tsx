import { ArrowLeftRight, CircleCheck, Clock, Landmark, Undo2 } from "lucide-react";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { formatBaht, formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { OnTheWay as Item } from "./records.ts";
import "./portal.css";

const ICONS = {
  units: CircleCheck,
  approval: Clock,
  allotment: Clock,
  payout: Landmark,
  transit: ArrowLeftRight,
  refund: Undo2,
} as const;

/** The amounts of money in transit, with source, destination and date. Each entry links to its order. */
export function OnTheWay({ of, hidden }: { readonly of: readonly Item[]; readonly hidden?: boolean }) {
  const words = useText();
  return (
    <ul className="card list ontheway" aria-label={words("my-account:overview.onTheWay.title")}>
      {of.map(({ kind, order, amount, estimated, due, refund }) => {
        const Icon = ICONS[kind];
        return (
          <li key={`${order.id} ${kind} ${amount} ${due}`}>
            <PageLink className="item" to="/orders/$id" params={{ id: order.id }}>
              <span className="ava ava--plain">
                <Icon size={20} aria-hidden="true" />
              </span>
              <span>
                <b>{words(`my-account:overview.onTheWay.${kind}.title`, { strategy: order.strategy })}</b>
                <br />
                <small>
                  {words(
                    `my-account:overview.onTheWay.${kind}.${refund ?? (due === null ? "later" : "when")}`,
                    {
                      nav: formatDate(order.navDate),
                      date: due === null ? "" : formatDate(due),
                    },
                  )}
                </small>
              </span>
              <span className="right">
                <b translate="no" className="num">
                  {hidden
                    ? "••••"
                    : estimated
                      ? words("my-account:overview.onTheWay.about", { amount: formatBaht(amount) })
                      : formatBaht(amount)}
                </b>
              </span>
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}
