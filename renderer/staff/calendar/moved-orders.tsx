import type { MovedOrders as Moved } from "../../kit/api/answers.ts";
import { formatBaht, formatDate, formatNumber, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/** The effect of a holiday: the number and amount of affected open orders, with their old and new dates. */
export function MovedOrders({ of }: { readonly of: Moved }) {
  const words = useText();
  if (of.orders === 0) return <p>{words("staff:calendar.moves.none")}</p>;
  return (
    <div className="gap8">
      <p>
        <b>
          {words("staff:calendar.moves.orders", {
            orders: formatNumber(of.orders),
            investors: formatNumber(of.investors),
          })}
        </b>
        <br />
        {words("staff:calendar.moves.amounts", {
          baht: formatBaht(of.baht),
          units: formatUnits(of.units),
        })}
      </p>
      <ul className="movedays">
        {of.days.map(({ what, from, to, orders }) => (
          <li key={`${what} ${from} ${to}`}>
            <span>{words(`staff:calendar.moves.${what}`)}</span>
            <span className="num">
              {formatDate(from)} <span aria-hidden="true">→</span>
              <span className="sr">{words("staff:calendar.moves.becomes")}</span> <b>{formatDate(to)}</b>
            </span>
            <span>{words("staff:calendar.moves.count", { orders: formatNumber(orders) })}</span>
          </li>
        ))}
      </ul>
      <p className="small">{words("staff:calendar.moves.told")}</p>
    </div>
  );
}
