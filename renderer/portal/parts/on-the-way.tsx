import { CircleCheck } from "lucide-react";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { formatBaht, formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { Order } from "./records.ts";
import "./portal.css";

/** Paid money whose units are still to come: how much, for which strategy, at which NAV, and when. Each leads to its order. */
export function OnTheWay({ of, hidden }: { readonly of: readonly Order[]; readonly hidden?: boolean }) {
  const words = useText();
  return (
    <ul className="card list ontheway" aria-label={words("my-account:overview.onTheWay.title")}>
      {of.map((order) => (
        <li key={order.id}>
          <PageLink className="item" to="/orders/$id" params={{ id: order.id }}>
            <span className="ava ava--plain">
              <CircleCheck size={20} aria-hidden="true" />
            </span>
            <span>
              <b>{words("my-account:overview.onTheWay.for", { strategy: order.strategy })}</b>
              <br />
              <small>
                {words("my-account:overview.onTheWay.when", {
                  nav: formatDate(order.navDate),
                  date: formatDate(order.allotmentDate),
                })}
              </small>
            </span>
            <span className="right">
              <b className="num">{hidden ? "••••" : formatBaht(order.amount ?? "0")}</b>
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
