import type { PersonDesk } from "../../kit/api/answers.ts";
import { useSession } from "../../kit/api/session.ts";
import { placesOf } from "../../kit/api/staff-places.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatInstant, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/** The desks for orders and money, in the order in which they handle an order. */
const DESKS = ["approvals", "money", "payouts"] as const;

/**
 * A person's holdings and orders, with links to the desks that can act on them. Staff cannot place orders for
 * a client.
 */
export function PersonOrders({ of }: { readonly of: PersonDesk }) {
  const words = useText();
  const places = placesOf(useSession()?.user?.role);
  if (of.orders === null || of.role !== null) return null;
  const { holdings, orders } = of.orders;
  const desks = DESKS.flatMap((key) => places.filter((place) => place.key === key));
  return (
    <section className="card card--pad gap12" aria-labelledby="holdings">
      <h2 id="holdings">{words("staff:people.holdings")}</h2>
      {holdings.length === 0 ? <p className="mut">{words("staff:people.noHoldings")}</p> : null}
      <ul className="rowlist">
        {holdings.map(({ strategy, units, pendingUnits }) => (
          <li key={strategy}>
            <b>{strategy}</b>
            <span className="num">
              {formatUnits(units)}
              {/^[0.]*$/.test(pendingUnits) ? null : (
                <small className="block">
                  {words("staff:people.pending", { units: formatUnits(pendingUnits) })}
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
      <h2>{words("staff:people.orders")}</h2>
      {orders.length === 0 ? <p className="mut">{words("staff:people.noOrders")}</p> : null}
      <ul className="rowlist">
        {orders.map((order) => (
          <li key={order.id}>
            <span>
              {words(`my-orders:orders.kind.${order.kind}`)} {order.strategy}
              <small className="block num">
                {order.reference} · {formatInstant(order.placedAt)}
              </small>
            </span>
            <span className="rowwrap small num">
              {order.amount === null
                ? order.units === null
                  ? null
                  : formatUnits(order.units)
                : formatBaht(order.amount)}
              <Badge>{words(`my-orders:orders.step.${order.kind}.${order.step}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
      <p className="small">{words("staff:people.onlyClient")}</p>
      {desks.length === 0 ? null : (
        <p className="rowwrap">
          {desks.map(({ key, href }) => (
            <a key={key} className="link" href={href}>
              {words(`tab:${key}`)}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}
